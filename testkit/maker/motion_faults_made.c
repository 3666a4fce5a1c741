/* Faults of motions that are made by a function each. */
#include "motion_faults.h"

#include "motion_write.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- glTF --- */

static json *at(glb *file, const char *pointer) {
    json *found = yyjson_mut_doc_ptr_get(file->doc, pointer);
    if (found == NULL) die("this is not in the JSON:", pointer);
    return found;
}

static int whole(json *object, const char *key) {
    return yyjson_mut_get_int(yyjson_mut_obj_get(object, key));
}

static int node_named(glb *file, const char *name) {
    json *node;
    size_t i, count;
    yyjson_mut_arr_foreach(at(file, "/nodes"), i, count, node) {
        if (yyjson_mut_equals_str(yyjson_mut_obj_get(node, "name"), name)) return (int)i;
    }
    die("there is no node", name);
}

static void replace_member(glb *file, json *object, const char *key, json *value) {
    yyjson_mut_obj_put(object, yyjson_mut_str(file->doc, key), value);
}

/* The floats of an accessor, multiplied or added to. */
static void change_floats(glb *file, json *described, size_t first, size_t step, size_t width,
                          float factor, float term) {
    json *view =
        yyjson_mut_arr_get(at(file, "/bufferViews"), (size_t)whole(described, "bufferView"));
    size_t begin = (size_t)whole(view, "byteOffset"), count = (size_t)whole(described, "count");
    for (size_t element = first; element < count; element += step) {
        for (size_t i = 0; i < width; ++i) {
            unsigned char *place = file->bin.items + begin + (element * width + i) * 4;
            float value;
            uint32_t bits = (uint32_t)place[0] | (uint32_t)place[1] << 8 |
                            (uint32_t)place[2] << 16 | (uint32_t)place[3] << 24;
            memcpy(&value, &bits, sizeof value);
            value = value * factor + term;
            memcpy(&bits, &value, sizeof bits);
            for (int k = 0; k < 4; ++k) place[k] = (unsigned char)(bits >> (8 * k));
        }
    }
}

static void make_later(glb *file, int seconds) {
    json *times = glb_accessor(file, 0);
    double least = seconds, most = yyjson_mut_get_num(at(file, "/accessors/0/max/0")) + seconds;
    change_floats(file, times, 0, 1, 1, 1, (float)seconds);
    yyjson_mut_obj_remove_key(times, "min");
    yyjson_mut_obj_remove_key(times, "max");
    put_numbers(file, times, "min", &least, 1);
    put_numbers(file, times, "max", &most, 1);
}

static void make_first_key(glb *file, int unused) {
    json *described;
    size_t i, count;
    double zero = 0;
    (void)unused;
    yyjson_mut_arr_foreach(at(file, "/accessors"), i, count, described) {
        replace_member(file, described, "count", yyjson_mut_sint(file->doc, 1));
    }
    yyjson_mut_obj_remove_key(glb_accessor(file, 0), "max");
    put_numbers(file, glb_accessor(file, 0), "max", &zero, 1);
}

static void make_flips(glb *file, int unused) {
    json *described;
    size_t i, count;
    (void)unused;
    yyjson_mut_arr_foreach(at(file, "/accessors"), i, count, described) {
        if (yyjson_mut_equals_str(yyjson_mut_obj_get(described, "type"), "VEC4")) {
            change_floats(file, described, 1, 2, 4, -1, 0);
        }
    }
}

static void make_scale(glb *file, int factor) {
    json *node, *number;
    size_t i, count, k, numbers;
    yyjson_mut_arr_foreach(at(file, "/nodes"), i, count, node) {
        yyjson_mut_arr_foreach(yyjson_mut_obj_get(node, "translation"), k, numbers, number) {
            yyjson_mut_set_real(number, round_to(yyjson_mut_get_num(number) * factor, 6));
        }
    }
    /* The hips move by the first sampler. */
    change_floats(file, glb_accessor(file, whole(at(file, "/animations/0/samplers/0"), "output")),
                  0, 1, 3, (float)factor, 0);
}

static void add_channel(glb *file, int node, const char *path, int sampler) {
    json *channel = append_object(file, at(file, "/animations/0/channels")), *target;
    put_index(file, channel, "sampler", sampler);
    target = put_object(file, channel, "target");
    put_index(file, target, "node", node);
    put_text(file, target, "path", path);
}

/* A node that takes the place of another among the children of its parent. */
static int add_node_above(glb *file, const char *name, int child, int parent) {
    json *nodes = at(file, "/nodes"), *node, *item;
    int index = (int)yyjson_mut_arr_size(nodes);
    size_t i, count;
    node = append_object(file, nodes);
    put_text(file, node, "name", name);
    append_index(file, put_array(file, node, "children"), child);
    if (parent == NONE) {
        yyjson_mut_set_sint(at(file, "/scenes/0/nodes/0"), index);
        return index;
    }
    yyjson_mut_arr_foreach(
        yyjson_mut_obj_get(yyjson_mut_arr_get(nodes, (size_t)parent), "children"), i, count, item) {
        if (yyjson_mut_get_int(item) == child) yyjson_mut_set_sint(item, index);
    }
    return index;
}

/* It moves as the neck does, and the upper chest with it. */
static void make_between(glb *file, int unused) {
    int node =
        add_node_above(file, "between", node_named(file, "upperChest"), node_named(file, "chest"));
    (void)unused;
    add_channel(file, node, "rotation", 1 + node_named(file, "neck"));
}

