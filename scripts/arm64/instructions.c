// SPDX-License-Identifier: Apache-2.0
//
// A plugin of QEMU that says at a program's end how many instructions it has executed.
//
// Debian has no header for plugins; these declarations are those of the first version of the interface,
// as docs/devel/tcg-plugins.rst of QEMU describes it.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*translated)(qemu_plugin_id_t, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_exec_inline(
    struct qemu_plugin_tb *block, enum qemu_plugin_op operation, void *counter, uint64_t count);
void qemu_plugin_register_atexit_cb(
    qemu_plugin_id_t id, void (*ended)(qemu_plugin_id_t, void *), void *data);

int qemu_plugin_version = 1;
static uint64_t executed;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(
        block, QEMU_PLUGIN_INLINE_ADD_U64, &executed, qemu_plugin_tb_n_insns(block));
}

static void ended(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    printf("%" PRIu64 "\n", executed);
    fflush(stdout);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *machine, int count, char **arguments) {
    (void)machine, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
