/* Images, samplers, textures. */
#include "base/text.h"
#include "gltf/document.h"
#include "gltf/uri.h"

#include <string.h>

#define BASISU "KHR_texture_basisu"

typedef struct image_record {
    vrm_image image;
    vrm_string uri;
} image_record;

static const vrmi_json_field image_fields[] = {
    VRMI_FIELD_INDEX(image_record, image.buffer_view, "bufferView", VRMI_TABLE_BUFFER_VIEWS, 0),
    VRMI_FIELD(image_record, image.mime_type, "mimeType", STRING),
    VRMI_FIELD(image_record, image.name, "name", STRING),
    VRMI_FIELD(image_record, uri, "uri", STRING),
};

static bool find_image(vrmi_load *load, const vrmi_json *at, vrm_string uri, vrm_image *image,
                       vrmi_bytes *bytes) {
    vrmi_json uri_at = vrmi_json_at(at, "uri", NULL);
    vrmi_resource resource;
    if (uri.data == NULL) {
        if (image->buffer_view == VRM_NONE) vrmi_load_found(load, VRMI_IMAGE_SOURCE, at, NULL);
        return true;
    }
    if (image->buffer_view != VRM_NONE) vrmi_load_found(load, VRMI_IMAGE_TWO_SOURCES, at, NULL);
    if (!vrmi_uri_fetch(load, &uri_at, uri, VRMI_IMAGE_UNRESOLVED, &resource)) return false;
    image->uri = resource.uri;
    image->is_data_uri = resource.is_data ? 1 : 0;
    if (image->mime_type.length == 0) image->mime_type = resource.mime;
    *bytes = resource.bytes;
    return true;
}

static void check_type(vrmi_load *load, const vrmi_json *at, const vrm_image *image) {
    static const char *const types[] = {"image/png", "image/jpeg", "image/webp"};
    vrmi_json place = vrmi_json_at(at, "mimeType", NULL);
    if (image->mime_type.length == 0) {
        if (image->buffer_view != VRM_NONE) {
            vrmi_load_found(load, VRMI_IMAGE_MIME_MISSING, at, NULL);
        }
        return;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (vrmi_string_equals(image->mime_type, types[i])) return;
    }
    /* Its texture is reported, unless it has another image. */
    if (vrmi_string_equals(image->mime_type, "image/ktx2") && vrmi_lists_extension(load, BASISU)) {
        return;
    }
    vrmi_load_found(load, VRMI_IMAGE_MIME, &place, VRMI_WITH(vrmi_quoted(image->mime_type)));
}

bool vrmi_read_images(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_IMAGES];
    vrm_image *images = VRMI_TAKE(load->arena, vrm_image, count);
    vrmi_bytes *bytes = VRMI_TAKE(load->arena, vrmi_bytes, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (images == NULL || bytes == NULL) return vrmi_load_refused(load);
    memset(bytes, 0, count * sizeof *bytes);
    document->gltf.images = images;
    document->gltf.image_count = count;
    document->image_bytes = bytes;
    while (vrmi_json_next(&each)) {
        static const image_record none = {{{"", 0}, {"", 0}, {"", 0}, VRM_NONE, 0}, {NULL, 0}};
        image_record record = none;
        if (!vrmi_load_goes_on(load)) return false;
        VRMI_JSON_READ(load, &each.item, image_fields, &record);
        if (!find_image(load, &each.item, record.uri, &record.image, &bytes[each.item.index])) {
            return false;
        }
        check_type(load, &each.item, &record.image);
        images[each.item.index] = record.image;
    }
    return true;
}

static const vrmi_json_choice mag_filters[] = {{"NEAREST", 9728}, {"LINEAR", 9729}, {NULL, 0}};

static const vrmi_json_choice min_filters[] = {
    {"NEAREST", 9728},
    {"LINEAR", 9729},
    {"NEAREST_MIPMAP_NEAREST", 9984},
    {"LINEAR_MIPMAP_NEAREST", 9985},
    {"NEAREST_MIPMAP_LINEAR", 9986},
    {"LINEAR_MIPMAP_LINEAR", 9987},
    {NULL, 0},
};

