// SPDX-License-Identifier: Apache-2.0
#define SDL_MAIN_HANDLED
#include "CSDL.h"
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct csdl_window {
    SDL_Window *window;
    /// An epoll of `timer` and of the desktop's connection, where it has one.
    int descriptor;
    int timer;
};

static bool add(csdl_window *self, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN};
    return descriptor >= 0 && epoll_ctl(self->descriptor, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static bool open_descriptor(csdl_window *self) {
    self->descriptor = epoll_create1(EPOLL_CLOEXEC);
    self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (!add(self, self->timer)) return false;
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (SDL_GetWindowWMInfo(self->window, &info) && info.subsystem == SDL_SYSWM_X11)
        return add(self, ConnectionNumber(info.info.x11.display));
#endif
    // A hundred looks a second: what pointer and keys do is in the frame after the next at most.
    struct itimerspec times = {
        .it_interval = {.tv_nsec = 10000000}, .it_value = {.tv_nsec = 10000000}};
    return timerfd_settime(self->timer, 0, &times, NULL) == 0;
}

/// Makes the descriptor readable if there are events: answers of the X server are read with the events before
/// them, which its connection does not tell any more.
static void tell_events(csdl_window *self) {
    SDL_PumpEvents();
    if (!SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT)) return;
    struct itimerspec times;
    if (timerfd_gettime(self->timer, &times) != 0 || times.it_interval.tv_nsec > 0) return;
    times.it_value.tv_nsec = 1;
    timerfd_settime(self->timer, 0, &times, NULL);
}

csdl_window *csdl_open(const char *title, int width, int height) {
    SDL_SetMainReady();
    // Signals are the loop's.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    // Pixels go to the desktop as they are, not through a texture.
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    // The click that brings the window to the front is a touch too.
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    // Else SDL would draw unseen, or take a display that is the daemon's.
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,wayland");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        SDL_SetError("neither an X server nor a Wayland compositor can be reached");
        return NULL;
    }
    csdl_window *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->timer = self->descriptor = -1;
    self->window =
        SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, 0);
    if (!self->window || !open_descriptor(self)) {
        csdl_close(self);
        return NULL;
    }
    // Keys are read as a kiosk reads them; no input method takes them before.
    SDL_StopTextInput();
    return self;
}

void csdl_close(csdl_window *self) {
    if (self->timer >= 0) close(self->timer);
    if (self->descriptor >= 0) close(self->descriptor);
    if (self->window) SDL_DestroyWindow(self->window);
    free(self);
    SDL_Quit();
}

const char *csdl_error(void) {
    return SDL_GetError();
}

int csdl_descriptor(const csdl_window *self) {
    return self->descriptor;
}

static csdl_event key_event(int kind, const SDL_KeyboardEvent *key) {
    return (csdl_event){
        .kind = kind,
        .scancode = key->keysym.scancode,
        .symbol = key->keysym.sym,
        .repeats = key->repeat != 0,
        .shift = (key->keysym.mod & KMOD_SHIFT) != 0,
        .control = (key->keysym.mod & KMOD_CTRL) != 0,
    };
}

static csdl_event pointer_event(int kind, int x, int y) {
    SDL_Keymod held = SDL_GetModState();
    return (csdl_event){.kind = kind,
        .x = x,
        .y = y,
        .shift = (held & KMOD_SHIFT) != 0,
        .control = (held & KMOD_CTRL) != 0};
}

csdl_event csdl_next(csdl_window *self) {
    uint64_t ticks;
    if (read(self->timer, &ticks, sizeof ticks) < 0) ticks = 0;
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        switch (event.type) {
        case SDL_QUIT:
            return (csdl_event){.kind = csdl_closed};
        case SDL_WINDOWEVENT:
            switch (event.window.event) {
            case SDL_WINDOWEVENT_EXPOSED:
            case SDL_WINDOWEVENT_SIZE_CHANGED:
                return (csdl_event){.kind = csdl_exposed};
            case SDL_WINDOWEVENT_FOCUS_LOST:
                return (csdl_event){.kind = csdl_left};
            default:
                break;
            }
            break;
        case SDL_MOUSEMOTION:
            return pointer_event(csdl_moved, event.motion.x, event.motion.y);
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
            if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_RIGHT)
                return pointer_event(csdl_right_button_down, event.button.x, event.button.y);
            if (event.button.button != SDL_BUTTON_LEFT) break;
            return pointer_event(
                event.type == SDL_MOUSEBUTTONDOWN ? csdl_button_down : csdl_button_up,
                event.button.x, event.button.y);
        case SDL_KEYDOWN:
            return key_event(csdl_key_down, &event.key);
        case SDL_KEYUP:
            return key_event(csdl_key_up, &event.key);
        default:
            break;
        }
    }
    // A change of the keyboard's focus waits for an answer too, behind the last event.
    tell_events(self);
    return (csdl_event){.kind = csdl_nothing};
}

void csdl_set_title(csdl_window *self, const char *title) {
    SDL_SetWindowTitle(self->window, title);
}

/// Moves the window, which the desktop may have put in the middle, to where all of it is on the screen.
static void keep_on_screen(csdl_window *self, int width, int height) {
    int display = SDL_GetWindowDisplayIndex(self->window);
    SDL_Rect bounds;
    if (display < 0 || SDL_GetDisplayUsableBounds(display, &bounds) != 0) return;
    int x, y;
    SDL_GetWindowPosition(self->window, &x, &y);
    int right = bounds.x + bounds.w - width, bottom = bounds.y + bounds.h - height;
    int left = x > right ? right : x, top = y > bottom ? bottom : y;
    if (left < bounds.x) left = bounds.x;
    if (top < bounds.y) top = bounds.y;
    if (left != x || top != y) SDL_SetWindowPosition(self->window, left, top);
}

void csdl_resize(csdl_window *self, int width, int height) {
    SDL_SetWindowSize(self->window, width, height);
    keep_on_screen(self, width, height);
    tell_events(self);
}

bool csdl_room(csdl_window *self, int *width, int *height) {
    int display = SDL_GetWindowDisplayIndex(self->window);
    SDL_Rect bounds;
    if (display < 0 || SDL_GetDisplayUsableBounds(display, &bounds) != 0) return false;
    int top = 0, left = 0, bottom = 0, right = 0;
    SDL_GetWindowBordersSize(self->window, &top, &left, &bottom, &right);
    *width = bounds.w - left - right;
    *height = bounds.h - top - bottom;
    tell_events(self);
    return true;
}

bool csdl_show(csdl_window *self, const uint32_t *pixels, int width, int height,
    const csdl_rect *parts, int count) {
    SDL_Surface *target = SDL_GetWindowSurface(self->window);
    if (!target) return false;
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormatFrom(
        (void *)(uintptr_t)pixels, width, height, 32, width * 4, SDL_PIXELFORMAT_RGB888);
    if (!picture) return false;
    SDL_Rect shown[64];
    if (count > 64) count = 64;
    for (int index = 0; index < count; index++) {
        SDL_Rect part = {parts[index].x, parts[index].y, parts[index].width, parts[index].height};
        SDL_Rect place = part;
        // Clips the place to the window, which may have another size for a while.
        SDL_BlitSurface(picture, &part, target, &place);
        shown[index] = place;
    }
    SDL_FreeSurface(picture);
    bool is_shown = SDL_UpdateWindowSurfaceRects(self->window, shown, count) == 0;
    tell_events(self);
    return is_shown;
}
