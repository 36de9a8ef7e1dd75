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

// Dots on one line are what dotted keys nest by, beyond every limit of toml++ 3.3: it builds tables
// as deep as the key is long and then needs that much stack to free them. (3.4 has a limit of its
// own, TOML_MAX_DOTTED_KEYS_DEPTH.)
constexpr size_t maximum_dots_in_line = 256;

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

// The first line with more dots than can be allowed; 0 if there is none.
uint32_t line_with_too_many_dots(std::string_view source) {
    uint32_t line = 1;
    size_t dots = 0;
    for (const char byte : source) {
        if (byte == '\n') {
            line += 1;
            dots = 0;
        } else if (byte == '.' && ++dots > maximum_dots_in_line) {
            return line;
        }
    }
    return 0;
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
        if (const uint32_t line = line_with_too_many_dots(source); line != 0) {
            fail(*document, "there are more than 256 dots in this line", {line, 1});
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
