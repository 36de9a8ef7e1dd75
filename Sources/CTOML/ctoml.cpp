// SPDX-License-Identifier: Apache-2.0

// Arrays and inline tables in one another: a scene needs three levels.
#define TOML_MAX_NESTED_VALUES 16
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0

#include "ctoml.h"

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

// toml++ 3.3 asserts things about its input that hostile bytes can make untrue ("[" at the end of
// a line does), and lets the optimiser rely on them where NDEBUG is defined. Here such an assertion
// is a syntax error, in every build. Inside the parser `cp` is its current character; everywhere
// else the name finds the constant below.
#undef NDEBUG
#define TOML_ASSERT(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) throw assertion_failure(cp);                                             \
    } while (false)

namespace {

constexpr std::nullptr_t cp = nullptr;

struct assertion_failure : std::exception {
    explicit assertion_failure(std::nullptr_t) {}

    template <typename Codepoint>
    explicit assertion_failure(const Codepoint *codepoint) {
        if (codepoint != nullptr) {
            position = {codepoint->position.line, codepoint->position.column};
        }
    }

    const char *what() const noexcept override { return "unexpected character or end"; }

    ctoml_position position = {0, 0};
};

} // namespace

#include <toml++/toml.h>

struct ctoml_document {
    std::vector<ctoml_node> nodes;
    std::string text;
    ctoml_position error = {0, 0};
    bool failed = false;
};

namespace {

// How many parts a key may have. Dotted keys nest beyond every limit of toml++ 3.3: it builds tables
// as deep as the key is long and then needs that much stack to free them. (3.4 has a limit of its
// own, TOML_MAX_DOTTED_KEYS_DEPTH.)
constexpr size_t maximum_key_parts = 64;

ctoml_position make_position(const toml::source_position &position) {
    return {position.line, position.column};
}

class Flattener {
public:
    explicit Flattener(ctoml_document &document) : document_(document) {}

    void append(const toml::node &node, const toml::key *key) {
        ctoml_node flat = {};
        flat.position = make_position(node.source().begin);
        if (key != nullptr) {
            flat.key_position = make_position(key->source().begin);
            append_text(key->str(), flat.key_start, flat.key_length);
        }
        switch (node.type()) {
        case toml::node_type::table:
            flat.kind = CTOML_TABLE;
            flat.child_count = static_cast<uint32_t>(node.as_table()->size());
            document_.nodes.push_back(flat);
            for (const auto &entry : *node.as_table()) append(entry.second, &entry.first);
            return;
        case toml::node_type::array:
            flat.kind = CTOML_ARRAY;
            flat.child_count = static_cast<uint32_t>(node.as_array()->size());
            document_.nodes.push_back(flat);
            for (const auto &element : *node.as_array()) append(element, nullptr);
            return;
        case toml::node_type::string:
            flat.kind = CTOML_STRING;
            append_text(node.as_string()->get(), flat.text_start, flat.text_length);
            break;
        case toml::node_type::integer:
            flat.kind = CTOML_INTEGER;
            flat.integer = node.as_integer()->get();
            break;
        case toml::node_type::floating_point:
            flat.kind = CTOML_FLOAT;
            flat.number = node.as_floating_point()->get();
            break;
        case toml::node_type::boolean:
            flat.kind = CTOML_BOOLEAN;
            flat.integer = node.as_boolean()->get() ? 1 : 0;
            break;
        default:
            flat.kind = CTOML_DATE;
            break;
        }
        document_.nodes.push_back(flat);
    }

private:
    void append_text(std::string_view text, uint32_t &start, uint32_t &length) {
        start = static_cast<uint32_t>(document_.text.size());
        length = static_cast<uint32_t>(text.size());
        document_.text.append(text);
    }

