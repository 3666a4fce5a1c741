/* The container: GLB, plain .gltf, and what is neither. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* 28 bytes, and so no padding. */
static const char json[] = "{\"asset\":{\"version\":\"2.0\"}} ";
enum { JSON_BYTES = 28 };

typedef struct chunk {
    const char *type;
    const void *data;
    size_t size;
} chunk;

static void put_u32(unsigned char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

/* A container with these chunks, as long as it says. */
static fixture make_glb(const chunk *chunks, size_t count) {
    fixture file;
    unsigned char *at;
    file.size = 12;
    for (size_t i = 0; i < count; ++i) file.size += 8 + chunks[i].size;
    file.bytes = malloc(file.size);
    memcpy(file.bytes, "glTF\2\0\0\0", 8);
    put_u32(file.bytes + 8, file.size);
    at = file.bytes + 12;
    for (size_t i = 0; i < count; ++i) {
        put_u32(at, chunks[i].size);
        memcpy(at + 4, chunks[i].type, 4);
        memcpy(at + 8, chunks[i].data, chunks[i].size);
        at += 8 + chunks[i].size;
    }
    return file;
}

static fixture make_minimal(void) {
    const chunk chunks[] = {{"JSON", json, JSON_BYTES}};
    return make_glb(chunks, COUNT(chunks));
}

/* The first `size` bytes, in a block of exactly that size. */
static fixture cut(fixture file, size_t size) {
    fixture part = fixture_bytes(file.bytes, size);
    fixture_free(&file);
    return part;
}

static loaded load_strict(fixture file) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
    return load_fixture(file, &desc);
}

/* The file is refused, for this reason, at this place. Takes the fixture. */
static void check_refused(fixture file, const char *code, uint64_t offset, const char *message) {
    loaded result = load_fixture(file, NULL);
    const vrm_diagnostic *failure = vrm_report_failure(result.report);
    CHECK_INT(result.result, VRM_ERROR_CONTAINER);
    CHECK(result.model == NULL);
    if (CHECK(failure != NULL)) {
        CHECK_TEXT(failure->code, code);
        CHECK_TEXT(failure->requirement, "GL-003");
        CHECK_INT(failure->severity, VRM_SEVERITY_ERROR);
        CHECK_INT(failure->is_repair, 0);
        CHECK_INT(failure->byte_offset, offset);
        CHECK_TEXT(failure->pointer, "");
        if (message != NULL) CHECK_TEXT(failure->message, message);
        CHECK(failure->remedy[0] != '\0');
    }
    CHECK_INT(vrm_report_found(result.report, VRM_SEVERITY_ERROR), 1);
    unload(&result);
}

/* The file loads with exactly one finding, a repair, and strict refuses it. Takes the fixture. */
static void check_repaired(fixture file, const char *code, uint64_t offset, const char *message) {
    loaded strict = load_strict(fixture_bytes(file.bytes, file.size));
    loaded result = load_fixture(file, NULL);
    const vrm_diagnostic *entry = vrm_report_get(result.report, 0);
    CHECK_INT(result.result, VRM_OK);
    CHECK_INT(vrm_report_count(result.report), 1);
    if (CHECK(entry != NULL)) {
        CHECK_TEXT(entry->code, code);
        CHECK_INT(entry->severity, VRM_SEVERITY_WARNING);
        CHECK_INT(entry->is_repair, 1);
        CHECK_INT(entry->byte_offset, offset);
        CHECK_TEXT(entry->message, message);
    }
    CHECK_INT(strict.result, VRM_ERROR_CONTAINER);
    CHECK(strict.model == NULL);
    entry = vrm_report_failure(strict.report);
    if (CHECK(entry != NULL)) {
        CHECK_TEXT(entry->code, code);
        CHECK_INT(entry->severity, VRM_SEVERITY_ERROR);
        CHECK_INT(entry->is_repair, 0);
    }
    unload(&strict);
    unload(&result);
}

TEST(gl_001_a_glb_is_read) {
    loaded file = load_fixture(make_minimal(), NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->version.data, "2.0");
    unload(&file);
}

