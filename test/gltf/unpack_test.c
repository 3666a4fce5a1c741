/* From the file's bytes to numbers: formats, layouts, sparse replacements. */
#include "support/fixture.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct format {
    int component;
    unsigned size;
    const char *name;
} format;

static const format formats[] = {
    {VRM_COMPONENT_I8, 1, "I8"},   {VRM_COMPONENT_U8, 1, "U8"},   {VRM_COMPONENT_I16, 2, "I16"},
    {VRM_COMPONENT_U16, 2, "U16"}, {VRM_COMPONENT_U32, 4, "U32"}, {VRM_COMPONENT_F32, 4, "F32"},
};

/* `columns` and `rows` as glTF counts them; a vector is one column. */
typedef struct shape {
    const char *name;
    unsigned columns, rows;
} shape;

static const shape shapes[] = {
    {"SCALAR", 1, 1}, {"VEC2", 1, 2}, {"VEC3", 1, 3}, {"VEC4", 1, 4},
    {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4},
};

/* A matrix starts each column at a multiple of 4 bytes; a vector has no padding. */
static unsigned column_bytes(const shape *shape, const format *format) {
    unsigned bytes = shape->rows * format->size;
    return shape->columns == 1 ? bytes : (bytes + 3) / 4 * 4;
}

/* What the bytes mean by the tables of glTF 2.0, 3.6.2.2 and 3.11: written out, one by one. */
static double decode(const unsigned char *at, int component, bool is_normalized) {
    int32_t small;
    uint32_t bits;
    float number;
    switch (component) {
    case VRM_COMPONENT_I8:
        small = at[0] < 128 ? at[0] : at[0] - 256;
        if (!is_normalized) return small;
        return small == -128 ? -1.0 : small / 127.0;
    case VRM_COMPONENT_U8:
        return is_normalized ? at[0] / 255.0 : at[0];
    case VRM_COMPONENT_I16:
        small = at[0] + at[1] * 256;
        if (small >= 32768) small -= 65536;
        if (!is_normalized) return small;
        return small == -32768 ? -1.0 : small / 32767.0;
    case VRM_COMPONENT_U16:
        small = at[0] + at[1] * 256;
        return is_normalized ? small / 65535.0 : small;
    default:
        break;
    }
    bits = at[0] + at[1] * 256u + at[2] * 65536u + at[3] * 16777216u;
    if (component == VRM_COMPONENT_U32) return (double)(float)bits;
    memcpy(&number, &bits, sizeof number);
    return isfinite(number) ? (double)number : 0.0;
}

static uint32_t random_state = 1;

static unsigned char random_byte(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (unsigned char)(random_state >> 24);
}

/* Bytes with the extremes of every format in them, and for the rest any. */
static void fill_bytes(unsigned char *bytes, size_t size) {
    static const unsigned char extremes[] = {0x80, 0x7F, 0x81, 0x00, 0xFF, 0x00, 0x80, 0xFF,
                                             0x7F, 0x01, 0x80, 0xFF, 0xFF, 0x00, 0x00};
    for (size_t i = 0; i < size; ++i) {
        bytes[i] = i < sizeof extremes ? extremes[i] : random_byte();
    }
}

/* Loads `bytes` as buffer, view and one accessor whose members are given by `accessor`. */
static loaded load_accessor(const unsigned char *bytes, size_t size, const char *view,
                            const char *accessor) {
    char json[1024];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],"
             "'bufferViews':[{'buffer':0,'byteLength':%zu%s}],'accessors':[{%s}]}",
             size, size, view, accessor);
    return load_json_bin(json, bytes, size);
}

/* One accessor of `count` elements at `offset`, `stride` bytes apart (0: close to each other). */
static void check_layout(const format *format, const shape *shape, bool is_normalized,
                         unsigned offset, unsigned stride, unsigned count) {
    unsigned columns = column_bytes(shape, format), element = shape->columns * columns;
    unsigned step = stride != 0 ? stride : element;
    unsigned components = shape->columns * shape->rows;
    size_t size = offset + (size_t)step * (count - 1) + element;
    unsigned char *bytes = malloc(size);
    float *out = malloc(components * count * sizeof *out);
    char view[64] = "", accessor[256];
    loaded file;
    test_note("%s %s%s, offset %u, stride %u", shape->name, format->name,
              is_normalized ? " normalized" : "", offset, stride);
    fill_bytes(bytes, size);
    if (stride != 0) snprintf(view, sizeof view, ",'byteStride':%u", stride);
    snprintf(accessor, sizeof accessor,
             "'bufferView':0,'byteOffset':%u,'componentType':%d,'count':%u,'type':'%s',"
             "'normalized':%s",
             offset, format->component, count, shape->name, is_normalized ? "true" : "false");
    file = load_accessor(bytes, size, view, accessor);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_model_accessor_floats(file.model, 0), components * count);
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, components * count), VRM_OK);
    for (unsigned i = 0; i < components * count; ++i) {
        unsigned e = i / components, c = i % components;
        const unsigned char *at =
            bytes + offset + e * step + c / shape->rows * columns + c % shape->rows * format->size;
        double expected = decode(at, format->component, is_normalized);
        if (!CHECK_NEAR(out[i], expected, is_normalized ? 6e-8 : 0)) break;
    }
    unload(&file);
    free(out);
    free(bytes);
    test_note(NULL);
}

