/* Functions for images, for checks and optimizations of libvrm: those of `vrm optimize`. */
#include "pictures.h"

#include "apps/optimize/image_tool.h"

#include <stdlib.h>

typedef struct image_tools {
    shared_image_tools shared;
    vrm_allocator allocator;
    image_tool tool;
} image_tools;

static void *allocate(size_t size, size_t alignment, void *user) {
    (void)alignment, (void)user; /* 16 at most */
    return malloc(size);
}

static void release(void *pointer, size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    free(pointer);
}

/* Without room for the pixels, the image is only checked. Only damage is reported: what is too
 * large or unknown is not. */
static int32_t check_image(const void *bytes, size_t size, vrm_image_format format, vrm_pixels *out,
                           void *user) {
    image_tool *tool = user;
    vrm_image_state state;
    if (out != NULL) return image_tool_decode(bytes, size, format, out, user);
    state = vrmr_image_try_within(&tool->work, bytes, size, VRMR_MOST_IMAGE_BYTES, tool->allocator);
    return state != VRM_IMAGE_STATE_DAMAGED;
}

static void release_capsule(PyObject *capsule) {
    image_tools *tools = PyCapsule_GetPointer(capsule, SHARED_IMAGE_TOOLS);
    image_tool_release(&tools->tool);
    PyMem_Free(tools);
}

PyObject *image_tools_new(PyObject *self, PyObject *args) {
    Py_ssize_t file_bytes;
    float jpeg_quality, webp_quality;
    vrm_load_desc settings;
    image_tools *tools;
    PyObject *capsule;
    (void)self;
    if (!PyArg_ParseTuple(args, "nff", &file_bytes, &jpeg_quality, &webp_quality)) return NULL;
    if (!(jpeg_quality >= 0.0f && jpeg_quality <= 100.0f) ||
        !(webp_quality >= 0.0f && webp_quality <= 100.0f) || file_bytes < 0) {
        PyErr_SetString(PyExc_ValueError, "a quality is from 0 to 100");
        return NULL;
    }
    tools = PyMem_Calloc(1, sizeof *tools);
    if (tools == NULL) return PyErr_NoMemory();
    tools->allocator.allocate = allocate;
    tools->allocator.release = release;
    vrm_load_desc_init(&settings);
    settings.allocator = &tools->allocator;
    image_tool_init(&tools->tool, &settings, (uint64_t)file_bytes);
    tools->tool.jpeg_quality = jpeg_quality;
    tools->tool.webp_quality = webp_quality;
    tools->shared.functions.user = &tools->tool;
    tools->shared.functions.decode_image = image_tool_decode;
    tools->shared.functions.release_pixels = image_tool_release_pixels;
    tools->shared.functions.encode_image = image_tool_encode;
    tools->shared.check_image = check_image;
    capsule = PyCapsule_New(tools, SHARED_IMAGE_TOOLS, release_capsule);
    if (capsule == NULL) PyMem_Free(tools);
    return capsule;
}