TEST(gl_001_plain_gltf_is_read) {
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"plain\"}}",
        " \r\n\t{\"asset\":{\"version\":\"2.0\",\"generator\":\"plain\"}}\n",
        "\xEF\xBB\xBF {\"asset\":{\"version\":\"2.0\",\"generator\":\"plain\"}}",
    };
    for (size_t i = 0; i < COUNT(texts); ++i) {
        loaded file = load_fixture(fixture_bytes(texts[i], strlen(texts[i])), NULL);
        test_note("%zu", i);
        CHECK_INT(file.result, VRM_OK);
        if (CHECK(file.gltf != NULL)) CHECK_TEXT(file.gltf->generator.data, "plain");
        unload(&file);
    }
}

/* The name says nothing: GLB bytes in a .gltf are a GLB, JSON in a .vrm is a plain glTF. */
TEST(gl_001_the_name_does_not_matter) {
    static const char *const names[] = {"vrm-unit.glb", "vrm-unit.vrm", "vrm-unit.gltf",
                                        "vrm-unit.png", "vrm-unit"};
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    for (size_t i = 0; i < COUNT(names); ++i) {
        char path[1024];
        FILE *stream;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        for (int is_glb = 0; is_glb < 2; ++is_glb) {
            fixture bytes = is_glb ? make_minimal() : fixture_bytes(json, JSON_BYTES);
            vrm_model *model = NULL;
            vrm_report *report = NULL;
            vrm_load_desc desc;
            vrm_load_desc_init(&desc);
            desc.flags = VRM_LOAD_ANY_GLTF;
            test_note("%s %d", names[i], is_glb);
            stream = fopen(path, "wb");
            if (stream == NULL) {
                fixture_free(&bytes);
                test_skip("no folder to write to");
                return;
            }
            fwrite(bytes.bytes, 1, bytes.size, stream);
            fclose(stream);
            CHECK_INT(vrm_model_load_file(path, &desc, &model, &report), VRM_OK);
            CHECK_INT(vrm_report_count(report), 0);
            if (CHECK(model != NULL)) CHECK_TEXT(vrm_model_gltf(model)->version.data, "2.0");
            vrm_model_release(model);
            vrm_report_destroy(report);
            fixture_free(&bytes);
        }
        remove(path);
    }
}

/* A folder may say that it is endless: that is not believed. */
TEST(er_018_a_folder_is_no_file_and_costs_nothing) {
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    CHECK_INT(vrm_model_load_file(folder, &desc, &model, &report), VRM_ERROR_FILE);
    CHECK(model == NULL);
    CHECK(counter.peak_bytes < 1 << 20);
    if (CHECK(vrm_report_failure(report) != NULL)) {
        CHECK_TEXT(vrm_report_failure(report)->code, "file-unreadable");
    }
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
}

TEST(gl_003_an_empty_file_is_refused) {
    check_refused(fixture_bytes("", 0), "file-empty", VRM_NO_OFFSET, "the file is empty");
}

TEST(gl_003_bad_magic_is_refused) {
    static const struct {
        const char *bytes;
        size_t size;
    } cases[] = {{"gl", 2},           {"glT", 3},
                 {"GLTF\2\0\0\0", 8}, {"glTf\2\0\0\0\x0c\0\0\0", 12},
                 {"\0\0", 2},         {"hello, world", 12},
                 {"[1]", 3},          {" \n ", 3},
                 {"\xEF\xBB\xBF", 3}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%zu", i);
        check_refused(fixture_bytes(cases[i].bytes, cases[i].size), "not-gltf", 0,
                      "this is not a VRM or glTF file");
    }
}

