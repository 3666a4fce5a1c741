/* Data URIs, and external files: only through a resolver, and only below the file's folder. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* --- Data URIs --- */

TEST(er_008_data_uris_of_buffers) {
    static const struct {
        const char *uri;
        int size; /* -1: it cannot be decoded */
        const char *why;
    } cases[] = {
        {"data:application/octet-stream;base64,AAECAw==", 4, NULL},
        {"data:application/octet-stream;base64,AAECAw", 4, NULL}, /* no padding */
        {"data:application/gltf-buffer;base64,AAEC", 3, NULL},
        {"data:;base64,AAE=", 2, NULL},
        {"data:;base64,AAE", 2, NULL},
        {"DATA:;base64,AA==", 1, NULL},
        {"data:;charset=x;base64,+/+/", 3, NULL},
        {"data:;base64,", 0, NULL},
        {"data:;base64,A", -1, "it has characters that are not base64"},
        {"data:;base64,AAAAA", -1, "it has characters that are not base64"},
        {"data:;base64,AA*A", -1, "it has characters that are not base64"},
        {"data:;base64,AA=A", -1, "it has characters that are not base64"},
        {"data:;base64,AA AA", -1, "it has characters that are not base64"},
        {"data:;base64,AA-_", -1, "it has characters that are not base64"},
        {"data:text/plain,hello", -1, "it is not base64"},
        {"data:,hello", -1, "it is not base64"},
        {"data:;base64", -1, "there is no comma in it"},
        {"data:", -1, "there is no comma in it"},
        {"data:base64,AAAA", -1, "it is not base64"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256], message[160];
        loaded file;
        int size = cases[i].size;
        test_note("%s", cases[i].uri);
        /* One buffer that asks for just as much, and one that asks for a byte more. */
        snprintf(json, sizeof json,
                 "{" ASSET
                 ",'buffers':[{'byteLength':%d,'uri':'%s'},{'byteLength':%d,'uri':'%s'}]}",
                 size < 0 ? 1 : size, cases[i].uri, size + 1, cases[i].uri);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->buffers[0].is_available, size >= 0);
        CHECK_INT(file.gltf->buffers[1].is_available, 0);
        CHECK_TEXT(file.gltf->buffers[0].uri.data, "");
        if (size >= 0) {
            CHECK_INT(vrm_report_count(file.report), 1);
            CHECK(found(&file, "buffer-short", "/buffers/1"));
        } else {
            CHECK_INT(vrm_report_count(file.report), 2);
            CHECK(found(&file, "data-uri", "/buffers/0/uri"));
            snprintf(message, sizeof message, "the data URI cannot be decoded: %s; it is ignored",
                     cases[i].why);
            CHECK_TEXT(message_of(&file, "data-uri"), message);
        }
        unload(&file);
    }
}

/* Every byte comes out as it was, for each length of the last group. */
TEST(er_008_base64_gives_the_bytes) {
    loaded file = load_json("{" ASSET ",'images':[{'uri':'data:image/png;base64,AP8QgHNo'},"
                            "{'uri':'data:image/png;base64,AP8QgHM='},"
                            "{'uri':'data:image/png;base64,AP8QgA=='}]}");
    static const uint8_t expected[] = {0x00, 0xFF, 0x10, 0x80, 0x73, 0x68};
    REQUIRE(file.model != NULL);
    for (int32_t i = 0; i < 3; ++i) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        test_note("%d", (int)i);
        CHECK_INT(vrm_model_get_image_bytes(file.model, i, &bytes, &size), VRM_OK);
        CHECK_INT(size, 6 - i);
        if (bytes != NULL && size == (size_t)(6 - i)) CHECK(memcmp(bytes, expected, size) == 0);
    }
    unload(&file);
}

/* --- ER-019 --- */

