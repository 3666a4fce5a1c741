/* Bytes from outside of the file: external buffers and images, and those that are not there. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct shelf {
    int resolved, released;
    char last_uri[64];
} shelf;

static const unsigned char shelf_bytes[] = {0, 0, 128, 63, 0, 0, 0, 64}; /* 1.0f, 2.0f */

static vrm_result resolve(const char *uri, uint64_t max_bytes, const void **out_bytes,
                          size_t *out_size, void *user) {
    shelf *from = user;
    from->resolved += 1;
    snprintf(from->last_uri, sizeof from->last_uri, "%s", uri);
    if (strcmp(uri, "absent.png") == 0) return VRM_ERROR_FILE;
    *out_bytes = shelf_bytes;
    *out_size = strcmp(uri, "short.bin") == 0 ? 4 : sizeof shelf_bytes;
    return *out_size <= max_bytes ? VRM_OK : VRM_ERROR_LIMIT;
}

static void release(const void *bytes, size_t size, void *user) {
    shelf *from = user;
    from->released += 1;
    CHECK(bytes == shelf_bytes);
    CHECK(size == sizeof shelf_bytes || size == 4);
}

static const char external_json[] =
    "{'asset':{'version':'2.0'},"
    "'buffers':[{'byteLength':8,'uri':'a%20b.bin'},{'byteLength':8,'uri':'short.bin'},"
    "{'byteLength':4,'uri':'data:application/octet-stream;base64,AACAPw=='}],"
    "'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':1,'byteLength':8},"
    "{'buffer':1,'byteLength':4},{'buffer':2,'byteLength':4}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},"
    "{'bufferView':1,'componentType':5126,'count':2,'type':'SCALAR'},"
    "{'bufferView':2,'componentType':5126,'count':1,'type':'SCALAR'},"
    "{'bufferView':3,'componentType':5126,'count':1,'type':'SCALAR'}],"
    "'images':[{'uri':'picture.png'},{'uri':'absent.png'},"
    "{'uri':'data:image/png;base64,iVBORw0KGgo='},{'bufferView':0,'mimeType':'image/png'},"
    "{'uri':'../outside.png'},{}]}";

static loaded load_external(vrm_load_desc *desc) {
    loaded file;
    char *json = malloc(sizeof external_json);
    for (size_t i = 0; i < sizeof external_json; ++i) {
        json[i] = external_json[i] == '\'' ? '"' : external_json[i];
    }
    file = load_fixture(fixture_bytes(json, sizeof external_json - 1), desc);
    free(json);
    return file;
}

TEST(er_019_external_resources_come_from_the_resolver) {
    shelf from = {0, 0, ""};
    vrm_resolver resolver = {resolve, release, NULL};
    vrm_load_desc desc;
    const uint8_t *bytes;
    size_t size;
    float out[2];
    loaded file;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    resolver.user = &from;
    desc.resolver = &resolver;
    file = load_external(&desc);
    memset(&resolver, 0, sizeof resolver); /* it was copied */
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(from.resolved, 4);
    CHECK_TEXT(from.last_uri, "absent.png");
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 2), VRM_OK);
    CHECK_NEAR(out[0], 1, 0);
    CHECK_NEAR(out[1], 2, 0);
    CHECK(found(&file, "buffer-short", "/buffers/1"));
    CHECK_INT(vrm_model_read_floats(file.model, 1, out, 2), VRM_ERROR_PAYLOAD);
    CHECK_INT(vrm_model_read_floats(file.model, 2, out, 2), VRM_OK);
    CHECK_INT(vrm_model_read_floats(file.model, 3, out, 2), VRM_OK);
    CHECK_NEAR(out[0], 1, 0);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, &bytes, &size), VRM_OK);
    CHECK(bytes == shelf_bytes && size == sizeof shelf_bytes);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 1, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK(found(&file, "image-unresolved", "/images/1/uri"));
    CHECK_INT(vrm_model_get_image_bytes(file.model, 2, &bytes, &size), VRM_OK);
    CHECK(size == 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0);
    CHECK_TEXT(file.gltf->images[2].mime_type.data, "image/png");
    CHECK_INT(vrm_model_get_image_bytes(file.model, 3, &bytes, &size), VRM_OK);
    CHECK(size == 8 && memcmp(bytes, shelf_bytes, 8) == 0);
    CHECK(found(&file, "uri-unsafe", "/images/4/uri"));
    CHECK_INT(vrm_model_get_image_bytes(file.model, 4, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 5, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(from.released, 0);
    vrm_model_drop_payload(file.model);
    CHECK_INT(from.released, 3);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 2, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_read_floats(file.model, 3, out, 2), VRM_ERROR_NO_PAYLOAD);
    unload(&file);
    CHECK_INT(from.released, 3);
}

