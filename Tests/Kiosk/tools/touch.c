// SPDX-License-Identifier: Apache-2.0
//
// Makes touch devices inside the kiosk machine through /dev/uinput, and touches them.
//
// touch KIND NAME WIDTH HEIGHT
//   KIND    slots     slots with tracking ids (type B)
//           packets   a packet for each contact, without slots (type A)
//           single    one contact: BTN_TOUCH, ABS_X, ABS_Y
//           button    an absolute pointer: BTN_LEFT, ABS_X, ABS_Y, not a direct device
//   WIDTH, HEIGHT     axes go from 0 to WIDTH − 1 and HEIGHT − 1
//
// The first line of output is the event node. Then one command a line on standard input, each
// answered by "ok" once it has been written:
//   down SLOT X Y | move SLOT X Y | up SLOT     each with its SYN_REPORT; no finger is lifted sooner than
//                                               20 ms after it came down, as no person's is
//   raw TYPE CODE VALUE                         one event as it is, numbers in decimal or 0x…
//   flood COUNT                                 COUNT reports of a contact that trembles, at once
// At the end of input the device goes away.

#include "uinput.h"

#include <stdbool.h>
#include <time.h>

enum kind { SLOTS, PACKETS, SINGLE, BUTTON };
enum { MAX_SLOTS = 10 };

struct contact {
    bool down;
    int x, y, tracking;
    struct timespec least; // before which it is not lifted
};

static enum kind kind;
static struct contact contacts[MAX_SLOTS];
static int next_tracking = 1;

static void axis(int code, int maximum) {
    struct uinput_abs_setup setup = {.code = (unsigned short)code, .absinfo = {.maximum = maximum}};
    if (ioctl(device, UI_ABS_SETUP, &setup)) die("UI_ABS_SETUP");
}

static void create(const char *name, int width, int height) {
    int key = kind == BUTTON ? BTN_LEFT : BTN_TOUCH;
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x5e11, .product = kind}};
    snprintf(setup.name, sizeof setup.name, "%s", name);
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_EVBIT, EV_ABS);
    ioctl(device, UI_SET_KEYBIT, key);
    if (kind != BUTTON) ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    if (kind == SLOTS) {
        axis(ABS_MT_SLOT, MAX_SLOTS - 1);
        axis(ABS_MT_TRACKING_ID, 65535);
    }
    if (kind == SLOTS || kind == PACKETS) {
        axis(ABS_MT_POSITION_X, width - 1);
        axis(ABS_MT_POSITION_Y, height - 1);
    } else {
        axis(ABS_X, width - 1);
        axis(ABS_Y, height - 1);
    }
    create_device(setup);
}

static void report_slot(int slot, bool began) {
    struct contact *contact = &contacts[slot];
    emit(EV_ABS, ABS_MT_SLOT, slot);
    if (!contact->down) {
        emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
    } else {
        if (began) emit(EV_ABS, ABS_MT_TRACKING_ID, contact->tracking);
        emit(EV_ABS, ABS_MT_POSITION_X, contact->x);
        emit(EV_ABS, ABS_MT_POSITION_Y, contact->y);
    }
}

static void report_packets(void) {
    bool any = false;
    for (int slot = 0; slot < MAX_SLOTS; slot++) {
        if (!contacts[slot].down) continue;
        any = true;
        emit(EV_ABS, ABS_MT_POSITION_X, contacts[slot].x);
        emit(EV_ABS, ABS_MT_POSITION_Y, contacts[slot].y);
        emit(EV_SYN, SYN_MT_REPORT, 0);
    }
    if (!any) emit(EV_SYN, SYN_MT_REPORT, 0);
}

static void report(int slot, bool began, bool ended) {
    int down = 0;
    for (int i = 0; i < MAX_SLOTS; i++) down += contacts[i].down;
    if (kind == SLOTS) report_slot(slot, began);
    if (kind == PACKETS) report_packets();
    if (kind == SINGLE || kind == BUTTON) {
        emit(EV_ABS, ABS_X, contacts[slot].x);
        emit(EV_ABS, ABS_Y, contacts[slot].y);
    }
    int key = kind == BUTTON ? BTN_LEFT : BTN_TOUCH;
    if (began && down == 1) emit(EV_KEY, key, 1);
    if (ended && down == 0) emit(EV_KEY, key, 0);
    emit(EV_SYN, SYN_REPORT, 0);
}

static void set(int slot, bool down, int x, int y) {
    struct contact *contact = &contacts[slot];
    bool began = down && !contact->down, ended = !down && contact->down;
    if (began) {
        contact->tracking = next_tracking++ & 65535;
        clock_gettime(CLOCK_MONOTONIC, &contact->least);
        contact->least.tv_nsec += 20000000;
        contact->least.tv_sec += contact->least.tv_nsec / 1000000000;
        contact->least.tv_nsec %= 1000000000;
    } else if (ended) {
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &contact->least, NULL);
    }
    contact->down = down;
    if (down) {
        contact->x = x;
        contact->y = y;
    }
    report(slot, began, ended);
}

static bool obey(const char *line) {
    int slot, x, y, type, code, value, count;
    if (sscanf(line, "down %d %d %d", &slot, &x, &y) == 3
        || sscanf(line, "move %d %d %d", &slot, &x, &y) == 3) {
        if (slot < 0 || slot >= MAX_SLOTS) return false;
        set(slot, true, x, y);
    } else if (sscanf(line, "up %d", &slot) == 1) {
        if (slot < 0 || slot >= MAX_SLOTS) return false;
        set(slot, false, 0, 0);
    } else if (sscanf(line, "raw %i %i %i", &type, &code, &value) == 3) {
        emit(type, code, value);
    } else if (sscanf(line, "flood %d", &count) == 1) {
        struct contact *contact = &contacts[0];
        for (int i = 0; i < count; i++) set(0, true, contact->x ^ 1, contact->y);
    } else {
        return false;
    }
    return true;
}

int main(int count, char **arguments) {
    static const char *const names[] = {"slots", "packets", "single", "button"};
    bool known = false;
    for (int i = 0; count == 5 && i < 4; i++) {
        if (strcmp(arguments[1], names[i]) != 0) continue;
        kind = (enum kind)i;
        known = true;
    }
    if (!known) {
        fprintf(stderr, "usage: touch slots|packets|single|button NAME WIDTH HEIGHT\n");
        return 64;
    }
    open_uinput();
    create(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
    print_node();
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        puts(obey(line) ? "ok" : "what?");
        fflush(stdout);
    }
    ioctl(device, UI_DEV_DESTROY);
    return 0;
}
