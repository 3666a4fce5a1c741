/* Edits of the payload: numbers of accessors, and images. */
#include "faults.h"

#include "images.h"

#include <math.h>
#include <string.h>

/* --- Numbers --- */

static int member(json *object, const char *key, int otherwise) {
    json *found = yyjson_mut_obj_get(object, key);
    return found != NULL ? yyjson_mut_get_int(found) : otherwise;
}

static size_t component_size(int component) {
    if (component == COMPONENT_F32 || component == COMPONENT_U32) return 4;
    return component == COMPONENT_U16 ? 2 : 1;
}

static size_t component_count(json *described) {
    const char *type = yyjson_mut_get_str(yyjson_mut_obj_get(described, "type"));
    if (strcmp(type, "SCALAR") == 0) return 1;
    if (strcmp(type, "MAT4") == 0) return 16;
    return (size_t)(type[3] - '0');
}

static double number_of(yyjson_val *value) {
    if (!yyjson_is_str(value)) return yyjson_get_num(value);
    if (yyjson_equals_str(value, "NaN")) return (double)NAN;
    if (yyjson_equals_str(value, "Infinity")) return (double)INFINITY;
    die("this is no number:", yyjson_get_str(value));
}

static void append_component(bytes *out, int component, double value) {
    if (component == COMPONENT_F32) {
        bytes_f32(out, value);
    } else if (component == COMPONENT_U32) {
        bytes_u32(out, (uint32_t)value);
    } else if (component == COMPONENT_U16) {
        bytes_u16(out, (unsigned)value);
    } else {
        bytes_u8(out, (unsigned)value);
    }
}

static json *view_of(const glb *file, int index) {
    return yyjson_mut_arr_get(yyjson_mut_obj_get(file->root, "bufferViews"), (size_t)index);
}

/* A view of these bytes, at the end of the buffer. */
static int add_view(glb *file, bytes *data, int target) {
    int view = glb_add_view(file, data, target, 0);
    yyjson_mut_obj_put(yyjson_mut_doc_ptr_get(file->doc, "/buffers/0"),
                       yyjson_mut_str(file->doc, "byteLength"),
                       yyjson_mut_sint(file->doc, (int64_t)file->bin.count));
    LIST_FREE(data);
    return view;
}

void set_values(glb *file, const char *pointer, size_t element, yyjson_val *values) {
    json *described = yyjson_mut_doc_ptr_get(file->doc, pointer);
    int component = member(described, "componentType", 0);
    size_t at = (size_t)member(view_of(file, member(described, "bufferView", -1)), "byteOffset", 0);
    bytes data = {NULL, 0, 0};
    yyjson_val *value;
    size_t i, count;
    at += (size_t)member(described, "byteOffset", 0);
    at += element * component_count(described) * component_size(component);
    yyjson_arr_foreach(values, i, count, value) {
        append_component(&data, component, number_of(value));
    }
    if (at + data.count > file->bin.count) die("there are no such values in", pointer);
    memcpy(file->bin.items + at, data.items, data.count);
    LIST_FREE(&data);
}

/* The weights of the first primitive as floats: bytes cannot be negative. */
void make_weights_float(glb *file, int unused) {
    json *attributes = yyjson_mut_doc_ptr_get(file->doc, "/meshes/0/primitives/0/attributes");
    json *described = glb_accessor(file, member(attributes, "WEIGHTS_0", -1));
    size_t at = (size_t)member(view_of(file, member(described, "bufferView", -1)), "byteOffset", 0);
    size_t count = (size_t)member(described, "count", 0);
    accessor floats = {0, COMPONENT_F32, "VEC4", count, false, NULL, NULL};
    bytes data = {NULL, 0, 0};
    (void)unused;
    for (size_t i = 0; i < count * 4; ++i) bytes_f32(&data, file->bin.items[at + i] / 255.0);
    floats.view = add_view(file, &data, ARRAY_BUFFER);
    yyjson_mut_obj_put(attributes, yyjson_mut_str(file->doc, "WEIGHTS_0"),
                       yyjson_mut_sint(file->doc, glb_add_accessor(file, &floats)));
}

/* --- Images --- */

/* JPEG and WebP as headers alone: a check does not decode images unless it is asked to. */
static bytes make_image(const char *kind) {
    static const unsigned char jpeg[] = {0xFF, 0xD8, 0xFF, 0xC0, 0,  11, 8,    0,    16,
                                         0,    16,   1,    1,    17, 0,  0xFF, 0xD9, 0};
    static const unsigned char webp[] = "RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x0F\0\0\x0F\0\0";
    bytes out = {NULL, 0, 0};
    if (strcmp(kind, "jpeg") == 0) {
        bytes_append(&out, jpeg, sizeof jpeg);
    } else if (strcmp(kind, "webp") == 0) {
        bytes_append(&out, webp, sizeof webp - 1);
    } else if (strcmp(kind, "text") == 0) {
        bytes_append(&out, "a picture, but only in words", 28);
    } else if (strcmp(kind, "png-without-size") == 0) {
        bytes_append(&out, "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\0\0\0\0\0\0\x08\2\0\0\0\0\0\0\0",
                     33);
    } else {
        return image_png(kind);
    }
    return out;
}

void set_image(glb *file, size_t image, const char *kind) {
    json *at = yyjson_mut_arr_get(yyjson_mut_obj_get(file->root, "images"), image);
    bytes data = make_image(kind);
    if (at == NULL) die("there is no image to replace by", kind);
    yyjson_mut_obj_put(at, yyjson_mut_str(file->doc, "bufferView"),
                       yyjson_mut_sint(file->doc, add_view(file, &data, 0)));
}
