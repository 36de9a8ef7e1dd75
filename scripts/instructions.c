// SPDX-License-Identifier: Apache-2.0
//
// A plugin of QEMU that says at a program's end how many instructions one of its functions has executed, with all that
// it calls: instructions.so,start=OFFSET, from the first address of the program's code.
//
// Debian has no header for plugins; these declarations are those of the first version of the interface,
// as docs/devel/tcg-plugins.rst of QEMU describes it.
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*translated)(qemu_plugin_id_t, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block,
    void (*executed)(unsigned int, void *), enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_atexit_cb(
    qemu_plugin_id_t id, void (*ended)(qemu_plugin_id_t, void *), void *data);
uint64_t qemu_plugin_start_code(void);

// Instructions without a jump between them.
struct block {
    uint64_t start, end, count;
};

int qemu_plugin_version = 1;
static uint64_t function, caller, count;
static bool is_counting;
static const struct block *last;

// Whatever jumps to others a function makes on its way, it is over where its caller goes on.
static void executed(unsigned int vcpu, void *data) {
    (void)vcpu;
    const struct block *block = data;
    if (is_counting && block->start == caller) is_counting = false;
    if (!is_counting && last && block->start == function) {
        is_counting = true;
        caller = last->end;
    }
    if (is_counting) count += block->count;
    last = block;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    // They are as few as the program's code is long, and as long-lived.
    struct block *block = malloc(sizeof *block);
    if (!block) abort();
    uint64_t base = qemu_plugin_start_code();
    block->count = qemu_plugin_tb_n_insns(tb);
    const struct qemu_plugin_insn *end = qemu_plugin_tb_get_insn(tb, block->count - 1);
    block->start = qemu_plugin_tb_vaddr(tb) - base;
    block->end = qemu_plugin_insn_vaddr(end) + qemu_plugin_insn_size(end) - base;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, QEMU_PLUGIN_CB_NO_REGS, block);
}

static void ended(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    fprintf(stderr, "%" PRIu64 "\n", count);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *machine, int argc, char **arguments) {
    (void)machine;
    for (int index = 0; index < argc; index++) {
        if (!strncmp(arguments[index], "start=", 6))
            function = strtoull(arguments[index] + 6, NULL, 0);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