TEST(gl_003_other_formats_are_named) {
    static const struct {
        const char *bytes;
        size_t size;
        const char *name;
    } cases[] = {
        {"\x89PNG\r\n\x1a\n", 8, "a PNG image"},
        {"\xFF\xD8\xFF\xE0", 4, "a JPEG image"},
        {"RIFF\x10\0\0\0WEBPVP8 ", 16, "a WebP image"},
        {"GIF89a", 6, "a GIF image"},
        {"PK\x03\x04\x14\0", 6, "a ZIP archive; the avatar may be inside"},
        {"\x1F\x8B\x08", 3, "a gzip archive, such as a .unitypackage"},
        {"7z\xBC\xAF\x27\x1C\0\4", 8, "a 7z archive"},
        {"Rar!\x1A\x07", 6, "a RAR archive"},
        {"Kaydara FBX Binary  \0\x1A\0", 23, "an FBX file"},
        {"PMX \0\0\0\x40", 8, "an MMD model (.pmx)"},
        {"BLENDER-v300", 12, "a Blender file"},
        {"UnityFS\0", 8, "a Unity asset bundle"},
        {"version https://git-lfs.github.com/spec/v1\n", 43,
         "a Git LFS pointer; fetch the real file with git lfs pull"},
        {"<!DOCTYPE html><html>", 21, "a web page; the download may have failed"},
        {"<!doctype html>", 15, "a web page; the download may have failed"},
        {"<html><body>", 12, "a web page; the download may have failed"},
        {"<?xml version=\"1.0\"?>", 21, "an XML file"},
        {"HIERARCHY\nROOT Hips", 19, "a BVH motion; vrm motion info shows it"},
        {"Vocaloid Motion Data 0002", 25, "a VMD motion; vrm motion info shows it"},
        {"%PDF-1.7", 8, "a PDF file"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char message[160];
        test_note("%s", cases[i].name);
        snprintf(message, sizeof message, "this is not a VRM or glTF file: it looks like %s",
                 cases[i].name);
        check_refused(fixture_bytes(cases[i].bytes, cases[i].size), "not-gltf-but", 0, message);
        /* One byte is not enough to name anything. */
        check_refused(fixture_bytes(cases[i].bytes, 1), "not-gltf", 0, NULL);
    }
}

TEST(gl_003_container_versions) {
    static const struct {
        uint32_t version;
        const char *message;
    } cases[] = {
        {0, "the container has version 0; VRM uses version 2"},
        {1, "the container has version 1; VRM uses version 2"},
        {3, "the container has version 3; VRM uses version 2"},
        {0x02000000, "the container has version 33,554,432; VRM uses version 2"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        fixture file = make_minimal();
        test_note("%u", (unsigned)cases[i].version);
        put_u32(file.bytes + 4, cases[i].version);
        check_refused(file, "glb-version", 4, cases[i].message);
    }
}

/* Every possible cut: within the header, within the chunk's header, within the JSON. */
TEST(gl_003_a_file_that_is_cut_short) {
    fixture whole = make_minimal();
    for (size_t size = 4; size < whole.size; ++size) {
        char message[100];
        test_note("%zu bytes", size);
        snprintf(message, sizeof message, "the file is truncated: it has %zu of %zu bytes", size,
                 size < 12 ? 12 : whole.size);
        check_refused(fixture_bytes(whole.bytes, size), "glb-truncated", size, message);
    }
    fixture_free(&whole);
}

/* The same with a header that has the new length: then chunks do not fit. */
TEST(gl_003_a_container_shorter_than_its_chunks) {
    fixture whole = make_minimal();
    for (size_t size = 12; size < whole.size; ++size) {
        fixture part = fixture_bytes(whole.bytes, size);
        char message[100];
        test_note("%zu bytes", size);
        put_u32(part.bytes + 8, size);
        snprintf(message, sizeof message, "a chunk claims 28 bytes, but only %zu are left",
                 size - 20);
        if (size < 20) {
            check_refused(part, "glb-no-json", 12, NULL);
        } else {
            check_refused(part, "glb-chunk-overrun", 12, message);
        }
    }
    fixture_free(&whole);
}

TEST(gl_003_declared_length_0) {
    fixture file = make_minimal();
    put_u32(file.bytes + 8, 0);
    check_refused(file, "glb-no-json", 12, NULL);
}

TEST(gl_003_declared_length_beyond_the_end) {
    fixture file = make_minimal();
    put_u32(file.bytes + 8, 0xFFFFFFFF);
    check_refused(file, "glb-truncated", 48,
                  "the file is truncated: it has 48 of 4,294,967,295 bytes");
}

TEST(gl_003_chunk_overrun) {
    const chunk chunks[] = {{"JSON", json, JSON_BYTES}, {"BIN\0", "abcd", 4}};
    fixture file = make_glb(chunks, COUNT(chunks));
    put_u32(file.bytes + 48, 5);
    check_refused(file, "glb-chunk-overrun", 48, "a chunk claims 5 bytes, but only 4 are left");
    file = make_glb(chunks, COUNT(chunks));
    put_u32(file.bytes + 48, 0xFFFFFFFF);
    check_refused(file, "glb-chunk-overrun", 48,
                  "a chunk claims 4,294,967,295 bytes, but only 4 are left");
    file = make_glb(chunks, COUNT(chunks));
    put_u32(file.bytes + 12, 0xFFFFFFF0);
    check_refused(file, "glb-chunk-overrun", 12, NULL);
}

TEST(gl_003_first_chunk_is_not_json) {
    const chunk bin_first[] = {{"BIN\0", "abcd", 4}, {"JSON", json, JSON_BYTES}};
    const chunk lower_case[] = {{"json", json, JSON_BYTES}};
    check_refused(make_glb(bin_first, COUNT(bin_first)), "glb-no-json", 12,
                  "the first chunk of the container is not JSON");
    check_refused(make_glb(lower_case, COUNT(lower_case)), "glb-no-json", 12, NULL);
    check_refused(cut(make_glb(NULL, 0), 12), "glb-no-json", 12, NULL);
}

TEST(gl_003_trailing_bytes_are_ignored) {
    fixture whole = make_minimal();
    fixture longer = fixture_bytes("", 0);
    longer.bytes = realloc(longer.bytes, whole.size + 5);
    memcpy(longer.bytes, whole.bytes, whole.size);
    memcpy(longer.bytes + whole.size, "tail!", 5);
    longer.size = whole.size + 5;
    check_repaired(longer, "glb-trailing-bytes", whole.size,
                   "ignored bytes after the end of the container: 5");
    fixture_free(&whole);
}

/* Less than a chunk's header at the end, within the declared length. */
TEST(gl_003_an_incomplete_chunk_header_is_ignored) {
    fixture whole = make_minimal();
    fixture longer = fixture_bytes("", 0);
    longer.bytes = realloc(longer.bytes, whole.size + 7);
    memcpy(longer.bytes, whole.bytes, whole.size);
    memset(longer.bytes + whole.size, 0, 7);
    longer.size = whole.size + 7;
    put_u32(longer.bytes + 8, longer.size);
    check_repaired(longer, "glb-trailing-bytes", whole.size,
                   "ignored bytes after the end of the container: 7");
    fixture_free(&whole);
}

TEST(gl_003_misaligned_chunks_are_read) {
    const chunk json_chunk[] = {{"JSON", json, JSON_BYTES - 1}};
    const chunk bin_chunk[] = {{"JSON", json, JSON_BYTES}, {"BIN\0", "abcde", 5}};
    check_repaired(make_glb(json_chunk, COUNT(json_chunk)), "glb-chunk-alignment", 12,
                   "a chunk is 27 bytes long, which is not a multiple of 4");
    check_repaired(make_glb(bin_chunk, COUNT(bin_chunk)), "glb-chunk-alignment", 48,
                   "a chunk is 5 bytes long, which is not a multiple of 4");
}

TEST(gl_003_json_padded_with_zeros_is_read) {
    static const char padded[] = "{\"asset\":{\"version\":\"2.0\"}}\0\0\0\0";
    const chunk chunks[] = {{"JSON", padded, 28}};
    const chunk more[] = {{"JSON", padded, 31}};
    loaded file = load_fixture(make_glb(more, COUNT(more)), NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "glb-json-padding", ""));
    CHECK_TEXT(find_diagnostic(&file, "glb-json-padding")->message,
               "the JSON is padded with 4 zero bytes instead of spaces");
    unload(&file);
    check_repaired(make_glb(chunks, COUNT(chunks)), "glb-json-padding", 20 + 27,
                   "the JSON is padded with 1 zero bytes instead of spaces");
}

TEST(gl_003_a_json_chunk_of_zeros_or_nothing) {
    const chunk zeros[] = {{"JSON", "\0\0\0\0", 4}};
    const chunk nothing[] = {{"JSON", "", 0}};
    loaded file = load_fixture(make_glb(zeros, COUNT(zeros)), NULL);
    CHECK_INT(file.result, VRM_ERROR_JSON);
    CHECK_TEXT(vrm_report_failure(file.report)->code, "json-syntax");
    CHECK_INT(vrm_report_failure(file.report)->byte_offset, 20);
    unload(&file);
    file = load_fixture(make_glb(nothing, COUNT(nothing)), NULL);
    CHECK_INT(file.result, VRM_ERROR_JSON);
    CHECK_TEXT(vrm_report_failure(file.report)->code, "json-syntax");
    unload(&file);
}

/* An unknown chunk is skipped wherever it stands behind the JSON, and BIN is still found. */
TEST(gl_003_unknown_chunks_are_skipped) {
    static const char with_buffer[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4}]}";
    const chunk chunks[] = {{"JSON", with_buffer, sizeof with_buffer - 1},
                            {"XY\1Z", "12345678", 8},
                            {"BIN\0", "abcd", 4},
                            {"tail", "", 0}};
    loaded file;
    const vrm_diagnostic *entry;
    CHECK_INT(chunks[0].size % 4, 0);
    file = load_fixture(make_glb(chunks, COUNT(chunks)), NULL);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 1);
    CHECK_INT(vrm_report_count(file.report), 2);
    entry = vrm_report_get(file.report, 0);
    CHECK_TEXT(entry->code, "glb-unknown-chunk");
    CHECK_INT(entry->severity, VRM_SEVERITY_NOTE);
    CHECK_INT(entry->byte_offset, 20 + chunks[0].size);
    CHECK_TEXT(entry->message, "a chunk of the unknown type \"XY\\x01Z\" is ignored");
    entry = vrm_report_get(file.report, 1);
    CHECK_TEXT(entry->message, "a chunk of the unknown type \"tail\" is ignored");
    unload(&file);
    /* A note is not a repair: strict does not mind. */
    file = load_strict(make_glb(chunks, COUNT(chunks)));
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
}