static const vrmi_json_choice wraps[] = {
    {"CLAMP_TO_EDGE", 33071}, {"MIRRORED_REPEAT", 33648}, {"REPEAT", 10497}, {NULL, 0}};

static const vrmi_json_field sampler_fields[] = {
    VRMI_FIELD_CHOICE(vrm_sampler, mag_filter, "magFilter", NUMBER, mag_filters, 0),
    VRMI_FIELD_CHOICE(vrm_sampler, min_filter, "minFilter", NUMBER, min_filters, 0),
    VRMI_FIELD_CHOICE(vrm_sampler, wrap_s, "wrapS", NUMBER, wraps, 0),
    VRMI_FIELD_CHOICE(vrm_sampler, wrap_t, "wrapT", NUMBER, wraps, 0),
    VRMI_FIELD(vrm_sampler, name, "name", STRING),
};

bool vrmi_read_samplers(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_SAMPLERS];
    vrm_sampler *samplers = VRMI_TAKE(load->arena, vrm_sampler, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (samplers == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        static const vrm_sampler none = {{"", 0}, 0, 0, 10497, 10497};
        if (!vrmi_load_goes_on(load)) return false;
        samplers[each.item.index] = none;
        VRMI_JSON_READ(load, &each.item, sampler_fields, &samplers[each.item.index]);
    }
    document->gltf.samplers = samplers;
    document->gltf.sampler_count = count;
    return true;
}

typedef struct texture_record {
    vrm_texture texture;
    yyjson_val *extensions;
} texture_record;

static const vrmi_json_field texture_fields[] = {
    VRMI_FIELD_INDEX(texture_record, texture.sampler, "sampler", VRMI_TABLE_SAMPLERS, 0),
    VRMI_FIELD_INDEX(texture_record, texture.image, "source", VRMI_TABLE_IMAGES, 0),
    VRMI_FIELD(texture_record, texture.name, "name", STRING),
    VRMI_FIELD(texture_record, extensions, "extensions", OBJECT),
};

/* Of EXT_texture_webp and KHR_texture_basisu. */
static const vrmi_json_field source_fields[] = {
    VRMI_FIELD_INDEX(vrm_texture, image, "source", VRMI_TABLE_IMAGES, 1),
};

/* Hosts get a KTX2 image where there is no other: some can show it. */
static void use_compressed(vrmi_load *load, const vrmi_json *at, texture_record *record) {
    const vrmi_json extensions = vrmi_json_at(at, "extensions", record->extensions);
    const vrmi_json basisu = vrmi_json_member(&extensions, BASISU);
    if (basisu.value != NULL) VRMI_JSON_READ(load, &basisu, source_fields, &record->texture);
    vrmi_load_found(load, basisu.value != NULL ? VRMI_TEXTURE_COMPRESSED : VRMI_TEXTURE_SOURCE, at,
                    NULL);
}

bool vrmi_read_textures(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_TEXTURES];
    vrm_texture *textures = VRMI_TAKE(load->arena, vrm_texture, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (textures == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        static const texture_record none = {{{"", 0}, VRM_NONE, VRM_NONE}, NULL};
        texture_record record = none;
        if (!vrmi_load_goes_on(load)) return false;
        VRMI_JSON_READ(load, &each.item, texture_fields, &record);
        if (record.extensions != NULL) {
            vrmi_json extensions = vrmi_json_at(&each.item, "extensions", record.extensions);
            vrmi_json webp = vrmi_json_member(&extensions, "EXT_texture_webp");
            if (webp.value != NULL) vrmi_use_extension(load, &webp);
            VRMI_JSON_READ(load, &webp, source_fields, &record.texture);
        }
        if (record.texture.image == VRM_NONE) use_compressed(load, &each.item, &record);
        textures[each.item.index] = record.texture;
    }
    document->gltf.textures = textures;
    document->gltf.texture_count = count;
    return true;
}
