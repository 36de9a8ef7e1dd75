// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

/// A context that neither reads the environment nor prints anything; NULL without memory.
static inline struct xkb_context *cxkb_context_new(void) {
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
    // Less than the least that is ever printed: what is wrong is told by those who ask.
    if (context) xkb_context_set_log_level(context, (enum xkb_log_level)0);
    return context;
}

/// The keymap of a layout; NULL where there is none.
static inline struct xkb_keymap *cxkb_keymap_new(
    struct xkb_context *context, const char *layout, const char *variant, const char *options) {
    struct xkb_rule_names names = {.layout = layout, .variant = variant, .options = options};
    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
}

/// The dead keys of a locale; NULL where its Compose file is not there.
static inline struct xkb_compose_table *cxkb_dead_keys_new(
    struct xkb_context *context, const char *locale) {
    return xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS);
}

/// Whether a modifier is in effect.
static inline int cxkb_has(struct xkb_state *state, const char *modifier) {
    return xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0;
}

/// Notes that the key of an evdev code goes down or up; those of xkb are 8 more.
static inline void cxkb_update(struct xkb_state *state, uint32_t code, int is_down) {
    xkb_state_update_key(state, code + 8, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);
}

/// What feeding a key to the dead keys comes to: 0 nothing, 1 more is awaited, 2 a character, 3 none
/// after all.
static inline int cxkb_compose(struct xkb_compose_state *state, xkb_keysym_t symbol) {
    if (xkb_compose_state_feed(state, symbol) != XKB_COMPOSE_FEED_ACCEPTED) return 0;
    switch (xkb_compose_state_get_status(state)) {
    case XKB_COMPOSE_COMPOSING:
        return 1;
    case XKB_COMPOSE_COMPOSED:
        return 2;
    case XKB_COMPOSE_CANCELLED:
        return 3;
    default:
        return 0;
    }
}
