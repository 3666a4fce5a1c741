/* Images, by their headers, and the thumbnail [GL-045, ME-011, ME-012]. */
#include "author/check/check.h"
#include "base/text.h"
#include "gltf/image_header.h"

#include <string.h>

/* The mimeType of a format; NULL: no image of glTF or its extensions has it. */
static const char *mime_type_of(vrm_image_format format) {
    switch (format) {
    case VRM_IMAGE_FORMAT_PNG:
        return "image/png";
    case VRM_IMAGE_FORMAT_JPEG:
        return "image/jpeg";
    case VRM_IMAGE_FORMAT_WEBP:
        return "image/webp";
    case VRM_IMAGE_FORMAT_KTX2:
        return "image/ktx2";
    default:
        return NULL;
    }
}

static bool is_known_type(vrm_string mime_type) {
    for (vrm_image_format format = VRM_IMAGE_FORMAT_PNG; format <= VRM_IMAGE_FORMAT_KTX2;
         ++format) {
        if (vrmi_string_equals(mime_type, mime_type_of(format))) return true;
    }
    return false;
}

/* Images may share a view: its bytes are decoded once. */
static bool is_decoded_already(const vrmi_check *check, uint8_t *decoded_views, int32_t index) {
    int32_t view = check->gltf->images[index].buffer_view;
    bool is_decoded = view != VRM_NONE && decoded_views[view] != 0;
    if (view != VRM_NONE) decoded_views[view] = 1;
    return is_decoded;
}

/* The bytes of an image and what their beginning says. */
typedef struct image_bytes {
    const uint8_t *bytes;
    size_t size;
    vrm_image_header header;
} image_bytes;

static void check_pixels(vrmi_check *check, uint8_t *decoded_views, int32_t index,
                         const image_bytes *image) {
    const vrm_check_desc *desc = check->desc;
    vrmi_check_place place;
    if (desc->decode_image == NULL || is_decoded_already(check, decoded_views, index) ||
        desc->decode_image(image->bytes, image->size, image->header.format, NULL,
                           desc->decode_image_user) != 0) {
        return;
    }
    place = vrmi_at_element("images", "image", index, check->gltf->images[index].name, NULL);
    vrmi_check_found(check, VRMI_IMAGE_NOT_DECODED, &place, NULL);
}

static void check_image(vrmi_check *check, uint8_t *decoded_views, int32_t index) {
    const vrm_image *image = &check->gltf->images[index];
    vrmi_check_place place = vrmi_at_element("images", "image", index, image->name, NULL);
    image_bytes image_bytes;
    const char *mime_type, *format;
    if (vrm_model_get_image_bytes(check->model, index, &image_bytes.bytes, &image_bytes.size) !=
        VRM_OK)
        return;
    image_bytes.header = vrmi_image_header_read(image_bytes.bytes, image_bytes.size);
    mime_type = mime_type_of(image_bytes.header.format);
    format = vrm_image_format_name(image_bytes.header.format);
    if (mime_type == NULL) {
        vrmi_check_found(check, VRMI_IMAGE_FORMAT, &place, NULL);
        return;
    }
    if (image_bytes.header.width == 0 || image_bytes.header.height == 0) {
        vrmi_check_found(check, VRMI_IMAGE_SIZE_UNKNOWN, &place, VRMI_WITH(vrmi_words(format)));
    } else {
        check_pixels(check, decoded_views, index, &image_bytes);
    }
    /* Other types have a diagnostic already. */
    if (!is_known_type(image->mime_type) || vrmi_string_equals(image->mime_type, mime_type)) return;
    place = vrmi_at_element("images", "image", index, image->name, "mimeType");
    vrmi_check_found(check, VRMI_IMAGE_NOT_MIME_TYPE, &place,
                     VRMI_WITH(vrmi_quoted(image->mime_type), vrmi_words(format)));
}

static void check_thumbnail(vrmi_check *check) {
    int32_t index = check->tables->meta.thumbnail_image;
    vrm_image_header header;
    vrmi_check_place place;
    if (index == VRM_NONE || vrm_model_get_image_header(check->model, index, &header) != VRM_OK ||
        header.format == VRM_IMAGE_FORMAT_UNKNOWN) {
        return;
    }
    place = vrmi_at_element("images", "image", index, check->gltf->images[index].name, NULL);
    if (header.width != header.height) {
        vrmi_check_found(check, VRMI_THUMBNAIL_NOT_SQUARE, &place,
                         VRMI_WITH(vrmi_unsigned(header.width), vrmi_unsigned(header.height)));
    }
    if (header.format != VRM_IMAGE_FORMAT_PNG && header.format != VRM_IMAGE_FORMAT_JPEG) {
        vrmi_check_found(check, VRMI_THUMBNAIL_FORMAT, &place,
                         VRMI_WITH(vrmi_words(vrm_image_format_name(header.format))));
    }
}

void vrmi_check_images(vrmi_check *check) {
    uint8_t *decoded_views = VRMI_TAKE(check->scratch, uint8_t, check->gltf->buffer_view_count);
    if (decoded_views == NULL) return;
    memset(decoded_views, 0, check->gltf->buffer_view_count);
    for (uint32_t i = 0; i < check->gltf->image_count && vrmi_check_goes_on(check); ++i) {
        check_image(check, decoded_views, (int32_t)i);
    }
    check_thumbnail(check);
}
