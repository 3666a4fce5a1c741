/* Buffers, buffer views and accessors: what they claim, against what is there (ER-008). */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

enum { BIN_BYTES = 4096 };
static const unsigned char bin[BIN_BYTES];

/* A file with the BIN chunk as its one buffer, and these members. */
static loaded load_members(const char *members) {
    char json[1024];
    snprintf(json, sizeof json, "{" ASSET ",'buffers':[{'byteLength':4096}],%s}", members);
    return load_json_bin(json, bin, sizeof bin);
}

/* One accessor on one view. */
static loaded load_accessor(const char *view, const char *accessor) {
    char members[768];
    snprintf(members, sizeof members, "'bufferViews':[{'buffer':0,%s}],'accessors':[{%s}]", view,
             accessor);
    return load_members(members);
}

/* --- Buffers --- */

TEST(er_008_buffers_and_the_bin_chunk) {
    static const struct {
        const char *buffers;
        size_t bin_size; /* 0: no BIN */
        const char *code;
        const char *message;
        int available;
    } cases[] = {
        {"{'byteLength':8}", 8, NULL, NULL, 1},
        {"{'byteLength':5}", 8, NULL, NULL, 1}, /* padding */
        {"{'byteLength':0}", 4, NULL, NULL, 1},
        {"{'byteLength':9}", 8, "buffer-short", "the buffer should have 9 bytes, but has only 8",
         0},
        {"{'byteLength':9223372036854775807}", 8, "buffer-short",
         "the buffer should have 9,223,372,036,854,775,807 bytes, but has only 8", 0},
        {"{'byteLength':8}", 0, "buffer-missing",
         "the bytes of the buffer are missing; its meshes and images cannot be read", 0},
        {"{'byteLength':-1}", 8, "field-type", NULL, 0},
        {"{}", 8, "field-missing", NULL, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[128];
        loaded file;
        test_note("%s with %zu bytes", cases[i].buffers, cases[i].bin_size);
        snprintf(json, sizeof json, "{" ASSET ",'buffers':[%s]}", cases[i].buffers);
        file = load_json_bin(json, cases[i].bin_size != 0 ? bin : NULL, cases[i].bin_size);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->buffers[0].is_available, cases[i].available);
        CHECK_TEXT(file.gltf->buffers[0].uri.data, "");
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        if (cases[i].message != NULL)
            CHECK_TEXT(message_of(&file, cases[i].code), cases[i].message);
        unload(&file);
    }
}

/* Only the first buffer can be the BIN chunk. */
TEST(gl_003_a_second_buffer_is_not_the_bin_chunk) {
    loaded file =
        load_json_bin("{" ASSET ",'buffers':[{'byteLength':8},{'byteLength':8}]}", bin, 8);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 1);
    CHECK_INT(file.gltf->buffers[1].is_available, 0);
    CHECK_INT(file.gltf->buffers[1].byte_length, 8);
    CHECK(found(&file, "buffer-missing", "/buffers/1"));
    unload(&file);
}

/* A file without its BIN still loads for running: the tables are whole. */
TEST(er_008_without_bin_the_tables_are_whole) {
    loaded file =
        load_json("{" ASSET ",'buffers':[{'byteLength':36}],"
                  "'bufferViews':[{'buffer':0,'byteLength':36}],"
                  "'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3}],"
                  "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "buffer-missing", "/buffers/0"));
    CHECK_INT(find_diagnostic(&file, "buffer-missing")->severity, VRM_SEVERITY_WARNING);
    CHECK_INT(file.gltf->buffer_views[0].buffer, 0);
    CHECK_INT(file.gltf->accessors[0].count, 3);
    CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 3);
    unload(&file);
}

/* --- Views --- */

