// SPDX-License-Identifier: GPL-2.0-or-later
//
// The framebuffer that the firmware has left, as a device for simpledrm.
//
// A kernel with CONFIG_SYSFB_SIMPLEFB makes that device itself; Debian's leaves the framebuffer to
// vesafb or efifb, which is taken off it here, and has another driver of the usual name, simplefb. Once loaded
// this stays: the device goes when the real driver claims the memory.

#include <linux/module.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>
#include <linux/screen_info.h>
#include <linux/sysfb.h>
#include <linux/version.h>

static int __init kiosk_framebuffer_init(void) {
    const struct screen_info *screen = &screen_info;
    bool is_bios = screen->orig_video_isVGA == VIDEO_TYPE_VLFB;
    bool is_efi = screen->orig_video_isVGA == VIDEO_TYPE_EFI;
    if (!(is_bios || is_efi) || screen->lfb_depth != 32) return -ENODEV;
    u64 base = screen->lfb_base;
    if (screen->capabilities & VIDEO_CAPABILITY_64BIT_BASE) base |= (u64)screen->ext_lfb_base << 32;
    struct simplefb_platform_data shape = {
        .width = screen->lfb_width,
        .height = screen->lfb_height,
        .stride = screen->lfb_linelength,
        .format = "x8r8g8b8",
    };
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 11, 0)
    sysfb_disable();
#else
    sysfb_disable(NULL);
#endif
    struct resource memory = DEFINE_RES_MEM(base, screen->lfb_linelength * screen->lfb_height);
    return PTR_ERR_OR_ZERO(platform_device_register_resndata(
        NULL, "kiosk-framebuffer", 0, &memory, 1, &shape, sizeof shape));
}

module_init(kiosk_framebuffer_init);

MODULE_DESCRIPTION("The firmware's framebuffer as a device for simpledrm");
MODULE_LICENSE("GPL");
