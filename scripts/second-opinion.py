#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks validators that have nothing in common with Debian's python3-jsonschema about config/schema.

    scripts/second-opinion.py

Both are Python packages, put into a folder of their own below build: jsonschema-rs, a validator in Rust, and
openrpc, whose model of OpenRPC reads the description of the socket. By hand, as it needs a network.
"""

import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/second-opinion"
CHECK = """
import json, pathlib, sys, tomllib
import jsonschema_rs
from openrpc import OpenRPC

root = pathlib.Path(sys.argv[1])
schema = json.loads((root / "config/schema/swell.schema.json").read_text())
jsonschema_rs.meta.validate(schema)
validator = jsonschema_rs.Draft202012Validator(schema)
files = [root / "config/swell.toml", *sorted((root / "config/examples").glob("*.toml"))]
for file in files:
    validator.validate(tomllib.loads(file.read_text()))
for wrong in ({"button": [{"id": "a", "colour": "#FFF"}]}, {"display": {"rotation": 45}}, {"button": {}}):
    assert not validator.is_valid(wrong), wrong
dialect = {"$schema": "http://json-schema.org/draft-07/schema#"}
document = json.loads((root / "config/schema/control.openrpc.json").read_text())
told = OpenRPC.model_validate(document)
for method in document["methods"]:
    for descriptor in (*method["params"], method["result"]):
        jsonschema_rs.meta.validate({**dialect, **descriptor["schema"]})
print(f"second-opinion: {len(files)} configurations and {len(told.methods)} methods are right")
"""


def main():
    """Makes the folder when it is not there, and asks."""
    python = FOLDER / "bin/python"
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "-q", "install", "jsonschema-rs", "openrpc"], check=True)
    return subprocess.run([python, "-c", CHECK, str(ROOT)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
