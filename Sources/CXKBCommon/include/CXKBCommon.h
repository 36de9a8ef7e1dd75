// SPDX-License-Identifier: Apache-2.0
// Keymaps, keyboards and dead keys, by libxkbcommon. The library is opened when the first context is wanted: a
// kiosk without keyboards does without it, and without the 7 MB of layouts that its package brings along.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct xkb_context;
struct xkb_keymap;
struct xkb_state;
struct xkb_compose_table;
struct xkb_compose_state;

/// A context that neither reads the environment nor prints anything; NULL without memory or library.
struct xkb_context *cxkb_context_new(void);
void cxkb_context_free(struct xkb_context *context);

/// The keymap of a layout; NULL where there is none.
struct xkb_keymap *cxkb_keymap_new(
    struct xkb_context *context, const char *layout, const char *variant, const char *options);
void cxkb_keymap_free(struct xkb_keymap *keymap);

/// The dead keys of a locale; NULL where its Compose file is not there.
struct xkb_compose_table *cxkb_dead_keys_new(struct xkb_context *context, const char *locale);
void cxkb_dead_keys_free(struct xkb_compose_table *table);

/// A keyboard without a key down or locked; NULL without memory.
struct xkb_state *cxkb_state_new(struct xkb_keymap *keymap);
void cxkb_state_free(struct xkb_state *state);

/// Notes that the key of an evdev code goes down or up.
void cxkb_update(struct xkb_state *state, uint32_t code, int is_down);

/// Tells if a modifier is in effect.
int cxkb_has(struct xkb_state *state, const char *modifier);

/// Tells if a lamp is lit.
int cxkb_is_lit(struct xkb_state *state, const char *lamp);

/// The symbol that the key of an evdev code stands for now.
uint32_t cxkb_symbol(struct xkb_state *state, uint32_t code);

/// Tells if the key of an evdev code types again while it is held.
int cxkb_repeats(struct xkb_keymap *keymap, uint32_t code);

/// Writes what the key of an evdev code types now, cut to `size` bytes with their zero; the length of all of it.
int cxkb_text(struct xkb_state *state, uint32_t code, char *text, size_t size);

/// Dead keys that wait for nothing; NULL without memory.
struct xkb_compose_state *cxkb_compose_new(struct xkb_compose_table *table);
void cxkb_compose_free(struct xkb_compose_state *state);
void cxkb_compose_reset(struct xkb_compose_state *state);

/// Feeds a key to the dead keys; returns 0 for no effect, 1 while more is awaited, 2 for a character, 3 for
/// none after all.
int cxkb_compose(struct xkb_compose_state *state, uint32_t symbol);

/// Writes the character that dead keys came to, as `cxkb_text` does.
int cxkb_composed(struct xkb_compose_state *state, char *text, size_t size);
