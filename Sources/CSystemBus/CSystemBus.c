// SPDX-License-Identifier: Apache-2.0
#include "CSystemBus.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define RAUC "de.pengutronix.rauc"
#define INSTALLER RAUC ".Installer"
#define SYSTEMD "org.freedesktop.systemd1"
#define BUS "org.freedesktop.DBus"
#define PROPERTIES BUS ".Properties"

// Every function of the library that is used; types come from its own header.
#define FUNCTIONS(X)                                                                               \
    X(sd_bus_open_system)                                                                          \
    X(sd_bus_new)                                                                                  \
    X(sd_bus_set_address)                                                                          \
    X(sd_bus_start)                                                                                \
    X(sd_bus_close_unref)                                                                          \
    X(sd_bus_add_match_async)                                                                      \
    X(sd_bus_match_signal_async)                                                                   \
    X(sd_bus_process)                                                                              \
    X(sd_bus_get_fd)                                                                               \
    X(sd_bus_get_events)                                                                           \
    X(sd_bus_get_timeout)                                                                          \
    X(sd_bus_send)                                                                                 \
    X(sd_bus_message_new_method_call)                                                              \
    X(sd_bus_message_append)                                                                       \
    X(sd_bus_message_set_auto_start)                                                               \
    X(sd_bus_message_unref)                                                                        \
    X(sd_bus_message_is_signal)                                                                    \
    X(sd_bus_message_get_reply_cookie)                                                             \
    X(sd_bus_message_is_method_error)                                                              \
    X(sd_bus_message_read)                                                                         \
    X(sd_bus_message_skip)                                                                         \
    X(sd_bus_message_enter_container)                                                              \
    X(sd_bus_message_exit_container)                                                               \
    X(sd_bus_message_peek_type)

#define POINTER(name) static __typeof__(name) *p_##name;
FUNCTIONS(POINTER)

struct csystembus {
    sd_bus *bus;
    // The replies that are waited for.
    uint64_t owner, all, progress, state;
};

static int load(void) {
    static void *library;
    if (library) return 0;
    void *opened = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!opened) return -ELIBACC;
#define FIND(name)                                                                                 \
    if (!(p_##name = (__typeof__(name) *)dlsym(opened, #name))) return -ELIBACC;
    FUNCTIONS(FIND)
    library = opened;
    return 0;
}

int csystembus_open(struct csystembus **result, int is_private) {
    int status = load();
    if (status < 0) return status;
    struct csystembus *self = calloc(1, sizeof *self);
    if (!self) return -ENOMEM;
    if (is_private) {
        status = p_sd_bus_new(&self->bus);
        if (status >= 0) status = p_sd_bus_set_address(self->bus, "unix:path=/run/systemd/private");
        if (status >= 0) status = p_sd_bus_start(self->bus);
    } else {
        status = p_sd_bus_open_system(&self->bus);
    }
    if (status < 0) {
        csystembus_close(self);
        return status;
    }
    *result = self;
    return 0;
}

void csystembus_close(struct csystembus *self) {
    if (!self) return;
    if (self->bus) p_sd_bus_close_unref(self->bus);
    free(self);
}

// Leaves a signal to csystembus_next, which takes the messages one by one.
static int leave(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)message, (void)context, (void)error;
    return 0;
}

// Calls a method with up to two texts; its reply is found by the cookie.
static int call(struct csystembus *self, uint64_t *cookie, const char *service, const char *path,
    const char *interface, const char *method, const char *first, const char *second) {
    sd_bus_message *message = NULL;
    int status =
        p_sd_bus_message_new_method_call(self->bus, &message, service, path, interface, method);
    if (status < 0) return status;
    // Looking on starts no service.
    p_sd_bus_message_set_auto_start(message, 0);
    status = second ? p_sd_bus_message_append(message, "ss", first, second)
                    : p_sd_bus_message_append(message, "s", first);
    if (status >= 0) status = p_sd_bus_send(self->bus, message, cookie);
    p_sd_bus_message_unref(message);
    return status < 0 ? status : 0;
}

static int ask_rauc(struct csystembus *self) {
    return call(self, &self->all, RAUC, "/", PROPERTIES, "GetAll", INSTALLER, NULL);
}

int csystembus_follow_rauc(struct csystembus *self) {
    int status = p_sd_bus_match_signal_async(
        self->bus, NULL, RAUC, "/", INSTALLER, "Completed", leave, NULL, NULL);
    if (status >= 0)
        status = p_sd_bus_match_signal_async(
            self->bus, NULL, RAUC, "/", PROPERTIES, "PropertiesChanged", leave, NULL, NULL);
    if (status >= 0)
        status = p_sd_bus_add_match_async(self->bus, NULL,
            "type='signal',sender='" BUS "',path='/org/freedesktop/DBus',interface='" BUS
            "',member='NameOwnerChanged',arg0='" RAUC "'",
            leave, NULL, NULL);
    if (status >= 0)
        status =
            call(self, &self->owner, BUS, "/org/freedesktop/DBus", BUS, "NameHasOwner", RAUC, NULL);
    return status < 0 ? status : 0;
}

int csystembus_ask_boot(struct csystembus *self) {
    int status = call(self, &self->progress, SYSTEMD, "/org/freedesktop/systemd1", PROPERTIES,
        "Get", SYSTEMD ".Manager", "Progress");
    if (status < 0) return status;
    return call(self, &self->state, SYSTEMD, "/org/freedesktop/systemd1", PROPERTIES, "Get",
        SYSTEMD ".Manager", "SystemState");
}

static void copy(char *target, size_t size, const char *text) {
    snprintf(target, size, "%s", text);
}

