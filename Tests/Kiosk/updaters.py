# SPDX-License-Identifier: Apache-2.0
"""What tests of followers share: the commands of docs/updaters.md, and updates to be done."""

import os
import re

from kiosk import ROOT
from kioskvm.system import DEBIAN

PAGE = os.path.join(ROOT, "docs", "updaters.md")

# Two images of 3 MB and a script that can be held up, signed, as SWUpdate of Debian wants them.
SWUPDATE = """\
set -e
mkdir -p /var/tmp/swu /etc/swupdate/conf.d && cd /var/tmp/swu
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem \\
    -out cert.pem -subj /CN=kiosk -days 3650 -addext extendedKeyUsage=emailProtection 2>/dev/null
for name in a b; do
    head -c 3000000 /dev/urandom > $name.raw
    truncate -s 4M $name.disk
    ln -sf $(losetup --show -f $name.disk) /dev/kiosk-$name
done
image() {
    echo "{ filename = \\"$1.raw\\"; type = \\"raw\\"; device = \\"/dev/kiosk-$1\\";"
    echo "sha256 = \\"$(sha256sum $1.raw | cut -d' ' -f1)\\"; }"
}
cat > hold.sh << 'END'
#!/bin/sh
[ "$1" = postinst ] || exit 0
touch /run/held
while [ -e /run/hold ]; do sleep 0.1; done
END
echo "software = { version = \\"1\\"; hardware-compatibility: [ \\"1.0\\" ];
    images: ( $(image a), $(image b) );
    scripts: ( { filename = \\"hold.sh\\"; type = \\"shellscript\\";
    sha256 = \\"$(sha256sum hold.sh | cut -d' ' -f1)\\"; } ); }" > sw-description
openssl cms -sign -in sw-description -out sw-description.sig -signer cert.pem -inkey key.pem \\
    -outform DER -nosmimecap -binary
printf '%s\\n' sw-description sw-description.sig hold.sh a.raw b.raw |
    cpio -o -H crc 2>/dev/null > good.swu
cp good.swu bad.swu
printf x | dd of=bad.swu bs=1 seek=4000000 conv=notrunc 2>/dev/null
echo 'SWUPDATE_ARGS="-v -k /var/tmp/swu/cert.pem -H kiosk:1.0"' > /etc/swupdate/conf.d/kiosk
"""

# That of Debian 13 looks for SWUpdate's socket where SWUpdate without systemd has it.
SWUPDATE_CLIENT = "RUNTIME_DIRECTORY=/run/swupdate swupdate-client"
# Why a broken image is refused. Before its last word, that it has not installed the image, Debian 12's says
# what the cause is.
SWUPDATE_REASON = {"12": "^Failed: HASH mismatch : [0-9a-f]{8}… <--> [0-9a-f]{8}…$",
                   "13": r"^Failed: Image invalid or corrupted\. Not installing \.\.\.$"}[DEBIAN]

# Two slots, one of which is updated.
RAUC = """\
set -e
mkdir -p /var/tmp/rauc/content && cd /var/tmp/rauc
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem \\
    -out cert.pem -subj /CN=kiosk -days 3650 2>/dev/null
for name in a b; do
    truncate -s 4M $name.disk
    ln -sf $(losetup --show -f $name.disk) /dev/kiosk-rauc-$name
done
mkdir -p /etc/rauc
cat > /etc/rauc/system.conf << END
[system]
compatible=kiosk
bootloader=noop
mountprefix=/run/rauc
[keyring]
path=/var/tmp/rauc/cert.pem
[slot.rootfs.0]
device=/dev/kiosk-rauc-a
bootname=A
[slot.rootfs.1]
device=/dev/kiosk-rauc-b
bootname=B
END
head -c 3000000 /dev/urandom > content/rootfs.img
cat > content/hook << 'END'
#!/bin/sh
while [ -e /run/hold ]; do sleep 0.1; done
test ! -e /run/broken
END
chmod 0755 content/hook
cat > content/manifest.raucm << END
[update]
compatible=kiosk
version=1
[hooks]
filename=hook
[image.rootfs]
filename=rootfs.img
hooks=post-install
END
rm -f good.raucb
rauc --cert=cert.pem --key=key.pem bundle content good.raucb > bundle.log 2>&1
mkdir -p /run/systemd/system/rauc.service.d
cat > /run/systemd/system/rauc.service.d/kiosk.conf << END
[Service]
ExecStart=
ExecStart=/usr/bin/rauc --mount=/run/rauc service --override-boot-slot=A
END
systemctl daemon-reload
"""


def commands():
    """The shell commands of each section of the page, by its heading."""
    with open(PAGE, encoding="utf-8") as file:
        sections = re.split(r"^## ", file.read(), flags=re.MULTILINE)
    found = {}
    for section in sections[1:]:
        heading, _, text = section.partition("\n")
        blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
        if blocks:
            found[heading] = blocks
    return found


def section(heading):
    """The blocks of one section."""
    return commands()[heading]
