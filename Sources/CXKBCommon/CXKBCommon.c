// SPDX-License-Identifier: Apache-2.0
#include "CXKBCommon.h"
#include <dlfcn.h>
#include <pthread.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

// Every function of the library that is used; types come from its own header.
#define FUNCTIONS(X)                                                                               \
    X(xkb_context_new)                                                                             \
    X(xkb_context_set_log_level)                                                                   \
    X(xkb_context_unref)                                                                           \
    X(xkb_keymap_new_from_names)                                                                   \
    X(xkb_keymap_key_repeats)                                                                      \
    X(xkb_keymap_unref)                                                                            \
    X(xkb_compose_table_new_from_locale)                                                           \
    X(xkb_compose_table_unref)                                                                     \
    X(xkb_compose_state_new)                                                                       \
    X(xkb_compose_state_feed)                                                                      \
    X(xkb_compose_state_get_status)                                                                \
    X(xkb_compose_state_get_utf8)                                                                  \
    X(xkb_compose_state_reset)                                                                     \
    X(xkb_compose_state_unref)                                                                     \
    X(xkb_state_new)                                                                               \
    X(xkb_state_update_key)                                                                        \
    X(xkb_state_mod_name_is_active)                                                                \
    X(xkb_state_led_name_is_active)                                                                \
    X(xkb_state_key_get_one_sym)                                                                   \
    X(xkb_state_key_get_utf8)                                                                      \
    X(xkb_state_unref)

#define POINTER(name) static __typeof__(name) *p_##name;
FUNCTIONS(POINTER)

// Codes of xkb are 8 more than evdev's.
static const uint32_t offset = 8;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name)                                                                                 \
    if (!(p_##name = (__typeof__(name) *)dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

// All else is only called with what came of a context.
struct xkb_context *cxkb_context_new(void) {
    // Layouts of a configuration are compiled beside the loop.
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    struct xkb_context *context = p_xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
    // Less than the least that is ever printed: callers say what is wrong.
    if (context) p_xkb_context_set_log_level(context, (enum xkb_log_level)0);
    return context;
}

void cxkb_context_free(struct xkb_context *context) {
    p_xkb_context_unref(context);
}

struct xkb_keymap *cxkb_keymap_new(
    struct xkb_context *context, const char *layout, const char *variant, const char *options) {
    struct xkb_rule_names names = {.layout = layout, .variant = variant, .options = options};
    return p_xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
}

void cxkb_keymap_free(struct xkb_keymap *keymap) {
    p_xkb_keymap_unref(keymap);
}

struct xkb_compose_table *cxkb_dead_keys_new(struct xkb_context *context, const char *locale) {
    return p_xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS);
}

void cxkb_dead_keys_free(struct xkb_compose_table *table) {
    p_xkb_compose_table_unref(table);
}

struct xkb_state *cxkb_state_new(struct xkb_keymap *keymap) {
    return p_xkb_state_new(keymap);
}

void cxkb_state_free(struct xkb_state *state) {
    p_xkb_state_unref(state);
}

void cxkb_update(struct xkb_state *state, uint32_t code, int is_down) {
    p_xkb_state_update_key(state, code + offset, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);
}

int cxkb_has(struct xkb_state *state, const char *modifier) {
    return p_xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0;
}

int cxkb_is_lit(struct xkb_state *state, const char *lamp) {
    return p_xkb_state_led_name_is_active(state, lamp) > 0;
}

uint32_t cxkb_symbol(struct xkb_state *state, uint32_t code) {
    return p_xkb_state_key_get_one_sym(state, code + offset);
}

int cxkb_repeats(struct xkb_keymap *keymap, uint32_t code) {
    return p_xkb_keymap_key_repeats(keymap, code + offset);
}

int cxkb_text(struct xkb_state *state, uint32_t code, char *text, size_t size) {
    return p_xkb_state_key_get_utf8(state, code + offset, text, size);
}

struct xkb_compose_state *cxkb_compose_new(struct xkb_compose_table *table) {
    return p_xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS);
}

void cxkb_compose_free(struct xkb_compose_state *state) {
    p_xkb_compose_state_unref(state);
}

void cxkb_compose_reset(struct xkb_compose_state *state) {
    p_xkb_compose_state_reset(state);
}

int cxkb_compose(struct xkb_compose_state *state, uint32_t symbol) {
    if (p_xkb_compose_state_feed(state, symbol) != XKB_COMPOSE_FEED_ACCEPTED) return 0;
    switch (p_xkb_compose_state_get_status(state)) {
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

int cxkb_composed(struct xkb_compose_state *state, char *text, size_t size) {
    return p_xkb_compose_state_get_utf8(state, text, size);
}