TEST(gl_003_only_the_first_bin_counts) {
    static const char with_buffer[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8}]}";
    const chunk chunks[] = {{"JSON", with_buffer, sizeof with_buffer - 1},
                            {"BIN\0", "12345678", 8},
                            {"BIN\0", "abcd", 4}};
    const chunk second_json[] = {{"JSON", json, JSON_BYTES}, {"JSON", with_buffer, 56}};
    loaded file = load_fixture(make_glb(chunks, COUNT(chunks)), NULL);
    REQUIRE(file.gltf != NULL);
    /* The second has 4 bytes: were it taken, the buffer would be too short. */
    CHECK_INT(file.gltf->buffers[0].is_available, 1);
    CHECK(found(&file, "glb-unknown-chunk", ""));
    CHECK_INT(find_diagnostic(&file, "glb-unknown-chunk")->byte_offset,
              20 + chunks[0].size + 8 + 8);
    unload(&file);
    file = load_fixture(make_glb(second_json, COUNT(second_json)), NULL);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffer_count, 0);
    CHECK(found(&file, "glb-unknown-chunk", ""));
    unload(&file);
}

/* BIN may be missing, or empty. */
TEST(gl_003_bin_is_optional) {
    static const char with_buffer[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8}]}";
    const chunk chunks[] = {{"JSON", with_buffer, sizeof with_buffer - 1}, {"BIN\0", "", 0}};
    loaded file = load_fixture(make_glb(chunks, 1), NULL);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    CHECK(found(&file, "buffer-missing", "/buffers/0"));
    unload(&file);
    file = load_fixture(make_glb(chunks, 2), NULL);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    CHECK(found(&file, "buffer-short", "/buffers/0"));
    unload(&file);
}