TEST(er_008_views_against_their_buffer) {
    static const struct {
        const char *view;
        const char *code;
        const char *message;
    } cases[] = {
        {"'byteLength':4096", NULL, NULL},
        {"'byteLength':1,'byteOffset':4095", NULL, NULL},
        {"'byteLength':0,'byteOffset':4096", NULL, NULL},
        {"'byteLength':4097", "view-range",
         "bytes 0 to 4,097 reach beyond the 4,096 bytes of the buffer; the view is ignored"},
        {"'byteLength':2,'byteOffset':4095", "view-range",
         "bytes 4,095 to 4,097 reach beyond the 4,096 bytes of the buffer; the view is ignored"},
        {"'byteLength':0,'byteOffset':4097", "view-range", NULL},
        /* sums that would wrap around in 32 and in 64 bits */
        {"'byteLength':4294967295,'byteOffset':2", "view-range", NULL},
        {"'byteLength':9223372036854775807,'byteOffset':9223372036854775807", "view-range",
         "bytes 9,223,372,036,854,775,807 to 18,446,744,073,709,551,614 reach beyond the 4,096 "
         "bytes of the buffer; the view is ignored"},
        {"'byteLength':18446744073709551615,'byteOffset':4", "view-range", NULL},
        {"'byteLength':1e30", "view-range", NULL},
        {"'byteLength':-4", "field-type", NULL},
        {"'byteOffset':4", "field-missing", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char members[256];
        loaded file;
        test_note("%s", cases[i].view);
        snprintf(members, sizeof members, "'bufferViews':[{'buffer':0,%s}]", cases[i].view);
        file = load_members(members);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        CHECK_INT(file.gltf->buffer_views[0].buffer, cases[i].code != NULL ? VRM_NONE : 0);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        if (cases[i].message != NULL)
            CHECK_TEXT(message_of(&file, cases[i].code), cases[i].message);
        unload(&file);
    }
}

TEST(er_008_strides) {
    for (int stride = -4; stride <= 264; ++stride) {
        char members[128];
        bool is_good = stride == 0 || (stride >= 4 && stride <= 252 && stride % 4 == 0);
        loaded file;
        test_note("%d", stride);
        snprintf(members, sizeof members,
                 "'bufferViews':[{'buffer':0,'byteLength':4096,'byteStride':%d}]", stride);
        file = load_members(members);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->buffer_views[0].buffer, 0);
        CHECK_INT(file.gltf->buffer_views[0].byte_stride, is_good ? stride : 0);
        CHECK_INT(count_code(&file, "view-stride"), !is_good);
        if (stride == 6) {
            CHECK_TEXT(message_of(&file, "view-stride"),
                       "a stride of 6 is not a multiple of 4 from 4 to 252; it is ignored");
        }
        unload(&file);
    }
}

/* --- Accessors --- */

/* Sizes of elements from the specification, for components of 1, 2 and 4 bytes. */
static const struct {
    const char *name;
    int element;
    int sizes[3];
} elements[] = {
    {"SCALAR", VRM_ELEMENT_SCALAR, {1, 2, 4}}, {"VEC2", VRM_ELEMENT_VEC2, {2, 4, 8}},
    {"VEC3", VRM_ELEMENT_VEC3, {3, 6, 12}},    {"VEC4", VRM_ELEMENT_VEC4, {4, 8, 16}},
    {"MAT2", VRM_ELEMENT_MAT2, {8, 8, 16}}, /* columns begin at multiples of 4 */
    {"MAT3", VRM_ELEMENT_MAT3, {12, 24, 36}},  {"MAT4", VRM_ELEMENT_MAT4, {16, 32, 64}},
};

static const struct {
    int component, size_index;
} components[] = {{VRM_COMPONENT_I8, 0},  {VRM_COMPONENT_U8, 0},  {VRM_COMPONENT_I16, 1},
                  {VRM_COMPONENT_U16, 1}, {VRM_COMPONENT_U32, 2}, {VRM_COMPONENT_F32, 2}};

/* Whether `count` elements are taken in a view of `length` bytes, at `offset`. */
static bool fits(size_t e, size_t c, int stride, int offset, int count, int length) {
    char view[128], accessor[128];
    loaded file;
    bool is_good;
    snprintf(view, sizeof view, "'byteLength':%d,'byteStride':%d", length, stride);
    snprintf(accessor, sizeof accessor,
             "'bufferView':0,'componentType':%d,'type':'%s','count':%d,'byteOffset':%d",
             components[c].component, elements[e].name, count, offset);
    file = load_accessor(view, accessor);
    is_good = file.gltf != NULL && file.gltf->accessors[0].count == (uint32_t)count;
    if (is_good) {
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(file.gltf->accessors[0].component, components[c].component);
        CHECK_INT(file.gltf->accessors[0].element, elements[e].element);
        CHECK_INT(file.gltf->accessors[0].byte_offset, offset);
    } else {
        CHECK(found(&file, "accessor-range", "/accessors/0"));
        CHECK_INT(file.gltf->accessors[0].count, 0);
    }
    unload(&file);
    return is_good;
}