TEST(every_component_of_every_element_is_converted) {
    for (size_t f = 0; f < COUNT(formats); ++f) {
        for (size_t s = 0; s < COUNT(shapes); ++s) {
            check_layout(&formats[f], &shapes[s], false, 0, 0, 7);
            /* Only 8 and 16 bit integers can be normalized. */
            if (formats[f].size < 4) check_layout(&formats[f], &shapes[s], true, 0, 0, 7);
        }
    }
}

TEST(er_008_elements_lie_a_stride_apart) {
    for (size_t f = 0; f < COUNT(formats); ++f) {
        for (size_t s = 0; s < COUNT(shapes); ++s) {
            unsigned element = shapes[s].columns * column_bytes(&shapes[s], &formats[f]);
            unsigned smallest = (element + 3) / 4 * 4;
            check_layout(&formats[f], &shapes[s], false, 0, smallest, 5);
            check_layout(&formats[f], &shapes[s], formats[f].size < 4, 4, smallest + 4, 5);
            check_layout(&formats[f], &shapes[s], false, 8, 252, 3);
        }
    }
}

/* ER-008: alignment is the file's promise; reading does not depend on it. */
TEST(elements_may_begin_at_any_byte) {
    for (size_t f = 0; f < COUNT(formats); ++f) {
        for (unsigned offset = 1; offset < 8; ++offset) {
            check_layout(&formats[f], &shapes[2], false, offset, 0, 4);
            check_layout(&formats[f], &shapes[5], false, offset, 48, 2);
        }
    }
}

/* The values that glTF's table of normalization names, without our own arithmetic between. */
TEST(normalised_extremes_are_exact) {
    static const struct {
        int component;
        unsigned char bytes[8];
        float expected[4];
    } cases[] = {
        {VRM_COMPONENT_I8, {0x80, 0x81, 0x00, 0x7F}, {-1, -1, 0, 1}},
        {VRM_COMPONENT_U8, {0, 255, 51, 204}, {0, 1, 0.2f, 0.8f}},
        {VRM_COMPONENT_I16, {0x00, 0x80, 0x01, 0x80, 0, 0, 0xFF, 0x7F}, {-1, -1, 0, 1}},
        {VRM_COMPONENT_U16, {0, 0, 0xFF, 0xFF, 0x33, 0x33, 0xCC, 0xCC}, {0, 1, 0.2f, 0.8f}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char accessor[256];
        float out[4];
        loaded file;
        test_note("component type %d", cases[i].component);
        snprintf(accessor, sizeof accessor,
                 "'bufferView':0,'componentType':%d,'count':1,'type':'VEC4','normalized':true",
                 cases[i].component);
        file = load_accessor(cases[i].bytes, sizeof cases[i].bytes, "", accessor);
        CHECK_INT(vrm_model_read_floats(file.model, 0, out, 4), VRM_OK);
        for (int k = 0; k < 4; ++k) CHECK_NEAR(out[k], cases[i].expected[k], 0);
        unload(&file);
    }
}

TEST(what_is_not_finite_reads_as_zero) {
    static const uint32_t bits[] = {
        0x7F800000,                         /* infinity */
        0xFF800000, 0x7FC00000,             /* NaN, quiet and signalling */
        0x7F800001, 0xFFFFFFFF, 0x7F7FFFFF, /* the largest finite number stays */
        0x00000001,                         /* the smallest too, and the sign of zero */
        0x80000000,
    };
    unsigned char bytes[sizeof bits];
    float out[COUNT(bits)];
    loaded file;
    for (size_t i = 0; i < sizeof bits; ++i) bytes[i] = (unsigned char)(bits[i / 4] >> (i % 4 * 8));
    file = load_accessor(bytes, sizeof bytes, "",
                         "'bufferView':0,'componentType':5126,'count':8,'type':'SCALAR'");
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 8), VRM_OK);
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 0), 5);
    for (int i = 0; i < 5; ++i) CHECK(out[i] == 0);
    for (size_t i = 5; i < COUNT(bits); ++i) {
        uint32_t got;
        memcpy(&got, &out[i], sizeof got);
        CHECK_INT(got, bits[i]);
    }
    unload(&file);
}