static void make_above(glb *file, int unused) {
    int node = add_node_above(file, "above", node_named(file, "hips"), NONE);
    (void)unused;
    add_channel(file, node, "rotation", 1 + node_named(file, "neck"));
    add_channel(file, node, "translation", 0);
}

static void make_other_names(glb *file, int unused) {
    json *node;
    size_t i, count;
    (void)unused;
    yyjson_mut_arr_foreach(at(file, "/nodes"), i, count, node) {
        char name[24];
        snprintf(name, sizeof name, "thing%d", (int)i);
        yyjson_mut_obj_remove_key(node, "name");
        yyjson_mut_obj_add_strcpy(file->doc, node, "name", name);
    }
}

bool motion_fault_gltf(glb *file, const char *name, int number) {
    static const struct {
        const char *name;
        void (*make)(glb *file, int number);
    } made[] = {
        {"later", make_later},        {"first-key", make_first_key}, {"flip-signs", make_flips},
        {"scale", make_scale},        {"between", make_between},     {"above", make_above},
        {"rename", make_other_names},
    };
    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i) {
        if (strcmp(made[i].name, name) != 0) continue;
        made[i].make(file, number);
        return true;
    }
    return false;
}

/* --- BVH --- */

static void put_words(bytes *out, const char *text) { bytes_append(out, text, strlen(text)); }

/* A chain of this many joints, and one frame. */
static void make_deep(bytes *file, int joints) {
    file->count = 0;
    put_words(file, "HIERARCHY\n");
    for (int i = 0; i < joints; ++i) {
        char text[96];
        snprintf(text, sizeof text, "%s thing%d\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n",
                 i == 0 ? "ROOT" : "JOINT", i);
        put_words(file, text);
    }
    put_words(file, "End Site\n{\nOFFSET 0 1 0\n}\n");
    for (int i = 0; i < joints; ++i) put_words(file, "}\n");
    put_words(file, "MOTION\nFrames: 1\nFrame Time: 0.1\n");
    for (int i = 0; i < joints; ++i) put_words(file, "1 ");
}

/* Without what is behind the joints. */
static void make_until_motion(bytes *file, int unused) {
    static const char word[] = "MOTION";
    size_t end = 0;
    (void)unused;
    while (memcmp(file->items + end, word, sizeof word - 1) != 0) ++end;
    file->count = end;
}

/* Names of joints too: they are compared without regard to case. */
static void make_small(bytes *file, int unused) {
    (void)unused;
    for (size_t i = 0; i < file->count; ++i) {
        file->items[i] = (unsigned char)tolower(file->items[i]);
    }
}

static void make_windows(bytes *file, int unused) {
    bytes changed = {NULL, 0, 0};
    (void)unused;
    for (size_t i = 0; i < file->count; ++i) {
        if (file->items[i] == '\n') bytes_u8(&changed, '\r');
        bytes_u8(&changed, file->items[i]);
    }
    LIST_FREE(file);
    *file = changed;
}

/* --- VMD --- */

enum { VMD_HEAD = 54, VMD_KEY = 111 };

static size_t vmd_key_count(const bytes *file) {
    return (size_t)file->items[50] | (size_t)file->items[51] << 8 | (size_t)file->items[52] << 16;
}

/* The signature of 30 bytes, then a name of 10. */
static void make_old(bytes *file, int unused) {
    bytes changed = {NULL, 0, 0};
    (void)unused;
    put_words(&changed, "Vocaloid Motion Data file");
    while (changed.count < 40) bytes_u8(&changed, 0);
    bytes_append(&changed, file->items + 50, file->count - 50);
    LIST_FREE(file);
    *file = changed;
}

static void make_morph_count(bytes *file, int unused) {
    size_t where = VMD_HEAD + VMD_KEY * vmd_key_count(file);
    (void)unused;
    for (int i = 0; i < 4; ++i) file->items[where + (size_t)i] = 0xFF;
}

static void make_reverse(bytes *file, int unused) {
    size_t count = vmd_key_count(file);
    (void)unused;
    for (size_t i = 0; i < count / 2; ++i) {
        unsigned char *a = file->items + VMD_HEAD + VMD_KEY * i;
        unsigned char *b = file->items + VMD_HEAD + VMD_KEY * (count - 1 - i);
        for (size_t k = 0; k < VMD_KEY; ++k) {
            unsigned char kept = a[k];
            a[k] = b[k];
            b[k] = kept;
        }
    }
}

static void make_names(bytes *file, int unused) {
    (void)unused;
    for (size_t i = 0; i < vmd_key_count(file); ++i) file->items[VMD_HEAD + VMD_KEY * i] = 'x';
}

bool motion_fault_bytes(bytes *file, const char *name, int number) {
    static const struct {
        const char *name;
        void (*make)(bytes *file, int number);
    } made[] = {
        {"deep", make_deep},       {"until", make_until_motion},
        {"small", make_small},     {"windows", make_windows},
        {"old", make_old},         {"morph-count", make_morph_count},
        {"reverse", make_reverse}, {"rename", make_names},
    };
    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i) {
        if (strcmp(made[i].name, name) != 0) continue;
        made[i].make(file, number);
        return true;
    }
    return false;
}
