/* Nodes, meshes, images and tables of glTF in great numbers. */
#include "hostile.h"

#include <stdio.h>
#include <string.h>

#define UNUSED(x) ((void)(x))

static void add_nothing(glb *file, int count, const char *name) {
    UNUSED(file);
    UNUSED(count);
    UNUSED(name);
}

/* --- Nodes --- */

static void add_flat_nodes(glb *file, int count, const char *name) {
    UNUSED(name);
    for (int i = 0; i < count; ++i) hostile_add_node(file, NONE, 0, 0);
}

static void add_deep_nodes(glb *file, int count, const char *name) {
    UNUSED(name);
    hostile_add_chain(file, count);
}

/* `count` nodes that show one mesh. */
static void show_mesh(glb *file, int mesh, int skin, int count) {
    json *nodes = hostile_at(file, "/nodes"), *roots = hostile_at(file, "/scenes/0/nodes");
    for (int i = 0; i < count; ++i) {
        json *node = append_object(file, nodes);
        put_index(file, node, "mesh", mesh);
        if (skin != -1) put_index(file, node, "skin", skin);
        append_index(file, roots, (int)yyjson_mut_arr_size(nodes) - 1);
    }
}

/* A mesh with no primitives yet, and its index. */
static json *add_mesh(glb *file, int *out_index) {
    json *meshes = hostile_at(file, "/meshes");
    json *mesh = append_object(file, meshes);
    *out_index = (int)yyjson_mut_arr_size(meshes) - 1;
    return put_array(file, mesh, "primitives");
}

/* Of a triangle that covers the whole picture. */
static int add_large_triangle(glb *file) {
    static const double low[3] = {-2, -1, 0.5}, high[3] = {2, 4, 0.5};
    const double corners[3][3] = {{-2, -1, 0.5}, {2, -1, 0.5}, {0, 4, 0.5}};
    accessor described = {0, COMPONENT_F32, "VEC3", 3, false, low, high};
    bytes data = {NULL, 0, 0};
    for (int i = 0; i < 9; ++i) bytes_f32(&data, corners[i / 3][i % 3]);
    described.view = glb_add_view(file, &data, ARRAY_BUFFER, 0);
    LIST_FREE(&data);
    return glb_add_accessor(file, &described);
}

static json *add_primitive(glb *file, json *primitives, int positions) {
    json *primitive = append_object(file, primitives);
    put_index(file, put_object(file, primitive, "attributes"), "POSITION", positions);
    return primitive;
}

static void share_mesh(glb *file, int count, const char *name) {
    int mesh, positions = add_large_triangle(file);
    UNUSED(name);
    add_primitive(file, add_mesh(file, &mesh), positions);
    show_mesh(file, mesh, -1, count);
}

/* Weights of all targets for all nodes: the square of the count. */
static void share_targets(glb *file, int count, const char *name) {
    int mesh, positions = add_large_triangle(file);
    json *targets =
        put_array(file, add_primitive(file, add_mesh(file, &mesh), positions), "targets");
    UNUSED(name);
    for (int i = 0; i < count; ++i)
        put_index(file, append_object(file, targets), "POSITION", positions);
    show_mesh(file, mesh, -1, count);
}

/* Draws of all primitives for all nodes: the square of the count. */
static void share_primitives(glb *file, int count, const char *name) {
    int mesh, positions = add_large_triangle(file);
    json *primitives = add_mesh(file, &mesh);
    UNUSED(name);
    for (int i = 0; i < count; ++i) add_primitive(file, primitives, positions);
    show_mesh(file, mesh, -1, count);
}

/* One skin with `count` joints, which `count` nodes have: the square of the count in matrices. */
static void share_skin(glb *file, int count, const char *name) {
    json *skins = hostile_at(file, "/skins");
    json *joints = put_array(file, append_object(file, skins), "joints");
    int first = hostile_add_chain(file, count);
    UNUSED(name);
    for (int i = 0; i < count; ++i) append_index(file, joints, first + i);
    show_mesh(file, 0, (int)yyjson_mut_arr_size(skins) - 1, count);
}

/* --- Vertices that the file does not have --- */

enum { MILLION = 999999 }; /* almost: a multiple of three, as triangles are */

/* A million vertices, all of them zero but three. */
static int add_sparse_million(glb *file, int indices, int values) {
    static const double low[3] = {-2, -1, 0}, high[3] = {2, 4, 0.5};
    accessor described = {-1, COMPONENT_F32, "VEC3", MILLION, false, low, high};
    int index = glb_add_accessor(file, &described);
    json *accessors = hostile_at(file, "/accessors");
    json *sparse = put_object(file, yyjson_mut_arr_get_last(accessors), "sparse"), *part;
    put_index(file, sparse, "count", 3);
    part = put_object(file, sparse, "indices");
    put_index(file, part, "bufferView", indices);
    put_index(file, part, "componentType", COMPONENT_U16);
    put_index(file, put_object(file, sparse, "values"), "bufferView", values);
    return index;
}