TEST(er_019_without_a_resolver_nothing_is_fetched) {
    const uint8_t *bytes;
    size_t size;
    float out[2];
    loaded file = load_external(NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "buffer-unresolved", "/buffers/0/uri"));
    CHECK(found(&file, "image-unresolved", "/images/0/uri"));
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 2), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 3, &bytes, &size), VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 2, &bytes, &size), VRM_OK);
    unload(&file);
}

/* A load that fails, or is cancelled, lets go of what it was given. */
TEST(er_020_resolved_bytes_are_released_when_the_load_fails) {
    shelf from = {0, 0, ""};
    vrm_resolver resolver = {resolve, release, NULL};
    vrm_load_desc desc;
    loaded file;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    resolver.user = &from;
    desc.resolver = &resolver;
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
    file = load_external(&desc);
    CHECK_INT(file.result, VRM_ERROR_GLTF);
    CHECK(file.model == NULL);
    CHECK_INT(from.resolved, 4);
    CHECK_INT(from.released, 3);
    unload(&file);
}

TEST(a_resolver_need_not_release) {
    shelf from = {0, 0, ""};
    vrm_resolver resolver = {resolve, NULL, NULL};
    vrm_load_desc desc;
    loaded file;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    resolver.user = &from;
    desc.resolver = &resolver;
    file = load_external(&desc);
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
    CHECK_INT(from.released, 0);
}

/* A resolver that gives a certain number of bytes, and counts. */
typedef struct giver {
    vrm_resolver resolver;
    size_t size;
    bool is_honest; /* respects the limit that it is given */
    int asked, given, released;
    uint64_t last_limit;
} giver;

static const unsigned char plenty[4096];

static vrm_result give(const char *uri, uint64_t max_bytes, const void **out_bytes,
                       size_t *out_size, void *user) {
    giver *self = user;
    (void)uri;
    self->asked += 1;
    self->last_limit = max_bytes;
    if (self->is_honest && self->size > max_bytes) return VRM_ERROR_LIMIT;
    self->given += 1;
    *out_bytes = plenty;
    *out_size = self->size;
    return VRM_OK;
}

static void take_back(const void *bytes, size_t size, void *user) {
    giver *self = user;
    self->released += 1;
    CHECK(bytes == plenty && size == self->size);
}

static loaded load_from(giver *self, uint64_t max_external_bytes, const char *json) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    self->resolver.resolve = give;
    self->resolver.release = take_back;
    self->resolver.user = self;
    desc.resolver = &self->resolver;
    limits.max_external_bytes = max_external_bytes;
    return load_fixture(fixture_glb(json, NULL, 0), &desc);
}

/* ER-018: an address is followed once, however many buffers and images have it, in whatever
 * spelling of percent signs. */
TEST(er_018_an_address_is_resolved_once) {
    giver self = {{NULL, NULL, NULL}, 8, true, 0, 0, 0, 0};
    const uint8_t *bytes[3];
    size_t size;
    loaded file = load_from(&self, 0,
                            "{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a'},"
                            "{'byteLength':8,'uri':'%61'},{'byteLength':8,'uri':'a'}],"
                            "'images':[{'uri':'a'},{'uri':'ab'},{'uri':'a'}]}");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(self.asked, 2); /* a and ab */
    for (int i = 0; i < 3; ++i) {
        CHECK_INT(file.gltf->buffers[i].is_available, 1);
        CHECK_INT(vrm_model_get_image_bytes(file.model, i, &bytes[i], &size), VRM_OK);
        CHECK_INT(size, 8);
    }
    CHECK(bytes[0] == bytes[2]);
    vrm_model_drop_payload(file.model);
    CHECK_INT(self.released, 2);
    for (int i = 0; i < 3; ++i) {
        CHECK_INT(vrm_model_get_image_bytes(file.model, i, &bytes[i], &size), VRM_ERROR_NO_PAYLOAD);
    }
    unload(&file);
    CHECK_INT(self.released, 2);
}

