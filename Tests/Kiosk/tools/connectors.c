// SPDX-License-Identifier: Apache-2.0
//
// Tells what the kernel knows of a card's connectors, beside the DRM master and without asking a monitor.
//
// connectors CARD    for each connector a line "NAME connected|disconnected|unknown EDID NONDESKTOP", the
//                    last two 0 or 1, and a line "  WIDTHxHEIGHT[i] MILLIHERTZ [preferred]" for each of its
//                    modes, in the kernel's order

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static uint64_t value(int card, const drmModeConnector *connector, const char *name) {
    uint64_t found = 0;
    for (int i = 0; i < connector->count_props; i++) {
        drmModePropertyRes *property = drmModeGetProperty(card, connector->props[i]);
        if (property != NULL && strcmp(property->name, name) == 0)
            found = connector->prop_values[i];
        drmModeFreeProperty(property);
    }
    return found;
}

/// Refreshes in 1000 s; of interlaced modes fields.
static uint64_t millihertz(const drmModeModeInfo *mode) {
    uint64_t rate = (uint64_t)mode->clock * 1000000, total = (uint64_t)mode->htotal * mode->vtotal;
    if (total == 0) return 0;
    if (mode->flags & DRM_MODE_FLAG_INTERLACE) rate *= 2;
    if (mode->flags & DRM_MODE_FLAG_DBLSCAN) total *= 2;
    return (rate + total / 2) / total;
}

int main(int count, char **arguments) {
    static const char *const states[] = {"unknown", "connected", "disconnected", "unknown"};
    int card = count == 2 ? open(arguments[1], O_RDWR | O_CLOEXEC) : -1;
    if (card < 0) {
        fprintf(stderr, "connectors: %s\n", strerror(errno));
        return 1;
    }
    // Opening makes master if there is none just now.
    drmDropMaster(card);
    drmModeRes *resources = drmModeGetResources(card);
    if (resources == NULL) return 1;
    for (int i = 0; i < resources->count_connectors; i++) {
        drmModeConnector *connector = drmModeGetConnectorCurrent(card, resources->connectors[i]);
        if (connector == NULL) continue;
        printf("%s-%" PRIu32 " %s %d %d\n", drmModeGetConnectorTypeName(connector->connector_type),
            connector->connector_type_id, states[connector->connection & 3],
            value(card, connector, "EDID") != 0, value(card, connector, "non-desktop") != 0);
        for (int j = 0; j < connector->count_modes; j++) {
            const drmModeModeInfo *mode = &connector->modes[j];
            printf("  %dx%d%s %" PRIu64 "%s\n", mode->hdisplay, mode->vdisplay,
                mode->flags & DRM_MODE_FLAG_INTERLACE ? "i" : "", millihertz(mode),
                mode->type & DRM_MODE_TYPE_PREFERRED ? " preferred" : "");
        }
        drmModeFreeConnector(connector);
    }
    drmModeFreeResources(resources);
    return 0;
}
