#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the configuration and the control socket may say, for editors and for those who write clients.

    scripts/schema.py SWELL-PROBE FOLDER

FOLDER/swell.schema.json is a JSON Schema of the configuration, FOLDER/control.openrpc.json an OpenRPC
description of the socket. Keys, parameters, answers and events are those of the tables by which the daemon
reads and writes, told by swell-probe; what methods and events are for comes from the tables of
docs/control.md, which have to name the same members.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def ask(probe, question):
    """What swell-probe answers."""
    line = json.dumps({"q": question}) + "\n"
    answer = json.loads(subprocess.run([probe], input=line.encode(), stdout=subprocess.PIPE,
                                       check=True).stdout)
    if "error" in answer:
        raise SystemExit(f"schema: {answer['error']}")
    return answer


# MARK: - The configuration

def plain(text):
    """The file as it would be with the keys behind a `#` in force. A value of the scene's own gives way to
    the default in the line above it."""
    text = re.sub(r"^#(([a-z_.]+) = .*\n)\2 = .*\n", r"\1", text, flags=re.MULTILINE)
    return [re.sub(r"^# {0,2}(?=\[\[?[a-z]+\]\]?$|[a-z_.]+ = )", "", line) for line in text.splitlines()]


def look(tables, keys):
    """Lets a look have the keys of widgets, each as any kind has it."""
    own, forms = tables["look"]["items"]["properties"], {}
    for kind, names in keys.items():
        for name in names:
            key = {word: value for word, value in tables[kind]["items"]["properties"][name].items()
                   if word != "default"}
            first = forms.setdefault(name, ({"description": key.pop("description"),
                                             "$comment": f"as of [[{kind}]]"}, []))
            key.pop("description", None)
            if key not in first[1]:
                first[1].append(key)
    for name, (said, ways) in forms.items():
        own.setdefault(name, {**said, **(ways[0] if len(ways) == 1 else {"anyOf": ways})})


def page(tables):
    """Lets a page hold what a file does."""
    held = [name for name, table in tables.items()
            if table["type"] == "array" and name not in ("look", "page", "scanner")]
    tables["page"]["items"]["properties"].update({
        name: {"description": f"As [[{name}]], on this page alone", "$ref": f"#/properties/{name}"}
        for name in held})


def configuration(probe):
    """The JSON Schema of the configuration."""
    answer = ask(probe, "tables")
    tables = answer["properties"]
    look(tables, answer["look"])
    page(tables)
    # What two keys have to do with each other.
    button, mask = (tables["button"]["items"], tables["progress"]["items"]["properties"]["mask"])
    button["dependentRequired"] = {"job": ["exec"], "input": ["exec"]}
    mask["oneOf"] = [{"required": [name]} for name in ("text", "image", "shape")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of the display daemon Swell",
        "description": "/etc/swell/swell.toml, see swell.toml(5). `swelld --check` knows more: what keys of "
                       "several tables have to do with each other.",
        "type": "object",
        "properties": tables,
        "additionalProperties": False,
    }


# MARK: - The socket

def rows(head):
    """The table of docs/control.md whose first column is `head`: cells by the first one's code words."""
    found, lines = {}, (ROOT / "docs/control.md").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.strip("|").split(" |")]
        for name in re.findall(r"`([^`]*)`", cells[0]):
            found[name] = cells[1:]
    return found


def same_members(name, told, schema):
    """Ends where the document names other members of an answer than there are."""
    named = re.match(r"(?:for a cross )?`\{(.*?)\}`", told)
    if not named:
        return
    members = re.findall(r"\w+", named.group(1))
    known = list(schema.get("anyOf", [schema])[0]["properties"])
    if members != known:
        raise SystemExit(f"schema: docs/control.md says that {name} answers {members}, not {known}")


def of_any_draft(schema):
    """The same in words that all drafts of JSON Schema share: OpenRPC has draft 7, many of its readers a
    later one. Of a list of several kinds only their common type can be said so."""
    if isinstance(schema, list):
        return [of_any_draft(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: of_any_draft(value) for key, value in schema.items() if key != "prefixItems"}
    if "prefixItems" in schema:
        (kind,) = {item["type"] for item in schema["prefixItems"]}
        plain["items"] = {"type": kind}
    return plain


def control(probe):
    """The OpenRPC description of the socket."""
    answer = ask(probe, "methods")
    documented, methods = rows("Method"), []
    for name, method in answer["methods"].items():
        if name not in documented:
            raise SystemExit(f"schema: docs/control.md says nothing of {name}")
        params, told = (documented[name] + ["", ""])[:2]
        parameters = [{**parameter, "schema": of_any_draft(parameter["schema"])}
                      for parameter in method["params"]]
        # By position, those that may be left out are null. OpenRPC wants those that may not be to come first:
        # where the socket has another order, only names can be told of.
        ordered = sorted(parameters, key=lambda parameter: not parameter["required"])
        methods.append({"name": name, "description": f"Params: {params or 'none'}. Result: {told}.",
                        "paramStructure": "either" if ordered == parameters else "by-name",
                        "params": ordered,
                        "result": {"name": "result", "schema": method["result"]}})
        same_members(name, told, method["result"])
    told, events = rows("Type"), []
    for name, schema in answer["events"].items():
        if name not in told:
            raise SystemExit(f"schema: docs/control.md says nothing of {name}")
        events.append({"name": name, "description": told[name][0], "schema": schema})
        for member in set(schema["properties"]) - {"type", "id", "time"}:
            if f"`{member}`" not in told[name][0]:
                raise SystemExit(f"schema: docs/control.md does not say that {name} tells '{member}'")
    codes = {"errors": [
        {"code": -32700, "message": "Parse error"}, {"code": -32600, "message": "Invalid Request"},
        {"code": -32601, "message": "Method not found"},
        {"code": -32602, "message": "Invalid params"}, {"code": -32001, "message": "No such widget"},
        {"code": -32002, "message": "Wrong kind of widget"},
        {"code": -32003, "message": "No display now"},
        {"code": -32004, "message": "Configuration invalid"}]}
    version = re.search(r'version = "(.*)"',
                        (ROOT / "Sources/Control/SwellRelease.swift").read_text()).group(1)
    return {
        "openrpc": "1.2.6",
        "info": {"title": "Control socket of the display daemon Swell", "version": version,
                 "description": "JSON-RPC 2.0 over a Unix stream socket, one message a line; see "
                                "swell-control(7).",
                 "license": {"name": "Apache-2.0"}},
        "methods": [{**method, **codes} for method in methods],
        "x-events": events,
    }


def main():
    probe, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("swell.schema.json", configuration(probe)),
                          ("control.openrpc.json", control(probe))):
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
