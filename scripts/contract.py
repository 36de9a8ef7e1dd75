# SPDX-License-Identifier: Apache-2.0
"""The kinds of widgets with their keys and methods, as config/schema tells them, for what goes over all."""

import json
import pathlib

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "config/schema"


def read(name):
    """One of the two files."""
    return json.loads((SCHEMAS / name).read_text())


def methods():
    """The methods by their names."""
    return {method["name"]: method for method in read("control.openrpc.json")["methods"]}


def kinds():
    """The keys of each kind of widgets: those with a frame that have methods of their own."""
    tables = read("swell.schema.json")["properties"]
    verbs = {name.split(".")[0] for name in methods()}
    return {name: table["items"]["properties"] for name, table in tables.items()
            if name in verbs and table["type"] == "array" and "frame" in table["items"]["properties"]}


def sample(schema):
    """A value that a schema allows."""
    if "anyOf" in schema:
        return sample(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema["type"]
    if kind == "array":
        return [sample(schema["items"])] * max(1, schema.get("minItems", 1))
    if kind == "object":
        return {name: sample(schema["properties"][name])
                for name in schema.get("required", schema["properties"])}
    if kind in ("number", "integer"):
        return min(max(42, schema.get("minimum", 42)), schema.get("maximum", 42))
    return {"boolean": True, "string": "a"}[kind]


def least(method):
    """As little as a method takes, with a value for each parameter that has to be there."""
    return {parameter["name"]: sample(parameter["schema"]) for parameter in method["params"]
            if parameter["required"]}