TEST(numbers_that_are_not_finite_are_counted) {
    unsigned char bytes[40];
    loaded file;
    memset(bytes, 0, sizeof bytes);
    memset(bytes + 4, 0xFF, 4);  /* the second float of the first element of 8 in 12 bytes */
    memset(bytes + 8, 0xFF, 4);  /* a gap */
    memset(bytes + 24, 0xFF, 8); /* the third element */
    file = load_json_bin(
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':40}],"
        "'bufferViews':[{'buffer':0,'byteLength':36,'byteStride':12},"
        "{'buffer':0,'byteOffset':4,'byteLength':8},{'buffer':0,'byteOffset':36,'byteLength':1}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC2'},"
        "{'bufferView':0,'componentType':5125,'count':3,'type':'SCALAR'},"
        "{'componentType':5126,'count':3,'type':'VEC2','sparse':{'count':1,"
        "'indices':{'bufferView':2,'componentType':5121},'values':{'bufferView':1}}},"
        "{'componentType':5126,'count':3,'type':'VEC2'}]}",
        bytes, sizeof bytes);
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 0), 3);
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 1), 0); /* integers */
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 2), 2); /* sparse values */
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 3), 0); /* zeros */
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 4), 0);
    CHECK_INT(vrm_model_accessor_not_finite(file.model, VRM_NONE), 0);
    CHECK_INT(vrm_model_accessor_not_finite(NULL, 0), 0);
    vrm_model_drop_payload(file.model);
    CHECK_INT(vrm_model_accessor_not_finite(file.model, 0), 0);
    unload(&file);
}

TEST(an_accessor_without_a_view_is_zeros) {
    for (size_t f = 0; f < COUNT(formats); ++f) {
        for (size_t s = 0; s < COUNT(shapes); ++s) {
            unsigned components = shapes[s].columns * shapes[s].rows;
            char json[256];
            float out[16 * 3];
            loaded file;
            test_note("%s %s", shapes[s].name, formats[f].name);
            snprintf(json, sizeof json,
                     "{'asset':{'version':'2.0'},'accessors':[{'componentType':%d,'count':3,"
                     "'type':'%s'}]}",
                     formats[f].component, shapes[s].name);
            file = load_json(json);
            for (size_t i = 0; i < COUNT(out); ++i) out[i] = 9;
            CHECK_INT(vrm_model_accessor_floats(file.model, 0), components * 3);
            CHECK_INT(vrm_model_read_floats(file.model, 0, out, COUNT(out)), VRM_OK);
            for (unsigned i = 0; i < COUNT(out); ++i) {
                CHECK_NEAR(out[i], i < components * 3 ? 0 : 9, 0);
            }
            unload(&file);
        }
    }
}

/* --- Sparse --- */

typedef struct sparse_bytes {
    unsigned char bytes[160];
    size_t size;
} sparse_bytes;

static size_t put(sparse_bytes *out, uint32_t value, unsigned size) {
    size_t at = out->size;
    for (unsigned i = 0; i < size && i < 4; ++i) {
        out->bytes[out->size++] = (unsigned char)(value >> (8 * i));
    }
    return at;
}

