// SPDX-License-Identifier: Apache-2.0
// A window of a desktop by SDL 2: its picture, and what pointer and keyboard do in it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The window; there is one at a time.
typedef struct csdl_window csdl_window;

enum csdl_kind {
    csdl_nothing,
    /// The window was closed.
    csdl_closed,
    /// The picture has to be shown again.
    csdl_exposed,
    /// Keys go elsewhere from now on, and whatever is held counts as let go.
    csdl_left,
    /// `x`, `y` of the pointer.
    csdl_moved,
    csdl_button_down,
    csdl_button_up,
    /// The right button went down.
    csdl_right_button_down,
    /// `scancode` (USB HID usage), `symbol` (a character or an SDL_Keycode), `repeats`.
    csdl_key_down,
    csdl_key_up,
};

typedef struct {
    /// One of csdl_kind.
    int kind;
    int x;
    int y;
    int scancode;
    int symbol;
    /// True if the key is held and this is a repetition.
    bool repeats;
    /// The modifiers that are held.
    bool shift;
    bool control;
} csdl_event;

typedef struct {
    int x;
    int y;
    int width;
    int height;
} csdl_rect;

/// Opens a window of so many pixels; NULL where there is no desktop, csdl_error says why.
csdl_window *csdl_open(const char *title, int width, int height);

void csdl_close(csdl_window *window);

/// The reason why the last call failed.
const char *csdl_error(void);

/// Readable when there may be events, or at intervals where the desktop has no descriptor for that; -1.
int csdl_descriptor(const csdl_window *window);

/// Takes the next event; csdl_nothing when there is none.
csdl_event csdl_next(csdl_window *window);

void csdl_set_title(csdl_window *window, const char *title);

void csdl_resize(csdl_window *window, int width, int height);

/// The pixels that the desktop leaves for a window; false where that is not known.
bool csdl_room(csdl_window *window, int *width, int *height);

/// Shows the parts of a picture of XRGB8888 pixels, row by row without padding.
bool csdl_show(csdl_window *window, const uint32_t *pixels, int width, int height,
    const csdl_rect *parts, int count);