static void add_sparse_views(glb *file, int *out_indices, int *out_values) {
    bytes places = {NULL, 0, 0}, values = {NULL, 0, 0};
    for (unsigned i = 0; i < 3; ++i) bytes_u16(&places, i);
    for (int i = 0; i < 9; ++i) bytes_f32(&values, 0.1 * i);
    *out_indices = glb_add_view(file, &places, 0, 0);
    *out_values = glb_add_view(file, &values, 0, 0);
    LIST_FREE(&places);
    LIST_FREE(&values);
}

static void add_sparse_vertices(glb *file, int count, const char *name) {
    int indices, values, mesh;
    json *primitives = add_mesh(file, &mesh);
    UNUSED(name);
    add_sparse_views(file, &indices, &values);
    for (int i = 0; i < count; ++i) {
        add_primitive(file, primitives, add_sparse_million(file, indices, values));
    }
    show_mesh(file, mesh, -1, 1);
}

/* One primitive with this many targets, which move a million vertices each. */
static void add_sparse_targets(glb *file, int count, const char *name) {
    int indices, values, mesh, positions;
    json *targets;
    UNUSED(name);
    add_sparse_views(file, &indices, &values);
    positions = add_sparse_million(file, indices, values);
    targets = put_array(file, add_primitive(file, add_mesh(file, &mesh), positions), "targets");
    for (int i = 0; i < count; ++i) {
        put_index(file, append_object(file, targets), "POSITION", positions);
    }
    show_mesh(file, mesh, -1, 1);
}

static void show_big_mesh(glb *file, int count, const char *name) {
    int indices, values, mesh, positions;
    UNUSED(name);
    add_sparse_views(file, &indices, &values);
    positions = add_sparse_million(file, indices, values);
    add_primitive(file, add_mesh(file, &mesh), positions);
    show_mesh(file, mesh, -1, count);
}

/* One accessor of 100,000 vertices that all targets use, with no zero in it. */
static void add_dense_targets(glb *file, int count, const char *name) {
    enum { VERTICES = 100000 };
    static const double all[3] = {0.001, 0.001, 0.001};
    accessor described = {0, COMPONENT_F32, "VEC3", VERTICES, false, all, all};
    bytes data = {NULL, 0, 0};
    json *targets;
    int mesh, positions;
    UNUSED(name);
    for (int i = 0; i < VERTICES * 3; ++i) bytes_f32(&data, all[0]);
    described.view = glb_add_view(file, &data, ARRAY_BUFFER, 0);
    LIST_FREE(&data);
    positions = glb_add_accessor(file, &described);
    targets = put_array(file, add_primitive(file, add_mesh(file, &mesh), positions), "targets");
    for (int i = 0; i < count; ++i) {
        put_index(file, append_object(file, targets), "POSITION", positions);
    }
    show_mesh(file, mesh, -1, 1);
}

/* --- Images and buffers --- */

/* Images of the same bytes, each with a texture, a material and a primitive that shows it. */
static void show_images(glb *file, int count, const bytes *png) {
    int view = glb_add_view(file, png, 0, 0), mesh, positions = add_large_triangle(file);
    accessor described = {view + 1, COMPONENT_F32, "VEC2", 3, false, NULL, NULL};
    int places = glb_add_accessor(file, &described); /* of the corners: any will do */
    json *images = root_array(file, "images"), *textures = root_array(file, "textures");
    json *materials = hostile_at(file, "/materials"), *primitives = add_mesh(file, &mesh);
    for (int i = 0; i < count; ++i) {
        json *image = append_object(file, images), *material = append_object(file, materials);
        json *color = put_object(file, put_object(file, material, "pbrMetallicRoughness"),
                                 "baseColorTexture"),
             *primitive;
        put_index(file, image, "bufferView", view);
        put_text(file, image, "mimeType", "image/png");
        put_index(file, append_object(file, textures), "source",
                  (int)yyjson_mut_arr_size(images) - 1);
        put_index(file, color, "index", (int)yyjson_mut_arr_size(textures) - 1);
        primitive = add_primitive(file, primitives, positions);
        put_index(file, yyjson_mut_obj_get(primitive, "attributes"), "TEXCOORD_0", places);
        put_index(file, primitive, "material", (int)yyjson_mut_arr_size(materials) - 1);
    }
    show_mesh(file, mesh, -1, 1);
}

static void add_big_images(glb *file, int count, const char *name) {
    bytes png = hostile_black_png(16384);
    UNUSED(name);
    show_images(file, count, &png);
    LIST_FREE(&png);
}

