#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks config/schema with Debian's python3-jsonschema against the programs that it speaks of.

    scripts/check-schema.py FOLDER-OF-PROGRAMS

The files are what schema.py makes of the programs' readers today; every configuration that comes with Swell
is right by the schema; whatever is wrong at one key is wrong by the schema and by `swelld --check`; the
description of the socket is OpenRPC, and what a daemon answers is what it says.
"""

import copy
import itertools
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import unittest

import contract
import jsonschema
import schema

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/debug").resolve()

# What an OpenRPC document has to be, as far as Swell's goes (open-rpc.org, version 1.2.6).
DESCRIPTOR = {"type": "object", "required": ["name", "schema"], "additionalProperties": False,
              "properties": {"name": {"type": "string", "minLength": 1}, "schema": {"type": "object"},
                             "description": {"type": "string"}, "required": {"type": "boolean"}}}
ERROR = {"type": "object", "required": ["code", "message"], "additionalProperties": False,
         "properties": {"code": {"type": "integer"}, "message": {"type": "string"}}}
METHOD = {"type": "object", "required": ["name", "params", "result"], "additionalProperties": False,
          "properties": {"name": {"type": "string", "minLength": 1}, "description": {"type": "string"},
                         "paramStructure": {"enum": ["by-position", "by-name", "either"]},
                         "params": {"type": "array", "items": DESCRIPTOR}, "result": DESCRIPTOR,
                         "errors": {"type": "array", "items": ERROR}}}
OPENRPC = {"type": "object", "required": ["openrpc", "info", "methods"], "additionalProperties": False,
           "properties": {"openrpc": {"type": "string", "pattern": r"^1\.\d+\.\d+$"},
                          "info": {"type": "object", "required": ["title", "version"]},
                          "methods": {"type": "array", "minItems": 1, "items": METHOD}},
           "patternProperties": {"^x-": {}}}

# A widget of each kind, called by its kind, with what their methods want to be there.
KEYS = {
    "button": 'exec = ["/bin/true"]\njob = { label = "Working" }\n', "chart": 'labels = ["a", "b"]\n',
    "list": 'rows = [{ id = "a", label = "A" }]\nselect = "one"\n',
}
SCENE = "".join(
    ['[display]\nlanguages = ["de", "en"]\n']
    + [f'[[{kind}]]\nid = "{kind}"\n{KEYS.get(kind, "")}' for kind in contract.kinds()]
    + ['[[look]]\nname = "night"\n[[page]]\nid = "first"\n'])
# What methods are called with, where it is more than they have to be, or the ids of widgets and pages.
PARAMS = {
    "button.press": {"id": "button"}, "circle.set": {"radius": 10}, "chart.append": {"value": 2},
    "widget.set": {"id": "button", "label": "Go"},
    "touch.send": {"slot": 0, "phase": "down", "x": 1, "y": 1}, "focus.set": {"id": "text"},
    "key.send": {"text": "a"}, "job.start": {"id": "button"}, "job.get": {"id": "button"},
    "job.cancel": {"id": "button"}, "display.set": {"awake": True}, "subscribe": {"events": []},
    "page.show": {"id": "home"}, "language.set": {"language": "next"},
    "look.use": {"name": "night"},
    "list.set": {"rows": [{"id": "a", "label": "A"}]}, "list.append": {"rows": [{"id": "b"}]},
    "list.select": {"rows": ["a"]}, "list.scroll": {"row": "a"},
}
# Without a program that runs there is nothing to report; without a second image none to be set; a panel that
# is calibrated waits for four touches.
UNANSWERED = {"job.report", "image.set", "touch.calibrate"}


# What tables have to have; the button is another one.
REQUIRED = {"device": "/dev/input/x", "buttons": ["a"]}
# What is said of a table besides what is wrong in it, as that is not there then.
CONSEQUENCES = ("'mask' needs exactly one of", "'job' needs a program",
                "'look' must name a [[look]], not 'key'", "'device' must be an absolute path")


def resolved(inner, document):
    """What a schema of the document is, where it refers to another one of it."""
    return document["properties"][inner["$ref"].split("/")[-1]] if "$ref" in inner else inner


def paths(table, path=()):
    """All keys of a schema's tables: path and schema. Arrays of tables have an index 0 in the path."""
    for name, inner in table.get("properties", {}).items():
        yield (*path, name), inner
        if inner.get("type") == "array":
            yield from paths(inner.get("items", {}), (*path, name, 0))
        else:
            yield from paths(inner, (*path, name))