TEST(er_008_accessor_ranges_of_every_type) {
    for (size_t e = 0; e < COUNT(elements); ++e) {
        for (size_t c = 0; c < COUNT(components); ++c) {
            int size = elements[e].sizes[components[c].size_index];
            test_note("%s of %d", elements[e].name, components[c].component);
            CHECK(fits(e, c, 0, 0, 1, size));
            CHECK(!fits(e, c, 0, 0, 1, size - 1));
            CHECK(fits(e, c, 0, 0, 7, 7 * size));
            CHECK(!fits(e, c, 0, 0, 7, 7 * size - 1));
            CHECK(fits(e, c, 0, 8, 7, 7 * size + 8));
            CHECK(!fits(e, c, 0, 8, 7, 7 * size + 7));
            /* The last element needs no padding up to the stride. */
            CHECK(fits(e, c, 64, 0, 3, 2 * 64 + size));
            CHECK(!fits(e, c, 64, 0, 3, 2 * 64 + size - 1));
            CHECK(fits(e, c, 252, 4, 2, 4 + 252 + size));
            CHECK(!fits(e, c, 252, 4, 2, 4 + 252 + size - 1));
            /* Elements that overlap are none. */
            if (size > 4) CHECK(!fits(e, c, (size - 1) / 4 * 4, 0, 2, 4096));
        }
    }
}

