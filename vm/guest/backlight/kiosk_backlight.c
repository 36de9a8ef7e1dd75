// SPDX-License-Identifier: GPL-2.0
// A light behind no panel, through the kernel's backlight class: levels 0 to 100, and power.
#include <linux/backlight.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/platform_device.h>

static struct platform_device *parent;
static struct backlight_device *light;

static int update(struct backlight_device *device) {
    return 0;
}

static int brightness(struct backlight_device *device) {
    return backlight_get_brightness(device);
}

static const struct backlight_ops operations = {
    .update_status = update,
    .get_brightness = brightness,
};

static int __init begin(void) {
    const struct backlight_properties properties = {
        .type = BACKLIGHT_RAW,
        .max_brightness = 100,
        .brightness = 80,
    };
    parent = platform_device_register_simple("kiosk-backlight", PLATFORM_DEVID_NONE, NULL, 0);
    if (IS_ERR(parent)) return PTR_ERR(parent);
    light = backlight_device_register("kiosk", &parent->dev, NULL, &operations, &properties);
    if (IS_ERR(light)) {
        platform_device_unregister(parent);
        return PTR_ERR(light);
    }
    return 0;
}

static void __exit end(void) {
    backlight_device_unregister(light);
    platform_device_unregister(parent);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("A light behind no panel, for tests");
MODULE_LICENSE("GPL");