/* A resolver that counts, and knows one file. */
typedef struct folder {
    vrm_resolver resolver;
    char asked[512]; /* every path that it was asked for, with | behind each */
    int asked_count;
    int given;
    int released;
    int wrong_releases;
    vrm_result answer;
    unsigned char *bytes;
    size_t size;
} folder;

static vrm_result resolve(const char *uri, uint64_t max_bytes, const void **out_bytes,
                          size_t *out_size, void *user) {
    folder *self = user;
    if (strlen(self->asked) + strlen(uri) + 2 < sizeof self->asked) {
        strcat(self->asked, uri);
        strcat(self->asked, "|");
    }
    self->asked_count += 1;
    if (self->answer != VRM_OK) return self->answer;
    if (self->size > max_bytes) return VRM_ERROR_LIMIT;
    self->given += 1;
    *out_bytes = self->bytes;
    *out_size = self->size;
    return VRM_OK;
}

static void release(const void *bytes, size_t size, void *user) {
    folder *self = user;
    self->released += 1;
    if (bytes != self->bytes || size != self->size) self->wrong_releases += 1;
}

static void folder_init(folder *self, size_t size) {
    memset(self, 0, sizeof *self);
    self->resolver.resolve = resolve;
    self->resolver.release = release;
    self->resolver.user = self;
    self->bytes = calloc(size, 1);
    self->size = size;
}

static loaded load_with(folder *self, const char *json, uint32_t flags) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.resolver = &self->resolver;
    desc.flags = VRM_LOAD_ANY_GLTF | flags;
    return load_fixture(fixture_glb(json, NULL, 0), &desc);
}