/* ER-018: one that cannot be had is asked for once too, and reported wherever it is named. */
TEST(er_018_a_missing_file_is_asked_for_once) {
    giver self = {{NULL, NULL, NULL}, 8, true, 0, 0, 0, 0};
    loaded file = load_from(&self, 4,
                            "{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a'},"
                            "{'byteLength':8,'uri':'a'}],'images':[{'uri':'a'}]}");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(self.asked, 1);
    CHECK_INT(count_code(&file, "external-limit"), 3);
    CHECK(found(&file, "external-limit", "/buffers/0/uri"));
    CHECK(found(&file, "external-limit", "/images/0/uri"));
    CHECK_INT(count_code(&file, "buffer-unresolved"), 0);
    CHECK_TEXT(
        message_of(&file, "external-limit"),
        "the external file \"a\" was not loaded: the limit for all external files is 4 bytes");
    CHECK_TEXT(requirement_of(&file, "external-limit"), "ER-018");
    unload(&file);
    CHECK_INT(self.released, 0);
}

/* ER-018: all resources together stay below max_external_bytes, also with a resolver that does not
 * keep to it; smaller ones still come when a large one did not. */
TEST(er_018_external_bytes_have_a_limit) {
    for (int is_honest = 0; is_honest < 2; ++is_honest) {
        giver self = {{NULL, NULL, NULL}, 8, is_honest != 0, 0, 0, 0, 0};
        loaded file;
        test_note("honest: %d", is_honest);
        file = load_from(&self, 31,
                         "{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a'},"
                         "{'byteLength':8,'uri':'b'},{'byteLength':8,'uri':'c'},"
                         "{'byteLength':8,'uri':'d'},{'byteLength':8,'uri':'a'}]}");
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(self.asked, 4);
        CHECK_INT(self.last_limit, 7);
        CHECK_INT(file.gltf->buffers[2].is_available, 1);
        CHECK_INT(file.gltf->buffers[3].is_available, 0);
        CHECK_INT(file.gltf->buffers[4].is_available, 1);
        CHECK_INT(count_code(&file, "external-limit"), 1);
        CHECK(found(&file, "external-limit", "/buffers/3/uri"));
        CHECK_INT(self.released, is_honest ? 0 : 1); /* what was too much is given back at once */
        unload(&file);
        CHECK_INT(self.released, self.given);
    }
}

TEST(er_018_external_bytes_are_counted_as_memory) {
    static const char json[] = "{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a'}]}";
    giver small = {{NULL, NULL, NULL}, 0, true, 0, 0, 0, 0};
    giver large = {{NULL, NULL, NULL}, sizeof plenty, true, 0, 0, 0, 0};
    loaded with_small = load_from(&small, 0, json), with_large = load_from(&large, 0, json);
    uint64_t held = vrm_model_memory_size(with_small.model);
    CHECK_INT(small.last_limit, INT64_C(1) << 30);
    CHECK_INT(vrm_model_memory_size(with_large.model), held + sizeof plenty);
    vrm_model_drop_payload(with_large.model);
    CHECK_INT(vrm_model_memory_size(with_large.model), held);
    unload(&with_small);
    unload(&with_large);
}

/* ER-008: counts cost a file nothing where its bytes are not there, and would cost the reader. */
TEST(counts_without_bytes_are_bounded) {
    static const char *const buffers[] = {
        "{'byteLength':1099511627776}",
        "{'byteLength':1099511627776,'uri':'big.bin'}",
        "{'byteLength':1099511627776,'uri':'data:;base64,AAAA'}",
    };
    for (size_t i = 0; i < COUNT(buffers); ++i) {
        char json[512];
        loaded file;
        test_note("%s", buffers[i]);
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'buffers':[%s],'bufferViews':[{'buffer':0,"
                 "'byteLength':1099511627776}],'accessors':[{'bufferView':0,'componentType':5126,"
                 "'count':2147483647,'type':'VEC3'},{'componentType':5126,'count':2147483647,"
                 "'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}",
                 buffers[i]);
        file = load_json_bin(json, "abcd", 4);
        CHECK_INT(file.result, VRM_OK);
        CHECK(found(&file, "accessor-count", "/accessors/0"));
        CHECK(found(&file, "accessor-count", "/accessors/1"));
        CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
        unload(&file);
    }
}

TEST_SUITE(external, ENTRY(er_019_external_resources_come_from_the_resolver),
           ENTRY(er_019_without_a_resolver_nothing_is_fetched),
           ENTRY(er_020_resolved_bytes_are_released_when_the_load_fails),
           ENTRY(a_resolver_need_not_release), ENTRY(er_018_an_address_is_resolved_once),
           ENTRY(er_018_a_missing_file_is_asked_for_once),
           ENTRY(er_018_external_bytes_have_a_limit),
           ENTRY(er_018_external_bytes_are_counted_as_memory),
           ENTRY(counts_without_bytes_are_bounded));