/* 5 pairs of U16: over data (10, 11, 20, 21 …) or zeros; `indices` in the format given. */
static loaded load_sparse(const format *index_format, bool has_base, const uint32_t *indices,
                          unsigned count, unsigned index_padding) {
    sparse_bytes bin = {{0}, 0};
    size_t index_at, value_at;
    char json[1024];
    for (uint32_t i = 1; i <= 5; ++i) {
        put(&bin, i * 10, 2);
        put(&bin, i * 10 + 1, 2);
    }
    put(&bin, 0xEEEE, index_padding); /* so that an offset within the view counts */
    index_at = bin.size - index_padding;
    for (unsigned i = 0; i < count; ++i) put(&bin, indices[i], index_format->size);
    put(&bin, 0xEEEE, 2);
    value_at = bin.size - 2;
    for (uint32_t i = 1; i <= count; ++i) {
        put(&bin, i * 1000, 2);
        put(&bin, i * 1000 + 1, 2);
    }
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':["
             "{'buffer':0,'byteLength':20},{'buffer':0,'byteOffset':%zu,'byteLength':%zu},"
             "{'buffer':0,'byteOffset':%zu,'byteLength':%zu}],"
             "'accessors':[{%s'componentType':5123,'count':5,'type':'VEC2','sparse':{'count':%u,"
             "'indices':{'bufferView':1,'byteOffset':%u,'componentType':%d},"
             "'values':{'bufferView':2,'byteOffset':2}}}]}",
             bin.size, index_at, value_at - index_at, value_at, bin.size - value_at,
             has_base ? "'bufferView':0," : "", count, index_padding, index_format->component);
    return load_json_bin(json, bin.bytes, bin.size);
}

static void check_sparse(const format *index_format, bool has_base, const uint32_t *indices,
                         unsigned count) {
    float out[10];
    loaded file = load_sparse(index_format, has_base, indices, count, 2);
    test_note("%s indices over %s", index_format->name, has_base ? "data" : "zeros");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(file.gltf->accessors[0].sparse_count, count);
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 10), VRM_OK);
    for (unsigned e = 0; e < 5; ++e) {
        double expected = has_base ? (e + 1) * 10 : 0;
        double second = has_base ? expected + 1 : 0;
        for (unsigned i = 0; i < count; ++i) {
            if (indices[i] != e) continue;
            expected = (i + 1) * 1000; /* the last one counts */
            second = expected + 1;
        }
        CHECK_NEAR(out[e * 2], expected, 0);
        CHECK_NEAR(out[e * 2 + 1], second, 0);
    }
    unload(&file);
    test_note(NULL);
}

TEST(sparse_values_replace_data_and_zeros) {
    static const uint32_t some[] = {1, 4}, all[] = {0, 1, 2, 3, 4}, twice[] = {3, 3, 0};
    for (size_t f = 0; f < COUNT(formats); ++f) {
        int component = formats[f].component;
        if (component != VRM_COMPONENT_U8 && component != VRM_COMPONENT_U16 &&
            component != VRM_COMPONENT_U32) {
            continue;
        }
        for (int has_base = 0; has_base < 2; ++has_base) {
            check_sparse(&formats[f], has_base != 0, some, 2);
            check_sparse(&formats[f], has_base != 0, all, 5);
            check_sparse(&formats[f], has_base != 0, twice, 3);
        }
    }
}

TEST(er_008_a_sparse_index_out_of_range_replaces_nothing) {
    static const uint32_t small[] = {5, 255, 2}, wide[] = {65535, 2, 5};
    static const uint32_t huge[] = {UINT32_MAX, 0x80000000u, 5, 2};
    for (int has_base = 0; has_base < 2; ++has_base) {
        check_sparse(&formats[1], has_base != 0, small, 3);
        check_sparse(&formats[3], has_base != 0, wide, 3);
        check_sparse(&formats[4], has_base != 0, huge, 4);
    }
}

/* A sparse part that reaches outside its views is skipped, and the rest stays. */
TEST(er_008_a_sparse_part_out_of_range_is_left_out) {
    static const struct {
        const char *sparse;
        const char *why;
    } cases[] = {
        {"'count':3,'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':0}",
         "more indices than bytes"},
        {"'count':2,'indices':{'bufferView':1,'byteOffset':1,'componentType':5121},"
         "'values':{'bufferView':0}",
         "indices behind the end"},
        {"'count':2,'indices':{'bufferView':1,'componentType':5123},'values':{'bufferView':0}",
         "wide indices behind the end"},
        {"'count':2,'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':1,'"
         "byteOffset':1}",
         "values behind the end"},
        {"'count':0,'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':0}",
         "none"},
        {"'count':9,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}",
         "more than elements"},
        {"'count':9223372036854775807,'indices':{'bufferView':0,'componentType':5125},"
         "'values':{'bufferView':0}",
         "2^63 - 1"},
        {"'count':2,'indices':{'bufferView':1,'byteOffset':9223372036854775807,"
         "'componentType':5121},'values':{'bufferView':0}",
         "an offset that wraps around"},
    };
    static const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 0, 1};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[1024];
        float out[8];
        loaded file;
        test_note("%s", cases[i].why);
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'buffers':[{'byteLength':10}],'bufferViews':["
                 "{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':2}],"
                 "'accessors':[{'bufferView':0,'componentType':5121,'count':8,'type':'SCALAR',"
                 "'sparse':{%s}}]}",
                 cases[i].sparse);
        file = load_json_bin(json, bytes, sizeof bytes);
        CHECK(found(&file, "accessor-sparse", "/accessors/0/sparse"));
        CHECK_INT(vrm_model_read_floats(file.model, 0, out, 8), VRM_OK);
        for (int k = 0; k < 8; ++k) CHECK_NEAR(out[k], k + 1, 0);
        unload(&file);
    }
}