TEST(er_019_without_a_resolver_nothing_is_fetched) {
    loaded file = load_json("{" ASSET ",'buffers':[{'byteLength':4,'uri':'body.bin'}],"
                            "'images':[{'uri':'face.png'}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 2);
    CHECK(found(&file, "buffer-unresolved", "/buffers/0/uri"));
    CHECK(found(&file, "image-unresolved", "/images/0/uri"));
    CHECK_TEXT(message_of(&file, "buffer-unresolved"),
               "the external file \"body.bin\" was not loaded");
    CHECK_INT(find_diagnostic(&file, "buffer-unresolved")->severity, VRM_SEVERITY_WARNING);
    CHECK_TEXT(find_diagnostic(&file, "buffer-unresolved")->requirement, "ER-019");
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    CHECK_TEXT(file.gltf->buffers[0].uri.data, "body.bin");
    unload(&file);
}

/* Relative paths, percent-decoded once. */
TEST(er_019_the_resolver_gets_safe_paths) {
    static const struct {
        const char *uri, *path;
    } cases[] = {
        {"body.bin", "body.bin"},
        {"./body.bin", "./body.bin"},
        {"textures/face.png", "textures/face.png"},
        {"face%20skin.png", "face skin.png"},
        {"%66ace.png", "face.png"},
        {"%E9%A1%94.png", "\xE9\xA1\x94.png"},
        {"\xE9\xA1\x94.png", "\xE9\xA1\x94.png"},
        {"100%25.png", "100%.png"},
        {"%252e%252e/x", "%2e%2e/x"}, /* decoded once, not twice */
        {"..x", "..x"},
        {"x..", "x.."},
        {"a/...", "a/..."},
        {"a?b#c", "a?b#c"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        folder self;
        char json[256], expected[64];
        loaded file;
        test_note("%s", cases[i].uri);
        folder_init(&self, 4);
        snprintf(json, sizeof json, "{" ASSET ",'buffers':[{'byteLength':4,'uri':'%s'}]}",
                 cases[i].uri);
        snprintf(expected, sizeof expected, "%s|", cases[i].path);
        file = load_with(&self, json, 0);
        REQUIRE(file.gltf != NULL);
        CHECK_TEXT(self.asked, expected);
        CHECK_INT(file.gltf->buffers[0].is_available, 1);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_TEXT(file.gltf->buffers[0].uri.data, cases[i].uri); /* as the file has it */
        unload(&file);
        CHECK_INT(self.released, 1);
        CHECK_INT(self.wrong_releases, 0);
        free(self.bytes);
    }
}

/* What leads elsewhere never reaches the resolver. */
TEST(er_019_unsafe_paths_are_refused) {
    static const char *const uris[] = {
        "",
        "../x",
        "..",
        "a/../b",
        "a/..",
        "a/%2e%2e/b",
        "%2e%2e%2fx",
        "..%5cx",
        "/etc/passwd",
        "%2fetc/passwd",
        "//host/x",
        "C:\\\\x",
        "C:/x",
        "C%3a/x",
        "a\\\\b",
        "a%5cb",
        "\\\\\\\\host\\\\x",
        "http://example.org/x",
        "https://example.org/x",
        "file:///etc/passwd",
        "ftp:x",
        "a%00.png",
        "a\\u0000.png",
        "a%0ab",
        "a\\nb",
        "a%",
        "a%2",
        "a%zz",
        "%ff.png",
        "nul:stream",
    };
    for (size_t i = 0; i < COUNT(uris); ++i) {
        folder self;
        char json[256];
        loaded file;
        test_note("%s", uris[i]);
        folder_init(&self, 4);
        snprintf(json, sizeof json,
                 "{" ASSET ",'buffers':[{'byteLength':4,'uri':'%s'}],'images':[{'uri':'%s'}]}",
                 uris[i], uris[i]);
        file = load_with(&self, json, 0);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(self.asked_count, 0);
        CHECK_INT(count_code(&file, "uri-unsafe"), 2);
        CHECK(found(&file, "uri-unsafe", "/buffers/0/uri"));
        CHECK(found(&file, "uri-unsafe", "/images/0/uri"));
        CHECK_INT(file.gltf->buffers[0].is_available, 0);
        unload(&file);
        file = load_with(&self, json, VRM_LOAD_STRICT);
        CHECK_INT(file.result, VRM_ERROR_GLTF);
        CHECK_INT(self.asked_count, 0);
        unload(&file);
        /* It is reported also if nothing would be fetched anyway. */
        file = load_json(json);
        CHECK_INT(count_code(&file, "uri-unsafe"), 2);
        unload(&file);
        free(self.bytes);
    }
}

TEST(er_019_a_path_that_is_too_long_is_refused) {
    for (size_t length = 1022; length <= 1024; ++length) {
        folder self;
        char json[2048], path[1100];
        loaded file;
        memset(path, 'p', length);
        path[length] = '\0';
        test_note("%zu", length);
        folder_init(&self, 4);
        snprintf(json, sizeof json, "{" ASSET ",'buffers':[{'byteLength':4,'uri':'%s'}]}", path);
        file = load_with(&self, json, 0);
        CHECK_INT(self.asked_count, length < 1024);
        CHECK_INT(count_code(&file, "uri-unsafe"), length >= 1024);
        unload(&file);
        free(self.bytes);
    }
}

/* Exactly once for each resource, with the pointer and size that were given. */
TEST(er_019_release_is_called_once) {
    static const char json[] = "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a'},"
                               "{'byteLength':4,'uri':'b'},{'byteLength':5,'uri':'short'}],"
                               "'images':[{'uri':'c','mimeType':'image/png'},{'uri':'../d'}]}";
    for (int how = 0; how < 5; ++how) {
        folder self;
        loaded file;
        test_note("%d", how);
        folder_init(&self, 4);
        if (how == 4) self.resolver.release = NULL;
        file = load_with(&self, json, how == 3 ? VRM_LOAD_STRICT : 0);
        CHECK_TEXT(self.asked, "a|b|short|c|");
        CHECK_INT(self.given, 4);
        if (how < 3 || how == 4) REQUIRE(file.model != NULL);
        if (how < 3) CHECK_INT(self.released, 0);
        if (how == 1) {
            vrm_model_drop_payload(file.model);
            CHECK_INT(self.released, 4);
            vrm_model_drop_payload(file.model);
            CHECK_INT(self.released, 4);
        }
        if (how == 2) { /* another reference keeps it */
            vrm_model_retain(file.model);
            vrm_model_release(file.model);
            CHECK_INT(self.released, 0);
        }
        if (how == 3) { /* refused: nothing is kept */
            CHECK_INT(file.result, VRM_ERROR_GLTF);
            CHECK_INT(self.released, 4);
        }
        unload(&file);
        CHECK_INT(self.released, how == 4 ? 0 : 4);
        CHECK_INT(self.wrong_releases, 0);
        free(self.bytes);
    }
}

/* The same where memory runs out at any point of the load. */
TEST(er_019_er_020_release_is_called_when_memory_runs_out) {
    static const char json[] = "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a'}],"
                               "'images':[{'uri':'c'}],'nodes':[{'children':[1]},{'name':'x'}]}";
    int64_t allocations = 1;
    for (int64_t fail_at = 0; fail_at <= allocations; ++fail_at) {
        counting counter;
        folder self;
        vrm_load_desc desc;
        loaded file;
        test_note("%d", (int)fail_at);
        folder_init(&self, 4);
        counting_init(&counter, fail_at);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        desc.resolver = &self.resolver;
        desc.allocator = &counter.allocator;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        if (fail_at == allocations && file.result == VRM_ERROR_OUT_OF_MEMORY) ++allocations;
        CHECK(file.result == VRM_OK || file.result == VRM_ERROR_OUT_OF_MEMORY);
        if (file.result != VRM_OK) CHECK_INT(self.released, self.given);
        unload(&file);
        CHECK_INT(self.released, self.given);
        CHECK_INT(self.wrong_releases, 0);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
        free(self.bytes);
    }
    CHECK(allocations > 4);
}

TEST(er_019_a_resolver_that_fails) {
    static const vrm_result answers[] = {VRM_ERROR_FILE, VRM_ERROR_OUT_OF_MEMORY,
                                         VRM_ERROR_NO_PAYLOAD, VRM_ERROR_INVALID_ARGUMENT};
    for (size_t i = 0; i < COUNT(answers); ++i) {
        folder self;
        loaded file;
        test_note("%d", (int)answers[i]);
        folder_init(&self, 4);
        self.answer = answers[i];
        file = load_with(&self, "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a'}]}", 0);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(self.asked_count, 1);
        CHECK_INT(file.gltf->buffers[0].is_available, 0);
        CHECK(found(&file, "buffer-unresolved", "/buffers/0/uri"));
        unload(&file);
        CHECK_INT(self.released, 0);
        free(self.bytes);
    }
}

/* VRM_OK without bytes is no answer. */
TEST(er_019_a_resolver_that_gives_nothing) {
    folder self;
    loaded file;
    unsigned char *bytes;
    folder_init(&self, 4);
    bytes = self.bytes;
    self.bytes = NULL;
    file = load_with(&self, "{" ASSET ",'buffers':[{'byteLength':4,'uri':'a'}]}", 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    CHECK(found(&file, "buffer-unresolved", "/buffers/0/uri"));
    unload(&file);
    CHECK_INT(self.released, 0);
    free(bytes);
}

TEST_SUITE(document_uri, ENTRY(er_008_data_uris_of_buffers), ENTRY(er_008_base64_gives_the_bytes),
           ENTRY(er_019_without_a_resolver_nothing_is_fetched),
           ENTRY(er_019_the_resolver_gets_safe_paths), ENTRY(er_019_unsafe_paths_are_refused),
           ENTRY(er_019_a_path_that_is_too_long_is_refused), ENTRY(er_019_release_is_called_once),
           ENTRY(er_019_er_020_release_is_called_when_memory_runs_out),
           ENTRY(er_019_a_resolver_that_fails), ENTRY(er_019_a_resolver_that_gives_nothing));
