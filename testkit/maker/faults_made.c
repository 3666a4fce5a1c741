/* Edits of the JSON that are too long for the table: many of something. */
#include "faults.h"

#include <stdio.h>
#include <string.h>

static void add_expressions(glb *file, int count) {
    json *custom = yyjson_mut_doc_ptr_get(file->doc, "/extensions/VRMC_vrm/expressions/custom");
    for (int i = 0; i < count; ++i) {
        char name[16];
        snprintf(name, sizeof name, "e%d", i);
        yyjson_mut_obj_add(custom, yyjson_mut_strcpy(file->doc, name), yyjson_mut_obj(file->doc));
    }
}

static void add_nodes(glb *file, int count) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes");
    for (int i = 0; i < count; ++i) append_object(file, nodes);
}

/* Accessors of the bytes that the positions of the body have. */
static void share_payload(glb *file, int count) {
    const accessor repeated = {0, COMPONENT_F32, "VEC3", 408, false, NULL, NULL};
    for (int i = 0; i < count; ++i) glb_add_accessor(file, &repeated);
}

/* The whole avatar, half a turn about Y: what faces the other way. */
static void turn_around(glb *file, int unused) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes"), *node;
    size_t index, count;
    (void)unused;
    yyjson_mut_arr_foreach(nodes, index, count, node) {
        json *at = yyjson_mut_obj_get(node, "translation");
        if (at == NULL) continue;
        for (size_t i = 0; i < 3; i += 2) {
            double value = yyjson_mut_get_num(yyjson_mut_arr_get(at, i));
            yyjson_mut_arr_replace(at, i, yyjson_mut_real(file->doc, -value));
        }
    }
}

/* A chain of 1,001 joints; each meets this many colliders. */
static void add_collider_tests(glb *file, int count) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes");
    json *all = yyjson_mut_doc_ptr_get(file->doc, "/extensions/VRMC_springBone");
    json *springs = yyjson_mut_obj_get(all, "springs");
    json *colliders = yyjson_mut_obj_get(all, "colliders");
    json *groups = yyjson_mut_obj_get(all, "colliderGroups");
    json *spring = append_object(file, springs), *joints = put_array(file, spring, "joints");
    json *members = put_array(file, append_object(file, groups), "colliders");
    int first = (int)yyjson_mut_arr_size(nodes);
    append_index(file, put_array(file, spring, "colliderGroups"),
                 (int)yyjson_mut_arr_size(groups) - 1);
    append_index(file, yyjson_mut_doc_ptr_get(file->doc, "/scenes/0/nodes"), first);
    for (int i = 0; i < 1002; ++i) {
        const double below[3] = {0, -0.001, 0};
        json *node = append_object(file, nodes);
        put_numbers(file, node, "translation", below, 3);
        if (i < 1001) append_index(file, put_array(file, node, "children"), first + i + 1);
        put_index(file, append_object(file, joints), "node", first + i);
    }
    for (int i = 0; i < count; ++i) {
        json *collider = append_object(file, colliders);
        append_index(file, members, (int)yyjson_mut_arr_size(colliders) - 1);
        put_index(file, collider, "node", 0);
        put_number(file, put_object(file, put_object(file, collider, "shape"), "sphere"), "radius",
                   0.01);
    }
}

/* Nodes that do nothing, below the first. */
static void add_children(glb *file, int count) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes");
    json *children = yyjson_mut_doc_ptr_get(file->doc, "/nodes/0/children");
    for (int i = 0; i < count; ++i) {
        append_index(file, children, (int)yyjson_mut_arr_size(nodes));
        append_object(file, nodes);
    }
}

/* Materials that blend, each with a render queue of its own. */
static void add_queues(glb *file, int count) {
    json *materials = yyjson_mut_obj_get(file->root, "materials");
    json *properties = yyjson_mut_doc_ptr_get(file->doc, "/extensions/VRM/materialProperties");
    for (int i = 0; i < count; ++i) {
        json *added = append_object(file, properties);
        put_text(file, append_object(file, materials), "alphaMode", "BLEND");
        put_text(file, added, "shader", "VRM/MToon");
        put_index(file, added, "renderQueue", 2900 + i);
        put_index(file, put_object(file, added, "floatProperties"), "_BlendMode", 2);
    }
}

bool prepare_named(glb *file, const char *name, int number) {
    static const struct {
        const char *name;
        void (*prepare)(glb *file, int number);
    } all[] = {
        {"add-expressions", add_expressions}, /* one a line */
        {"add-nodes", add_nodes},
        {"add-collider-tests", add_collider_tests},
        {"add-children", add_children},
        {"add-queues", add_queues},
        {"float-weights", make_weights_float},
        {"share-payload", share_payload},
        {"turn-around", turn_around},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        if (strcmp(all[i].name, name) != 0) continue;
        if (file != NULL) all[i].prepare(file, number);
        return true;
    }
    return false;
}