// Reads one property, a variant whose type may be another than expected; negative for a broken message.
static int read_property(
    sd_bus_message *message, const char *name, struct csystembus_event *event) {
    const char *contents = NULL, *text = NULL;
    int status = p_sd_bus_message_peek_type(message, NULL, &contents);
    if (status < 0 || !contents) return status < 0 ? status : -EBADMSG;
    int is_text = !strcmp(contents, "s");
    int is_progress = !strcmp(name, "Progress") && !strcmp(contents, "(isi)");
    int is_operation = is_text && !strcmp(name, "Operation");
    int is_error = is_text && !strcmp(name, "LastError");
    if (!is_progress && !is_operation && !is_error) return p_sd_bus_message_skip(message, "v");
    status = p_sd_bus_message_enter_container(message, SD_BUS_TYPE_VARIANT, contents);
    if (status < 0) return status;
    if (is_progress) {
        int depth = 0;
        status = p_sd_bus_message_read(message, "(isi)", &event->percent, &text, &depth);
        if (status < 0) return status;
        copy(event->message, sizeof event->message, text);
        event->has_progress = 1;
    } else {
        status = p_sd_bus_message_read(message, "s", &text);
        if (status < 0) return status;
        if (is_operation) copy(event->text, sizeof event->text, text);
        if (is_error) copy(event->error, sizeof event->error, text);
        if (is_operation) event->has_operation = 1;
        if (is_error) event->has_error = 1;
    }
    return p_sd_bus_message_exit_container(message);
}

static int read_properties(sd_bus_message *message, struct csystembus_event *event) {
    event->kind = CSYSTEMBUS_RAUC;
    int status = p_sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, "{sv}");
    while (
        status >= 0
        && (status = p_sd_bus_message_enter_container(message, SD_BUS_TYPE_DICT_ENTRY, "sv")) > 0) {
        const char *name = NULL;
        status = p_sd_bus_message_read(message, "s", &name);
        if (status >= 0) status = read_property(message, name, event);
        if (status >= 0) status = p_sd_bus_message_exit_container(message);
    }
    return status < 0 ? 0 : 1;
}

// 1 when a message says something, 0 when it does not.
static int read_signal(
    struct csystembus *self, sd_bus_message *message, struct csystembus_event *event) {
    if (p_sd_bus_message_is_signal(message, INSTALLER, "Completed") > 0) {
        event->kind = CSYSTEMBUS_COMPLETED;
        return p_sd_bus_message_read(message, "i", &event->number) < 0 ? 0 : 1;
    }
    if (p_sd_bus_message_is_signal(message, PROPERTIES, "PropertiesChanged") > 0) {
        const char *interface = NULL;
        if (p_sd_bus_message_read(message, "s", &interface) < 0 || strcmp(interface, INSTALLER))
            return 0;
        return read_properties(message, event);
    }
    if (p_sd_bus_message_is_signal(message, BUS, "NameOwnerChanged") > 0) {
        const char *name = NULL, *old = NULL, *new = NULL;
        if (p_sd_bus_message_read(message, "sss", &name, &old, &new) < 0 || strcmp(name, RAUC))
            return 0;
        event->kind = CSYSTEMBUS_OWNER;
        event->number = *new != 0;
        // It may be in the middle of something already.
        if (*new) ask_rauc(self);
        return 1;
    }
    return 0;
}

static int read_reply(struct csystembus *self, uint64_t cookie, sd_bus_message *message,
    struct csystembus_event *event) {
    // A service that is not there, or says nothing of itself, is as one that does nothing.
    if (p_sd_bus_message_is_method_error(message, NULL) > 0) return 0;
    if (cookie == self->all) {
        event->number = 1;
        return read_properties(message, event);
    }
    if (cookie == self->owner) {
        event->kind = CSYSTEMBUS_OWNER;
        if (p_sd_bus_message_read(message, "b", &event->number) < 0) return 0;
        if (event->number) ask_rauc(self);
        return 1;
    }
    if (cookie == self->progress) {
        event->kind = CSYSTEMBUS_PROGRESS;
        return p_sd_bus_message_read(message, "v", "d", &event->fraction) < 0 ? 0 : 1;
    }
    if (cookie == self->state) {
        const char *text = NULL;
        event->kind = CSYSTEMBUS_STATE;
        if (p_sd_bus_message_read(message, "v", "s", &text) < 0) return 0;
        copy(event->text, sizeof event->text, text);
        return 1;
    }
    return 0;
}

int csystembus_next(struct csystembus *self, struct csystembus_event *event) {
    while (1) {
        sd_bus_message *message = NULL;
        int status = p_sd_bus_process(self->bus, &message);
        if (status <= 0) return status;
        if (!message) continue;
        memset(event, 0, sizeof *event);
        uint64_t cookie = 0;
        int is_reply = p_sd_bus_message_get_reply_cookie(message, &cookie) >= 0;
        int says =
            is_reply ? read_reply(self, cookie, message, event) : read_signal(self, message, event);
        p_sd_bus_message_unref(message);
        if (says) return 1;
    }
}

int csystembus_descriptor(struct csystembus *self) {
    int descriptor = p_sd_bus_get_fd(self->bus);
    return descriptor < 0 ? -1 : descriptor;
}

uint32_t csystembus_interest(struct csystembus *self) {
    int events = p_sd_bus_get_events(self->bus);
    return events < 0 ? 0 : (uint32_t)events;
}

uint64_t csystembus_deadline(struct csystembus *self) {
    uint64_t deadline = UINT64_MAX;
    return p_sd_bus_get_timeout(self->bus, &deadline) < 0 ? UINT64_MAX : deadline;
}
