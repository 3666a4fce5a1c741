#include "hostile.h"

#include "parametric.h"

#include <stdio.h>
#include <string.h>

static const hostile *const tables[] = {gltf_hostiles, vrm_hostiles};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

const hostile *hostile_find(const char *kind) {
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        for (const hostile *h = tables[i]; h->kind != NULL; ++h) {
            if (strcmp(h->kind, kind) == 0) return h;
        }
    }
    return NULL;
}

void hostile_list(void) {
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        for (const hostile *h = tables[i]; h->kind != NULL; ++h) {
            printf("%s\t%s\n", h->kind, dialect_name(h->base));
        }
    }
}

/* --- For the tables --- */

json *hostile_at(const glb *file, const char *pointer) {
    json *found = yyjson_mut_doc_ptr_get(file->doc, pointer);
    if (found == NULL) die("this is not in the JSON:", pointer);
    return found;
}

int hostile_node(const glb *file, const char *name) {
    size_t index, count;
    json *node;
    yyjson_mut_arr_foreach(hostile_at(file, "/nodes"), index, count, node) {
        if (yyjson_mut_equals_str(yyjson_mut_obj_get(node, "name"), name)) return (int)index;
    }
    die("there is no node", name);
}

int hostile_add_node(glb *file, int parent, double x, double y) {
    json *nodes = hostile_at(file, "/nodes");
    int index = (int)yyjson_mut_arr_size(nodes);
    json *node = append_object(file, nodes);
    put_vec3(file, node, "translation", vec3_make(x, y, 0));
    if (parent == NONE) {
        append_index(file, hostile_at(file, "/scenes/0/nodes"), index);
    } else {
        /* The parent is searched from the first: only for files with few of them. */
        json *above = yyjson_mut_arr_get(nodes, (size_t)parent);
        json *children = yyjson_mut_obj_get(above, "children");
        append_index(file, children != NULL ? children : put_array(file, above, "children"), index);
    }
    return index;
}

int hostile_add_chain(glb *file, int count) {
    json *nodes = hostile_at(file, "/nodes");
    int first = (int)yyjson_mut_arr_size(nodes);
    append_index(file, hostile_at(file, "/scenes/0/nodes"), first);
    for (int i = 0; i < count; ++i) {
        json *node = append_object(file, nodes);
        put_vec3(file, node, "translation", vec3_make(0, i == 0 ? 1 : -0.01, 0));
        if (i + 1 < count) append_index(file, put_array(file, node, "children"), first + i + 1);
    }
    return first;
}

/* --- Making --- */

static void build_base(avatar *a, dialect d) {
    parametric_options o;
    parametric_init(&o);
    o.dialect = d;
    o.chains = 0;
    o.has_expressions = false;
    o.look_at = NONE;
    parametric_build(a, &o);
}

bytes hostile_make(const hostile *h, int count, const char *name) {
    write_options options = {h->base, false, false};
    avatar a;
    glb file;
    bytes out;
    build_base(&a, h->base);
    avatar_write(&a, &options, &file);
    h->add(&file, count, name);
    yyjson_mut_set_sint(hostile_at(&file, "/buffers/0/byteLength"), (int64_t)file.bin.count);
    out = glb_assemble(&file);
    glb_release(&file);
    avatar_release(&a);
    return out;
}