TEST(er_008_accessor_counts_and_offsets) {
    static const struct {
        const char *accessor; /* of a view with 16 bytes */
        const char *code;
        const char *message;
    } cases[] = {
        {"'bufferView':0,'count':4", NULL, NULL},
        {"'bufferView':0,'count':0", "accessor-count",
         "0 is not a usable number of elements; the accessor is ignored"},
        {"'bufferView':0,'count':5", "accessor-range",
         "the accessor does not fit into its buffer view (number of elements: 5); it is ignored"},
        {"'bufferView':0,'count':2147483647", "accessor-range", NULL},
        {"'bufferView':0,'count':2147483648", "accessor-count",
         "2,147,483,648 is not a usable number of elements; the accessor is ignored"},
        {"'bufferView':0,'count':4294967297", "accessor-count", NULL}, /* 1 in 32 bits */
        {"'bufferView':0,'count':9223372036854775807", "accessor-count", NULL},
        {"'bufferView':0,'count':9223372036854775808", "accessor-count", NULL},
        {"'bufferView':0,'count':18446744073709551615", "accessor-count", NULL},
        {"'bufferView':0,'count':1e300", "accessor-count", NULL},
        {"'bufferView':0,'count':-1", "field-type", NULL},
        {"'bufferView':0,'count':1.5", "field-not-integer", NULL},
        {"'bufferView':0,'count':1,'byteOffset':12", NULL, NULL},
        {"'bufferView':0,'count':1,'byteOffset':16", "accessor-range", NULL},
        {"'bufferView':0,'count':1,'byteOffset':4294967296", "accessor-range", NULL},
        {"'bufferView':0,'count':1,'byteOffset':9223372036854775804", "accessor-range", NULL},
        {"'bufferView':0,'count':1,'byteOffset':18446744073709551612", "accessor-range", NULL},
        /* without a view: zeros, up to the limit on elements */
        {"'count':1048576", NULL, NULL},
        {"'count':1048577", "accessor-count", NULL},
        /* a view that cannot be used is not the same as none */
        {"'bufferView':1,'count':1", "index-out-of-range", NULL},
        {"'bufferView':'0','count':1", "field-type", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char accessor[256];
        loaded file;
        test_note("%s", cases[i].accessor);
        snprintf(accessor, sizeof accessor, "'componentType':5126,'type':'SCALAR',%s",
                 cases[i].accessor);
        file = load_accessor("'byteLength':16", accessor);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        CHECK_INT(file.gltf->accessors[0].count == 0, cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        if (cases[i].message != NULL)
            CHECK_TEXT(message_of(&file, cases[i].code), cases[i].message);
        unload(&file);
    }
}

TEST(er_008_an_accessor_on_a_view_that_is_out_of_range) {
    loaded file = load_accessor("'byteLength':5000",
                                "'bufferView':0,'componentType':5126,'type':'SCALAR','count':1");
    REQUIRE(file.gltf != NULL);
    CHECK(found(&file, "view-range", "/bufferViews/0"));
    CHECK_INT(file.gltf->accessors[0].count, 0);
    unload(&file);
}

TEST(er_008_alignment_is_a_warning) {
    static const struct {
        const char *view, *accessor;
        int start, size; /* size 0: aligned */
    } cases[] = {
        {"'byteOffset':0", "'componentType':5126,'byteOffset':4", 4, 0},
        {"'byteOffset':0", "'componentType':5126,'byteOffset':2", 2, 4},
        {"'byteOffset':3", "'componentType':5126,'byteOffset':1", 4, 0},
        {"'byteOffset':3", "'componentType':5125,'byteOffset':0", 3, 4},
        {"'byteOffset':1", "'componentType':5123,'byteOffset':0", 1, 2},
        {"'byteOffset':2", "'componentType':5122,'byteOffset':0", 2, 0},
        {"'byteOffset':1", "'componentType':5121,'byteOffset':2", 3, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char view[64], accessor[128], message[128];
        loaded file;
        test_note("%s %s", cases[i].view, cases[i].accessor);
        snprintf(view, sizeof view, "'byteLength':64,%s", cases[i].view);
        snprintf(accessor, sizeof accessor, "'bufferView':0,'type':'VEC2','count':2,%s",
                 cases[i].accessor);
        file = load_accessor(view, accessor);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->accessors[0].count, 2); /* it is read all the same */
        CHECK_INT(vrm_report_count(file.report), cases[i].size != 0);
        if (cases[i].size != 0) {
            snprintf(message, sizeof message,
                     "the elements begin at byte %d, which is not a multiple of the component's %d "
                     "bytes",
                     cases[i].start, cases[i].size);
            CHECK_TEXT(message_of(&file, "accessor-alignment"), message);
            CHECK_INT(find_diagnostic(&file, "accessor-alignment")->severity, VRM_SEVERITY_WARNING);
        }
        unload(&file);
    }
}

TEST(er_008_what_can_be_normalised) {
    for (size_t c = 0; c < COUNT(components); ++c) {
        char accessor[128];
        bool is_good = components[c].size_index < 2;
        loaded file;
        test_note("%d", components[c].component);
        snprintf(accessor, sizeof accessor,
                 "'componentType':%d,'type':'VEC4','count':1,'normalized':true,'name':'a'",
                 components[c].component);
        file = load_accessor("'byteLength':16", accessor);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->accessors[0].is_normalized, is_good);
        CHECK_INT(file.gltf->accessors[0].count, 1);
        CHECK_TEXT(file.gltf->accessors[0].name.data, "a");
        CHECK_INT(count_code(&file, "accessor-normalized"), !is_good);
        unload(&file);
    }
}

TEST(bounds_are_kept_where_they_are_whole) {
    static const struct {
        const char *bounds;
        int has;
    } cases[] = {
        {"'min':[-1,-2,-3],'max':[1,2,3.5]", 1},
        {"'min':[-1,-2,-3]", 0},
        {"'min':[-1,-2],'max':[1,2]", 0},
        {"'min':[-1,-2,-3,-4],'max':[1,2,3,4]", 0},
        {"'min':[-1,-2,'x'],'max':[1,2,3]", 0},
        /* GL-035 */
        {"'min':[-1,-2,-1e999],'max':[1,2,3]", 0},
        {"'min':[-1,-2,-3],'max':[1,2,1e300]", 0},
        {"'min':[-1,-2,NaN],'max':[1,2,3]", 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char accessor[160];
        const vrm_accessor *found_accessor;
        loaded file;
        test_note("%s", cases[i].bounds);
        snprintf(accessor, sizeof accessor, "'componentType':5126,'type':'VEC3','count':1,%s",
                 cases[i].bounds);
        file = load_accessor("'byteLength':16", accessor);
        REQUIRE(file.gltf != NULL);
        found_accessor = &file.gltf->accessors[0];
        CHECK_INT(found_accessor->has_bounds, cases[i].has);
        CHECK_NEAR(found_accessor->min[2], cases[i].has ? -3 : 0, 0);
        CHECK_NEAR(found_accessor->max[2], cases[i].has ? 3.5 : 0, 0);
        unload(&file);
    }
}

/* --- Sparse --- */

TEST(er_008_sparse_parts) {
    static const struct {
        const char *sparse; /* of a VEC3 of floats, count 4; the view has 64 bytes */
        const char *code;
        const char *message;
    } cases[] = {
        {"'count':2,'indices':{'bufferView':0,'componentType':5123,'byteOffset':4},"
         "'values':{'bufferView':0,'byteOffset':8}",
         NULL, NULL},
        {"'count':0,'indices':{'bufferView':0,'componentType':5123},'values':{'bufferView':0}",
         "accessor-sparse",
         "the sparse part of the accessor cannot be used and is ignored: its count is 0, or more "
         "than the accessor's"},
        {"'count':5,'indices':{'bufferView':0,'componentType':5123},'values':{'bufferView':0}",
         "accessor-sparse", NULL},
        {"'count':9223372036854775807,'indices':{'bufferView':0,'componentType':5123},"
         "'values':{'bufferView':0}",
         "accessor-sparse", NULL},
        {"'count':4,'indices':{'bufferView':0,'componentType':5125,'byteOffset':49},"
         "'values':{'bufferView':0}",
         "accessor-sparse",
         "the sparse part of the accessor cannot be used and is ignored: its indices do not fit "
         "into their buffer view"},
        {"'count':4,'indices':{'bufferView':0,'componentType':5125},"
         "'values':{'bufferView':0,'byteOffset':17}",
         "accessor-sparse",
         "the sparse part of the accessor cannot be used and is ignored: its values do not fit "
         "into their buffer view"},
        {"'count':4,'indices':{'bufferView':0,'componentType':5125},"
         "'values':{'bufferView':0,'byteOffset':18446744073709551615}",
         "accessor-sparse", NULL},
        {"'count':1,'indices':{'bufferView':0,'componentType':5126},'values':{'bufferView':0}",
         "field-enum", NULL},
        {"'count':1,'indices':{'componentType':5121},'values':{'bufferView':0}", "field-missing",
         NULL},
        {"'count':1,'indices':{'bufferView':0,'componentType':5121},'values':{}", "field-missing",
         NULL},
        {"'count':1,'values':{'bufferView':0}", "field-missing", NULL},
        {"'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}",
         "field-missing", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char accessor[512];
        const vrm_accessor *got;
        loaded file;
        test_note("%s", cases[i].sparse);
        snprintf(accessor, sizeof accessor,
                 "'bufferView':0,'componentType':5126,'type':'VEC3','count':4,'sparse':{%s}",
                 cases[i].sparse);
        file = load_accessor("'byteLength':64", accessor);
        REQUIRE(file.gltf != NULL);
        got = &file.gltf->accessors[0];
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        CHECK_INT(got->count, 4); /* the rest can be read */
        if (cases[i].code == NULL) {
            CHECK_INT(got->sparse_count, 2);
            CHECK_INT(got->sparse_index_view, 0);
            CHECK_INT(got->sparse_index_offset, 4);
            CHECK_INT(got->sparse_index_component, VRM_COMPONENT_U16);
            CHECK_INT(got->sparse_value_view, 0);
            CHECK_INT(got->sparse_value_offset, 8);
        } else {
            CHECK(found(&file, cases[i].code, NULL));
            CHECK_INT(got->sparse_count, 0);
            CHECK_INT(got->sparse_index_view, VRM_NONE);
            CHECK_INT(got->sparse_value_view, VRM_NONE);
        }
        if (cases[i].message != NULL)
            CHECK_TEXT(message_of(&file, cases[i].code), cases[i].message);
        unload(&file);
    }
}

/* MAT2 of bytes: 8 bytes an element, also in the values of a sparse part. */
TEST(er_008_sparse_values_are_padded_too) {
    for (int length = 15; length <= 16; ++length) {
        char members[512];
        loaded file;
        snprintf(members, sizeof members,
                 "'bufferViews':[{'buffer':0,'byteLength':%d}],'accessors':[{'componentType':5121,"
                 "'type':'MAT2','count':2,'sparse':{'count':2,"
                 "'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}}]",
                 length);
        file = load_members(members);
        test_note("%d", length);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->accessors[0].sparse_count, length == 16 ? 2 : 0);
        CHECK_INT(file.gltf->accessors[0].buffer_view, VRM_NONE);
        unload(&file);
    }
}

TEST_SUITE(document_buffer, ENTRY(er_008_buffers_and_the_bin_chunk),
           ENTRY(gl_003_a_second_buffer_is_not_the_bin_chunk),
           ENTRY(er_008_without_bin_the_tables_are_whole), ENTRY(er_008_views_against_their_buffer),
           ENTRY(er_008_strides), ENTRY(er_008_accessor_ranges_of_every_type),
           ENTRY(er_008_accessor_counts_and_offsets),
           ENTRY(er_008_an_accessor_on_a_view_that_is_out_of_range),
           ENTRY(er_008_alignment_is_a_warning), ENTRY(er_008_what_can_be_normalised),
           ENTRY(bounds_are_kept_where_they_are_whole), ENTRY(er_008_sparse_parts),
           ENTRY(er_008_sparse_values_are_padded_too));
