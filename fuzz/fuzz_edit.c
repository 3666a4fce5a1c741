/*
 * Edits of any file; fuzz_file.h says what the input is, whose last bytes also say what is edited.
 * A file that loads can be opened. Whatever operations do to it or refuse, what is written loads,
 * to write it again gives the same bytes, and a file that nothing was done to stays as it is.
 */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EDIT_OPERATIONS = 8 };

static const uint8_t edit_png[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0..";

/* The bytes of the input, from the last one on, and round again. */
typedef struct edit_choices {
    const uint8_t *data;
    size_t size, at;
} edit_choices;

static uint8_t edit_choose(edit_choices *from) {
    from->at = from->at > 0 ? from->at - 1 : from->size - 1;
    return from->data[from->at];
}

/* A name that expressions have, or the first custom one of many files. */
static const char *edit_expression(uint8_t choice) {
    static const char *const names[] = {"happy", "aa", "blink", "joy", "A", "x", "custom", "smile"};
    return names[choice % 8];
}

static void edit_once(vrm_edit *edit, edit_choices *from) {
    const float color[4] = {0.5f, 0.25f, 1, 1};
    const vrm_vec2 scale = {1, 0.5f};
    const vrm_vec3 down = {0, -1, 0};
    vrm_spring_collider collider;
    uint8_t what = edit_choose(from), index = edit_choose(from);
    int32_t node = index;
    memset(&collider, 0, sizeof collider);
    collider.node = index % 4;
    collider.shape = 1 + index % 5;
    collider.tail = down;
    switch (what % 15) {
    case 0:
        vrm_edit_set(edit, "/asset/extras", "{\"a\":[1,{\"extensions\":{}}]}");
        break;
    case 1:
        vrm_edit_remove(edit, "/extensionsUsed/0");
        break;
    case 2:
        vrm_edit_set_thumbnail(edit, edit_png, sizeof edit_png);
        break;
    case 3:
        vrm_edit_set_thumbnail(edit, NULL, 0);
        break;
    case 4:
        vrm_edit_rename_expression(edit, edit_expression(index), edit_expression(what));
        break;
    case 5:
        vrm_edit_bind_morph(edit, edit_expression(index), what % 8, index % 3, 0.5f);
        break;
    case 6:
        vrm_edit_bind_color(edit, edit_expression(index), what % 4, index % 6, color);
        break;
    case 7:
        vrm_edit_bind_uv(edit, edit_expression(index), what % 4, &scale, &scale);
        break;
    case 8:
        vrm_edit_unbind(edit, edit_expression(index), what % 3, VRM_ALL);
        break;
    case 9:
        vrm_edit_set_gravity_dir(edit, index % 3, VRM_ALL, &down);
        break;
    case 10:
        vrm_edit_add_collider(edit, &collider, index % 3 - 1, NULL);
        break;
    case 11:
        vrm_edit_remove_collider(edit, index % 4);
        break;
    case 12:
        vrm_edit_set_image(edit, index % 4, edit_png, sizeof edit_png);
        break;
    case 13:
        vrm_edit_merge_node(edit, node);
        break;
    default:
        vrm_edit_remove_nodes(edit, &node, 1);
        break;
    }
}

static void edit_check(const void *bytes, size_t size) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (vrm_model_load(bytes, size, &desc, &model, NULL) != VRM_OK) {
        fuzz_fail("an edited file loads");
    }
    read_everything(model, FUZZ_READ_BUDGET, NULL);
    vrm_model_release(model);
}

/* Without a failing allocation or a small limit. */
static void edit_whole(const fuzz_file *file, edit_choices *from) {
    vrm_edit *edit = NULL;
    vrm_written *first = NULL, *second = NULL;
    const void *bytes, *again;
    size_t size, again_size;
    if (vrm_edit_create(file->bytes, file->size, NULL, &edit, NULL) != VRM_OK) return;
    if (vrm_edit_write(edit, &first, NULL) != VRM_OK)
        fuzz_fail("a file that was opened is written");
    bytes = vrm_written_bytes(first, &size);
    if (size != file->size || memcmp(bytes, file->bytes, size) != 0) {
        fuzz_fail("what was not touched stays as it is");
    }
    vrm_written_destroy(first);
    if (edit_choose(from) % 4 == 0) vrm_edit_embed(edit);
    for (int i = 0; i < EDIT_OPERATIONS; ++i) edit_once(edit, from);
    if (vrm_edit_write(edit, &first, NULL) != VRM_OK ||
        vrm_edit_write(edit, &second, NULL) != VRM_OK) {
        fuzz_fail("an edited file is written");
    }
    bytes = vrm_written_bytes(first, &size);
    again = vrm_written_bytes(second, &again_size);
    if (size != again_size || memcmp(bytes, again, size) != 0) {
        fuzz_fail("to write a file again gives the same bytes");
    }
    edit_check(bytes, size);
    vrm_written_destroy(first);
    vrm_written_destroy(second);
    vrm_edit_destroy(edit);
}

static void edit_with_trouble(const fuzz_file *file, edit_choices *from) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_load_desc desc;
    vrm_edit *edit = NULL;
    vrm_written *written = NULL;
    vrm_load_desc_init(&desc);
    memory.fail_at = file->fail_at;
    desc.allocator = &allocator;
    desc.limits = &file->limits;
    if (vrm_edit_create(file->bytes, file->size, &desc, &edit, NULL) == VRM_OK) {
        for (int i = 0; i < EDIT_OPERATIONS; ++i) edit_once(edit, from);
        if ((vrm_edit_write(edit, &written, NULL) == VRM_OK) != (written != NULL)) {
            fuzz_fail("a file or a failure");
        }
    }
    vrm_written_destroy(written);
    vrm_edit_destroy(edit);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    edit_choices whole = {data, size, size}, troubled = {data, size, size};
    if (!fuzz_file_read(data, size, &file)) return 0;
    edit_with_trouble(&file, &troubled);
    edit_whole(&file, &whole);
    free(file.bytes);
    return 0;
}