/* A strict load names everything that is wrong with the container, and then with the JSON. */
TEST(er_010_strict_lists_all_of_the_container) {
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":1}]}\0\0";
    const chunk chunks[] = {{"JSON", text, sizeof text - 1}};
    fixture file = make_glb(chunks, 1);
    loaded strict;
    file.bytes = realloc(file.bytes, file.size + 1);
    file.bytes[file.size++] = 'x';
    strict = load_strict(file);
    CHECK_INT(strict.result, VRM_ERROR_CONTAINER);
    CHECK_INT(vrm_report_count(strict.report), 4);
    CHECK_TEXT(vrm_report_failure(strict.report)->code, "glb-chunk-alignment");
    CHECK(found(&strict, "glb-trailing-bytes", ""));
    CHECK(found(&strict, "glb-json-padding", ""));
    CHECK(found(&strict, "index-out-of-range", "/nodes/0/mesh"));
    CHECK_INT(vrm_report_found(strict.report, VRM_SEVERITY_ERROR), 4);
    unload(&strict);
}

TEST(load_refuses_wrong_arguments) {
    vrm_model *model = (vrm_model *)&model;
    vrm_report *report = (vrm_report *)&model;
    vrm_load_desc desc;
    vrm_resolver resolver = {NULL, NULL, NULL};
    vrm_allocator allocator = {NULL, NULL, NULL};
    CHECK_INT(vrm_model_load(json, JSON_BYTES, NULL, NULL, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_report_destroy(report);
    CHECK_INT(vrm_model_load(NULL, 1, NULL, &model, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(model == NULL);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_report_destroy(report);
    memset(&desc, 0, sizeof desc); /* not initialized */
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &desc, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&desc);
    desc.flags = 1u << 31;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &desc, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.resolver = &resolver;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &desc, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &allocator;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &desc, &model, NULL), VRM_ERROR_INVALID_ARGUMENT);
    /* No bytes at all is an empty file, not a mistake; and a report is not needed. */
    CHECK_INT(vrm_model_load(NULL, 0, NULL, &model, NULL), VRM_ERROR_CONTAINER);
    CHECK(model == NULL);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &desc, &model, NULL), VRM_OK);
    vrm_model_release(vrm_model_retain(model));
    CHECK_TEXT(vrm_model_gltf(model)->version.data, "2.0");
    vrm_model_release(model);
    vrm_model_release(NULL);
    vrm_model_drop_payload(NULL);
    CHECK(vrm_model_gltf(NULL) == NULL);
    CHECK_INT(vrm_model_memory_size(NULL), 0);
    CHECK(vrm_model_retain(NULL) == NULL);
}