    ctoml_document &document_;
};

void fail(ctoml_document &document, std::string_view message, ctoml_position position) {
    document.nodes.clear();
    document.text.assign(message);
    document.error = position;
    document.failed = true;
}

// Just behind the string that begins at `start`; one that is not finished ends with its line, or with
// the source.
size_t end_of_string(std::string_view source, size_t start) {
    const char quote = source[start];
    const std::string fence(3, quote);
    const bool is_long = source.substr(start, 3) == fence;
    size_t index = start + (is_long ? 3 : 1);
    while (index < source.size()) {
        if (quote == '"' && source[index] == '\\') {
            index += 2;
            continue;
        }
        if (!is_long && source[index] == '\n') return index;
        if (!is_long && source[index] == quote) return index + 1;
        if (is_long && source.substr(index, 3) == fence) {
            index += 3;
            // Up to two quotes before the fence belong to the string.
            for (int more = 0; more < 2 && index < source.size() && source[index] == quote; more++)
                index += 1;
            return index;
        }
        index += 1;
    }
    return source.size();
}

// Whether a byte may stand between two dots of a key: in a bare word, or as white space.
bool is_part_of_key(char byte) {
    return byte == '-' || byte == '_' || byte == ' ' || byte == '\t' || (byte >= '0' && byte <= '9')
           || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')
           || static_cast<unsigned char>(byte) >= 0x80;
}

// Where a key comes to have more parts than can be allowed; line 0 where none does.
//
// Dots nest in keys alone. Those in comments and strings are passed over, and whatever cannot stand in
// a key, such as the comma between two numbers, begins the count anew.
ctoml_position key_with_too_many_parts(std::string_view source) {
    ctoml_position position = {1, 1};
    size_t parts = 1;
    size_t index = 0;
    while (index < source.size()) {
        const char byte = source[index];
        size_t end = index + 1;
        if (byte == '"' || byte == '\'') {
            end = end_of_string(source, index);
        } else if (byte == '#') {
            end = source.find('\n', index);
            if (end == std::string_view::npos) end = source.size();
        } else if (byte == '.') {
            parts += 1;
            if (parts > maximum_key_parts) return position;
        } else if (!is_part_of_key(byte)) {
            parts = 1;
        }
        for (; index < end && index < source.size(); index++) {
            position.column += 1;
            if (source[index] == '\n') position = {position.line + 1, 1};
        }
    }
    return {0, 0};
}

// The place behind the last byte; the column counts bytes, in lines that are not ASCII too many.
ctoml_position end_position(std::string_view source) {
    ctoml_position position = {1, 1};
    for (const char byte : source) {
        position.column += 1;
        if (byte == '\n') position = {position.line + 1, 1};
    }
    return position;
}

} // namespace

extern "C" {

ctoml_document *ctoml_parse(const uint8_t *bytes, size_t count) {
    auto *document = new (std::nothrow) ctoml_document;
    if (document == nullptr) return nullptr;
    try {
        const std::string_view source(reinterpret_cast<const char *>(bytes), count);
        const ctoml_position deep = key_with_too_many_parts(source);
        if (deep.line != 0) {
            fail(*document, "a key has at most 64 parts", deep);
            return document;
        }
        try {
            const toml::table root = toml::parse(source);
            Flattener(*document).append(root, nullptr);
        } catch (const toml::parse_error &error) {
            fail(*document, error.description(), make_position(error.source().begin));
        } catch (const assertion_failure &error) {
            const bool is_known = error.position.line != 0;
            fail(*document, error.what(), is_known ? error.position : end_position(source));
        } catch (const std::exception &error) {
            fail(*document, error.what(), {0, 0});
        }
        return document;
    } catch (...) {
        delete document;
        return nullptr;
    }
}

void ctoml_free(ctoml_document *document) {
    delete document;
}

int ctoml_failed(const ctoml_document *document, ctoml_position *position) {
    *position = document->error;
    return document->failed ? 1 : 0;
}

size_t ctoml_node_count(const ctoml_document *document) {
    return document->nodes.size();
}

ctoml_node ctoml_node_at(const ctoml_document *document, size_t index) {
    return index < document->nodes.size() ? document->nodes[index] : ctoml_node{};
}

const uint8_t *ctoml_text(const ctoml_document *document, size_t *count) {
    *count = document->text.size();
    return reinterpret_cast<const uint8_t *>(document->text.data());
}

} // extern "C"