/* The same, but their end is missing: most rows are decoded before they are refused. */
static void add_cut_images(glb *file, int count, const char *name) {
    bytes png = hostile_black_png(16384);
    UNUSED(name);
    png.count -= 3000;
    show_images(file, count, &png);
    LIST_FREE(&png);
}

/* A megabyte of payload, so that reading the file again costs something. */
static void add_weight(glb *file) {
    static const unsigned char zeros[1024];
    for (int i = 0; i < 1024; ++i) bytes_append(&file->bin, zeros, sizeof zeros);
}

static void refer_images_to_self(glb *file, int count, const char *name) {
    json *images = root_array(file, "images");
    add_weight(file);
    for (int i = 0; i < count; ++i) put_text(file, append_object(file, images), "uri", name);
}

static void refer_buffers_to_self(glb *file, int count, const char *name) {
    json *buffers = hostile_at(file, "/buffers");
    add_weight(file);
    for (int i = 0; i < count; ++i) {
        json *buffer = append_object(file, buffers);
        put_text(file, buffer, "uri", name);
        put_index(file, buffer, "byteLength", 4);
    }
}

static void add_data_uris(glb *file, int count, const char *name) {
    json *buffers = hostile_at(file, "/buffers");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *buffer = append_object(file, buffers);
        put_text(file, buffer, "uri", "data:application/octet-stream;base64,AAAA");
        put_index(file, buffer, "byteLength", 3);
    }
}

/* --- Tables --- */

static void add_empty_objects(glb *file, int count, const char *name) {
    static const char *const keys[] = {"materials", "textures", "accessors", "bufferViews",
                                       "buffers",   "images",   "samplers",  "meshes",
                                       "skins",     "scenes",   "cameras",   "animations"};
    UNUSED(name);
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; ++k) {
        json *table = root_array(file, keys[k]);
        for (int i = 0; i < count / 12; ++i) append_object(file, table);
    }
}

/* Each of them is wrong in several ways, which a report has to say. */
static void add_wrong_accessors(glb *file, int count, const char *name) {
    json *accessors = hostile_at(file, "/accessors");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *at = append_object(file, accessors);
        put_index(file, at, "bufferView", 99999999);
        put_index(file, at, "componentType", 1);
        put_index(file, at, "count", -1);
        put_text(file, at, "type", "X");
    }
}

static void add_extension_names(glb *file, int count, const char *name) {
    json *used = root_array(file, "extensionsUsed");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        char text[32];
        snprintf(text, sizeof text, "E%d", i);
        yyjson_mut_arr_append(used, yyjson_mut_strcpy(file->doc, text));
    }
}

static void add_same_keys(glb *file, int count, const char *name) {
    UNUSED(name);
    for (int i = 0; i < count; ++i) put_index(file, file->root, "extras", i);
}

static void add_channels(glb *file, int count, const char *name) {
    json *animation = append_object(file, root_array(file, "animations")), *sampler;
    json *channels = put_array(file, animation, "channels");
    UNUSED(name);
    sampler = append_object(file, put_array(file, animation, "samplers"));
    put_index(file, sampler, "input", 0);
    put_index(file, sampler, "output", 0);
    for (int i = 0; i < count; ++i) {
        json *channel = append_object(file, channels), *target;
        put_index(file, channel, "sampler", 0);
        target = put_object(file, channel, "target");
        put_index(file, target, "node", 0);
        put_text(file, target, "path", "rotation");
    }
}

const hostile gltf_hostiles[] = {
    {"empty", DIALECT_1, add_nothing},
    {"empty-0.x", DIALECT_0, add_nothing},
    {"flat-nodes", DIALECT_1, add_flat_nodes},
    {"deep-nodes", DIALECT_1, add_deep_nodes},
    {"shared-mesh", DIALECT_1, share_mesh},
    {"shared-targets", DIALECT_1, share_targets},
    {"shared-primitives", DIALECT_1, share_primitives},
    {"shared-skin", DIALECT_1, share_skin},
    {"sparse-vertices", DIALECT_1, add_sparse_vertices},
    {"sparse-targets", DIALECT_1, add_sparse_targets},
    {"bigmesh-nodes", DIALECT_1, show_big_mesh},
    {"dense-targets", DIALECT_1, add_dense_targets},
    {"big-images", DIALECT_1, add_big_images},
    {"cut-images", DIALECT_1, add_cut_images},
    {"self-images", DIALECT_1, refer_images_to_self},
    {"self-buffers", DIALECT_1, refer_buffers_to_self},
    {"data-uris", DIALECT_1, add_data_uris},
    {"empty-objects", DIALECT_1, add_empty_objects},
    {"wrong-accessors", DIALECT_1, add_wrong_accessors},
    {"extension-names", DIALECT_1, add_extension_names},
    {"same-keys", DIALECT_1, add_same_keys},
    {"animation-channels", DIALECT_1, add_channels},
    {NULL, DIALECT_1, NULL},
};
