// SPDX-License-Identifier: Apache-2.0
//
// A C view of toml++: a document is parsed once and then read as a flat list of nodes in document
// tree order (parents before children). No function throws, aborts or keeps pointers of its caller.
#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a node holds.
typedef enum ctoml_kind {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE, // a date, a time, or both; its value is not handed out
} ctoml_kind;

// A place in the document; both count from 1, columns in Unicode scalars. 0 means unknown.
typedef struct ctoml_position {
    uint32_t line;
    uint32_t column;
} ctoml_position;

// One node. Texts are byte ranges of ctoml_text().
typedef struct ctoml_node {
    ctoml_kind kind;
    ctoml_position position;
    ctoml_position key_position; // unknown for elements of arrays and for the root
    uint32_t key_start, key_length; // both 0 for elements of arrays and for the root
    uint32_t text_start, text_length; // of a string
    uint32_t child_count; // of a table or an array: how many nodes follow on the next level
    int64_t integer; // of an integer; 0 or 1 of a boolean
    double number; // of a float
} ctoml_node;

// A parsed document, or the error that kept it from being parsed.
typedef struct ctoml_document ctoml_document;

// Parses `count` bytes, which may be anything at all. Returns NULL only without memory.
ctoml_document *ctoml_parse(const uint8_t *bytes, size_t count);

// Frees the document; NULL is allowed.
void ctoml_free(ctoml_document *document);

// Whether the bytes were not a document. Then there are no nodes, ctoml_text() is the message, and
// `position` is set to the place of the error.
int ctoml_failed(const ctoml_document *document, ctoml_position *position);

// The number of nodes; the first is the root table.
size_t ctoml_node_count(const ctoml_document *document);

// The node at `index`; a node of no content at an index that does not exist.
ctoml_node ctoml_node_at(const ctoml_document *document, size_t index);

// All keys and strings, or the message, in UTF-8; `count` is set to the number of bytes. The
// pointer lives as long as the document.
const uint8_t *ctoml_text(const ctoml_document *document, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