/* ER-008: each of these ends one byte behind its view, or wraps around on the way. */
TEST(accessors_out_of_range_are_not_read) {
    static const struct {
        const char *view, *accessor;
    } cases[] = {
        {"", "'componentType':5121,'count':17,'type':'SCALAR'"},
        {"", "'componentType':5123,'count':8,'type':'SCALAR','byteOffset':1"},
        {"", "'componentType':5126,'count':1,'type':'MAT4'"},
        {"", "'componentType':5121,'count':1,'type':'SCALAR','byteOffset':16"},
        {"", "'componentType':5126,'count':4,'type':'SCALAR','byteOffset':18446744073709551604"},
        {"", "'componentType':5126,'count':4,'type':'SCALAR','byteOffset':9223372036854775807"},
        {"", "'componentType':5126,'count':4611686018427387905,'type':'SCALAR'"},
        {"", "'componentType':5126,'count':1073741825,'type':'SCALAR'"},
        {"", "'componentType':5126,'count':2147483648,'type':'SCALAR'"},
        {"", "'componentType':5126,'count':4294967296,'type':'SCALAR'"},
        {"", "'componentType':5126,'count':4294967297,'type':'SCALAR'"},
        {"", "'componentType':5126,'count':1e300,'type':'SCALAR'"},
        {",'byteStride':12", "'componentType':5126,'count':3,'type':'SCALAR'"},
        {",'byteStride':8", "'componentType':5126,'count':1,'type':'VEC3'"},
    };
    static const unsigned char bytes[16] = {0};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char accessor[256];
        float out[4] = {9, 9, 9, 9};
        loaded file;
        test_note("case %d", (int)i);
        snprintf(accessor, sizeof accessor, "'bufferView':0,%s", cases[i].accessor);
        file = load_accessor(bytes, sizeof bytes, cases[i].view, accessor);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(file.gltf->accessors[0].count, 0);
        CHECK_INT(vrm_model_accessor_floats(file.model, 0), 0);
        CHECK_INT(vrm_model_read_floats(file.model, 0, out, 4), VRM_ERROR_PAYLOAD);
        CHECK_NEAR(out[0], 9, 0);
        unload(&file);
    }
}

/* The last element needs no padding up to the stride, and a padded column ends the buffer. */
TEST(an_accessor_may_end_with_its_view) {
    static const unsigned char bytes[] = {1,  2,  3,  0, 4,  5,  6,  0, 7,  8,  9,  0,
                                          11, 12, 13, 0, 14, 15, 16, 0, 17, 18, 19, 0};
    float out[18];
    loaded file = load_accessor(bytes, sizeof bytes, ",'byteStride':12",
                                "'bufferView':0,'componentType':5121,'count':2,'type':'MAT3'");
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 18), VRM_OK);
    for (int i = 0; i < 9; ++i) CHECK_NEAR(out[i], i + 1, 0);
    for (int i = 0; i < 9; ++i) CHECK_NEAR(out[9 + i], i + 11, 0);
    unload(&file);
    file = load_accessor(bytes, 20, ",'byteStride':16",
                         "'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'");
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 2), VRM_OK);
    unload(&file);
}

TEST_SUITE(unpack, ENTRY(every_component_of_every_element_is_converted),
           ENTRY(er_008_elements_lie_a_stride_apart), ENTRY(elements_may_begin_at_any_byte),
           ENTRY(normalised_extremes_are_exact), ENTRY(what_is_not_finite_reads_as_zero),
           ENTRY(numbers_that_are_not_finite_are_counted),
           ENTRY(an_accessor_without_a_view_is_zeros), ENTRY(sparse_values_replace_data_and_zeros),
           ENTRY(er_008_a_sparse_index_out_of_range_replaces_nothing),
           ENTRY(er_008_a_sparse_part_out_of_range_is_left_out),
           ENTRY(accessors_out_of_range_are_not_read), ENTRY(an_accessor_may_end_with_its_view));