def begun(document, path):
    """The least file that can have a path of the schema: a button, and what tables on the way need."""
    start, inner = {"button": [{"id": "a"}]}, document
    for place, step in enumerate(path[:-1]):
        if step != 0:
            inner = resolved(inner["properties"][step], document)
            # No look has a program.
            if step == "job" and path[0] != "look":
                start = changed(start, (*path[:place], "exec"), ["/bin/true"])
            continue
        inner = inner["items"]
        for name in inner.get("required", []):
            start = changed(start, (*path[:place + 1], name), REQUIRED.get(name, f"b{place}"))
    return start


def changed(document, path, value):
    """A copy of `document` with another value at `path`."""
    document = copy.deepcopy(document)
    place = document
    for step, following in itertools.pairwise(path):
        if isinstance(step, str):
            place = place.setdefault(step, [{}] if following == 0 else {})
        else:
            place = place[step]
    place[path[-1]] = value
    return document


def toml(value):
    """A value in TOML, tables inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {toml(inner)}' for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


class Configuration(unittest.TestCase):
    """swell.schema.json."""

    @classmethod
    def setUpClass(cls):
        cls.schema = contract.read("swell.schema.json")
        cls.validator = jsonschema.Draft202012Validator(cls.schema)
        text = (ROOT / "config/swell.toml").read_text()
        cls.everything = tomllib.loads("\n".join(schema.plain(text)))
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def daemon_takes(self, document):
        """Whether `swelld --check` finds nothing wrong; and what it finds."""
        file = pathlib.Path(self.folder.name) / "scene.toml"
        file.write_text("".join(f"{key} = {toml(value)}\n" for key, value in document.items()))
        check = subprocess.run([PROGRAMS / "swelld", "--check", "--config", file],
                               stderr=subprocess.PIPE, check=False)
        return check.returncode == 0, check.stderr.decode()

    def test_is_a_schema(self):
        """it is a JSON Schema by the meta-schema of its dialect"""
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_examples(self):
        """every configuration that comes with Swell is right"""
        files = [ROOT / "config/swell.toml", *sorted((ROOT / "config/examples").glob("*.toml"))]
        self.assertGreater(len(files), 5)
        for file in files:
            with self.subTest(file.name):
                self.validator.validate(tomllib.loads(file.read_text()))

    def test_every_key(self):
        """with every key in it the file is right, and every key of the schema is there and described"""
        self.validator.validate(self.everything)
        text = (ROOT / "config/swell.toml").read_text()
        for path, inner in paths(self.schema):
            with self.subTest(path):
                self.assertTrue(inner["description"])
                self.assertRegex(text, rf"[.[]{path[-1]}\]|\b{path[-1]}(\.\w+)? =")

    def test_one_wrong_key(self):
        """one key with a wrong type, out of its range or unknown is wrong by the schema and by swelld"""
        count = 0
        # A page's widgets are read as others are: some of their keys are enough.
        pages = [((*path, 0, *below), inner)
                 for path, table in paths(self.schema) if "$ref" in table
                 for below, inner in itertools.islice(paths(resolved(table, self.schema)["items"]), 1, 4)]
        for path, inner in [*paths(self.schema), *pages]:
            at = (*path[:-1],)
            start = begun(self.schema, path)
            wrong = [changed(start, path, {"no": {}}), changed(start, (*at, path[-1] + "x"), 1)]
            spans = [span for span in [inner, *inner.get("anyOf", [])] if "maximum" in span]
            if spans:
                wrong.append(changed(start, path, max(span["maximum"] for span in spans) + 1))
                wrong.append(changed(start, path, min(span["minimum"] for span in spans) - 1))
            if "enum" in inner:
                wrong.append(changed(start, path, "nothing of the kind"))
            if inner.get("type") == "integer":
                wrong.append(changed(start, path, 1.5))
            if path == ("display", "properties"):
                wrong = wrong[1:]
            for document in wrong:
                with self.subTest(json.dumps(document)):
                    self.assertFalse(self.validator.is_valid(document))
                    takes, said = self.daemon_takes(document)
                    self.assertFalse(takes)
                    # A line each; a wrong name stands in the last one.
                    line = max(place for place, key in enumerate(document, 1) if key.startswith(path[0]))
                    said = [text for text in said.splitlines()
                            if not any(words in text for words in CONSEQUENCES)]
                    self.assertEqual(len(said), 1, said)
                    self.assertRegex(said[0], rf"scene\.toml:{line}:\d+: error: ")
                    count += 1
        self.assertGreater(count, 500)

    def test_ends_of_ranges(self):
        """both ends of every range and every choice are right by the schema and by swelld"""
        for path, inner in paths(self.schema):
            if path[0] not in ("display", "touch") or len(path) != 2:
                continue
            values = list(inner.get("enum", []))
            for span in [inner, *inner.get("anyOf", [])]:
                values += [span[end] for end in ("minimum", "maximum") if end in span]
                values += span.get("enum", [])
            for value in values:
                document = changed({"button": [{"id": "a"}]}, path, value)
                # The light fades in what there is of time.
                if path[1] == "dim":
                    document["display"]["blank_after"] = 3600
                with self.subTest(json.dumps(document)):
                    self.assertTrue(self.validator.is_valid(document))
                    self.assertEqual(self.daemon_takes(document), (True, ""))


class Socket(unittest.TestCase):
    """control.openrpc.json."""

    @classmethod
    def setUpClass(cls):
        cls.document = contract.read("control.openrpc.json")
        cls.methods = {method["name"]: method for method in cls.document["methods"]}

    def test_is_openrpc(self):
        """it is OpenRPC, and its schemas are JSON Schemas"""
        jsonschema.validate(self.document, OPENRPC)
        self.assertEqual(len(self.methods), len(self.document["methods"]))
        for method in self.methods.values():
            for descriptor in (*method["params"], method["result"]):
                # The dialect that OpenRPC has; words of later ones would be passed over.
                jsonschema.Draft7Validator.check_schema(descriptor["schema"])
                self.assertNotIn("prefixItems", json.dumps(descriptor["schema"]))

    def test_is_openrpc_in_words(self):
        """what OpenRPC asks for and no schema can: names that differ, and what is required in front"""
        for method in self.methods.values():
            names = [parameter["name"] for parameter in method["params"]]
            self.assertEqual(len(set(names)), len(names), method["name"])
            required = [parameter.get("required", False) for parameter in method["params"]]
            self.assertEqual(required, sorted(required, reverse=True), method["name"])
            codes = [error["code"] for error in method["errors"]]
            self.assertEqual(len(set(codes)), len(codes), method["name"])

    def test_answers(self):
        """a daemon takes calls that are right by it, and answers what it says"""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "scene.toml").write_text(SCENE)
            # Laid as `make install` does it.
            (place / "bin").mkdir()
            (place / "share").mkdir()
            shutil.copy(PROGRAMS / "swelld", place / "bin")
            (place / "share/swell").symlink_to(contract.SCHEMAS)
            daemon = subprocess.Popen(
                [place / "bin/swelld", "--config", place / "scene.toml", "--socket", place / "s",
                 "--output", "virtual:320x240"], stderr=subprocess.DEVNULL)
            try:
                self.call_all(self.connected(str(place / "s")))
            finally:
                daemon.terminate()
                daemon.wait()

    def connected(self, path):
        """A connection, as soon as somebody listens."""
        deadline = time.monotonic() + 60
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(path)
                return connection
            except OSError:
                connection.close()
                self.assertLess(time.monotonic(), deadline, "the daemon does not listen")
                time.sleep(0.02)

    def call_all(self, connection):
        """Makes every call and judges what comes back."""
        self.addCleanup(connection.close)
        lines = connection.makefile()
        self.addCleanup(lines.close)
        for name in set(self.methods) - UNANSWERED:
            with self.subTest(name):
                method = self.methods[name]
                params = PARAMS.get(name, contract.least(method))
                known = {parameter["name"]: parameter for parameter in method["params"]}
                for key, value in params.items():
                    jsonschema.Draft7Validator(known[key]["schema"]).validate(value)
                required = {key for key, parameter in known.items() if parameter["required"]}
                self.assertLessEqual(required, set(params))
                call = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
                connection.sendall(json.dumps(call).encode() + b"\n")
                answer = json.loads(lines.readline())
                self.assertIn("result", answer, answer)
                jsonschema.Draft7Validator(method["result"]["schema"]).validate(answer["result"])


class Sources(unittest.TestCase):
    """Both files."""

    def test_up_to_date(self):
        """they are what the programs' readers say today; else: make schema"""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "scripts/schema.py", PROGRAMS / "swell-probe", folder],
                           check=True)
            for name in ("swell.schema.json", "control.openrpc.json"):
                self.assertEqual((pathlib.Path(folder) / name).read_text(),
                                 (contract.SCHEMAS / name).read_text(), f"{name} is old; run: make schema")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