/* A desc of an older header is shorter, one of a newer longer: both load. */
TEST(desc_sizes_of_other_versions) {
    struct {
        vrm_load_desc desc;
        char newer[64];
    } longer;
    vrm_load_desc shorter;
    vrm_model *model = NULL;
    vrm_load_desc_init_sized(&longer.desc, sizeof longer);
    CHECK_INT(longer.desc.struct_size, sizeof longer);
    longer.desc.flags = VRM_LOAD_ANY_GLTF;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &longer.desc, &model, NULL), VRM_OK);
    vrm_model_release(model);
    memset(&shorter, 0x5A, sizeof shorter);
    vrm_load_desc_init_sized(&shorter, offsetof(vrm_load_desc, user));
    shorter.flags = VRM_LOAD_ANY_GLTF;
    CHECK_INT(vrm_model_load(json, JSON_BYTES, &shorter, &model, NULL), VRM_OK);
    vrm_model_release(model);
    vrm_load_desc_init_sized(NULL, sizeof shorter);
}

TEST_SUITE(glb, ENTRY(gl_001_a_glb_is_read), ENTRY(gl_001_plain_gltf_is_read),
           ENTRY(gl_001_the_name_does_not_matter),
           ENTRY(er_018_a_folder_is_no_file_and_costs_nothing),
           ENTRY(gl_003_an_empty_file_is_refused), ENTRY(gl_003_bad_magic_is_refused),
           ENTRY(gl_003_other_formats_are_named), ENTRY(gl_003_container_versions),
           ENTRY(gl_003_a_file_that_is_cut_short),
           ENTRY(gl_003_a_container_shorter_than_its_chunks), ENTRY(gl_003_declared_length_0),
           ENTRY(gl_003_declared_length_beyond_the_end), ENTRY(gl_003_chunk_overrun),
           ENTRY(gl_003_first_chunk_is_not_json), ENTRY(gl_003_trailing_bytes_are_ignored),
           ENTRY(gl_003_an_incomplete_chunk_header_is_ignored),
           ENTRY(gl_003_misaligned_chunks_are_read), ENTRY(gl_003_json_padded_with_zeros_is_read),
           ENTRY(gl_003_a_json_chunk_of_zeros_or_nothing), ENTRY(gl_003_unknown_chunks_are_skipped),
           ENTRY(gl_003_only_the_first_bin_counts), ENTRY(gl_003_bin_is_optional),
           ENTRY(er_010_strict_lists_all_of_the_container), ENTRY(load_refuses_wrong_arguments),
           ENTRY(desc_sizes_of_other_versions));
