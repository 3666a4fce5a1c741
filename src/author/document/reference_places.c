#include "author/document/reference_places.h"

#include "base/text.h"

#include <string.h>

#define K(name) VRMI_REFERENCE_##name
#define PLACE(kind, path, up, empty)                                                               \
    { path, K(kind), up, empty, VRMI_NO_CASCADE, 0 }
#define STAYS(kind, path)                                                                          \
    { path, K(kind), 0, 0, VRMI_NO_CASCADE, VRMI_PLACE_STAYS }
#define SHOWN(path)                                                                                \
    { path, K(NODE), 1, 1, VRMI_NO_CASCADE, VRMI_PLACE_SHOWN }
#define CASCADE(kind, path, up, empty, into)                                                       \
    { path, K(kind), up, empty, K(into), 0 }

#define VRM0 "extensions/VRM/"
#define VRM1 "extensions/VRMC_vrm/"
#define SPRING "extensions/VRMC_springBone/"
#define MOTION "extensions/VRMC_vrm_animation/"
#define PRIMITIVE "meshes/*/primitives/*/"
#define MATERIAL_EXTENSION "materials/*/extensions/"
#define NODE_BINDS "extensions/VRMC_vrm_expressions_node_transform/nodeTransformBinds/*/node"
#define METADATA "extensions/EXT_structural_metadata/propertyTables/*/properties/*/"

/* Binds of expressions, which are a map of maps, and in drafts a list or an object with a list. */
#define BINDS_OF(expressions)                                                                      \
    SHOWN(VRM1 expressions "/*/*/*/*/node"), SHOWN(VRM1 expressions "/*/*/*/node"),                \
        PLACE(MESH, VRM1 expressions "/*/*/*/*/mesh", 1, 1),                                       \
        PLACE(MESH, VRM1 expressions "/*/*/*/mesh", 1, 1),                                         \
        PLACE(MATERIAL, VRM1 expressions "/*/*/*/*/material", 1, 1),                               \
        PLACE(MATERIAL, VRM1 expressions "/*/*/*/material", 1, 1)

/* Groups of bones and of colliders as 0.x and drafts have them. */
#define BONE_GROUPS_OF(at, group)                                                                  \
    PLACE(NODE, at "boneGroups/*/center", 0, 0), PLACE(NODE, at "boneGroups/*/bones/*", 0, 0),     \
        CASCADE(NODE, at "colliderGroups/*/node", 1, 0, group),                                    \
        PLACE(group, at "boneGroups/*/colliderGroups/*", 0, 0)

const vrmi_reference_place vrmi_reference_places[] = {
    /* --- glTF --- */
    PLACE(SCENE, "scene", 0, 0),
    PLACE(NODE, "scenes/*/nodes/*", 0, 1),
    {"nodes/*/children/*", K(NODE), 0, 1, VRMI_NO_CASCADE, VRMI_PLACE_TREE},
    {"nodes/*/mesh", K(MESH), 0, 0, VRMI_NO_CASCADE, VRMI_PLACE_SKIN},
    PLACE(SKIN, "nodes/*/skin", 0, 0),
    PLACE(CAMERA, "nodes/*/camera", 0, 0),
    /* Vertices count joints. */
    {"skins/*/joints/*", K(NODE), 0, 0, VRMI_NO_CASCADE, VRMI_PLACE_STAYS | VRMI_PLACE_TREE},
    {"skins/*/skeleton", K(NODE), 0, 0, VRMI_NO_CASCADE, VRMI_PLACE_TREE},
    STAYS(ACCESSOR, "skins/*/inverseBindMatrices"),
    STAYS(ACCESSOR, PRIMITIVE "attributes/*"),
    STAYS(ACCESSOR, PRIMITIVE "indices"),
    STAYS(ACCESSOR, PRIMITIVE "targets/*/*"),
    PLACE(MATERIAL, PRIMITIVE "material", 0, 0),
    STAYS(BUFFER_VIEW, "accessors/*/bufferView"),
    STAYS(BUFFER_VIEW, "accessors/*/sparse/indices/bufferView"),
    STAYS(BUFFER_VIEW, "accessors/*/sparse/values/bufferView"),
    STAYS(BUFFER_VIEW, "images/*/bufferView"),
    STAYS(BUFFER, "bufferViews/*/buffer"),
    PLACE(IMAGE, "textures/*/source", 0, 0),
    PLACE(SAMPLER, "textures/*/sampler", 0, 0),
    PLACE(TEXTURE, "materials/*/*Texture/index", 1, 0),
    PLACE(TEXTURE, "materials/*/pbrMetallicRoughness/*Texture/index", 1, 0),
    CASCADE(NODE, "animations/*/channels/*/target/node", 2, 2, ANIMATION),
    STAYS(ACCESSOR, "animations/*/samplers/*/input"),
    STAYS(ACCESSOR, "animations/*/samplers/*/output"),

    /* --- Extensions of glTF. A texture of any material extension is a textureInfo by custom. ---
     */
    PLACE(TEXTURE, MATERIAL_EXTENSION "*/*Texture/index", 1, 0),
    PLACE(TEXTURE, MATERIAL_EXTENSION "KHR_techniques_webgl/values/*/index", 1, 0),
    STAYS(NODE, "extensions/KHR_techniques_webgl/techniques/*/uniforms/*/node"),
    PLACE(IMAGE, "textures/*/extensions/*/source", 1, 0), /* KHR_texture_basisu, EXT_texture_… */
    STAYS(BUFFER_VIEW, PRIMITIVE "extensions/KHR_draco_mesh_compression/bufferView"),
    STAYS(BUFFER, "bufferViews/*/extensions/*/buffer"), /* EXT_meshopt_compression */
    PLACE(MATERIAL, PRIMITIVE "extensions/KHR_materials_variants/mappings/*/material", 1, 2),
    STAYS(ACCESSOR, "nodes/*/extensions/EXT_mesh_gpu_instancing/attributes/*"),
    STAYS(ACCESSOR, PRIMITIVE "extensions/CESIUM_primitive_outline/indices"),
    STAYS(TEXTURE, PRIMITIVE "extensions/EXT_mesh_features/featureIds/*/texture/index"),
    STAYS(BUFFER_VIEW, METADATA "values"),
    STAYS(BUFFER_VIEW, METADATA "arrayOffsets"),
    STAYS(BUFFER_VIEW, METADATA "stringOffsets"),
    STAYS(TEXTURE, "extensions/EXT_structural_metadata/propertyTextures/*/properties/*/index"),
    STAYS(IMAGE, "extensions/EXT_lights_image_based/lights/*/specularImages/*/*"),
    STAYS(BUFFER_VIEW, "extensions/EXT_lights_ies/lights/*/bufferView"),
    STAYS(BUFFER_VIEW, "extensions/KHR_audio_emitter/audio/*/bufferView"),
    PLACE(NODE, "nodes/*/extensions/MSFT_lod/ids/*", 0, 2),
    PLACE(MATERIAL, MATERIAL_EXTENSION "MSFT_lod/ids/*", 0, 2),
    {"animations/*/channels/*/target/extensions/KHR_animation_pointer/pointer",
     VRMI_REFERENCE_KINDS, 4, 2, K(ANIMATION), VRMI_PLACE_POINTER},

    /* --- 1.0 and beta; much of the draft is at the same locations --- */
    PLACE(IMAGE, VRM1 "meta/thumbnailImage", 0, 0),
    PLACE(NODE, VRM1 "humanoid/humanBones/*/node", 1, 0),
    SHOWN(VRM1 "firstPerson/meshAnnotations/*/node"),
    PLACE(MESH, VRM1 "firstPerson/meshAnnotations/*/mesh", 1, 1),
    PLACE(NODE, VRM1 "firstPerson/firstPersonBone", 0, 0),
    BINDS_OF("expressions"),
    PLACE(NODE, VRM1 "expressions/*/*/" NODE_BINDS, 1, 2),
    CASCADE(NODE, SPRING "colliders/*/node", 1, 0, COLLIDER),
    CASCADE(COLLIDER, SPRING "colliderGroups/*/colliders/*", 0, 2, COLLIDER_GROUP),
    PLACE(NODE, SPRING "springs/*/joints/*/node", 1, 2),
    PLACE(NODE, SPRING "springs/*/center", 0, 0),
    PLACE(COLLIDER_GROUP, SPRING "springs/*/colliderGroups/*", 0, 1),
    PLACE(NODE, "nodes/*/extensions/VRMC_node_constraint/constraint/*/source", 3, 0),

    /* --- Drafts --- */
    BINDS_OF("expression"),
    BINDS_OF("blendShape"),
    BINDS_OF("blendshape"),
    BONE_GROUPS_OF(VRM1 "springBone/", COLLIDER_GROUP_DRAFT),
    BONE_GROUPS_OF(SPRING, COLLIDER_GROUP),
    PLACE(NODE, SPRING "springs/*/springRoot", 1, 0),
    PLACE(NODE, SPRING "springs/*/rootSpring", 1, 0),
    PLACE(NODE, SPRING "springs/*/colliders/*", 0, 0),
    PLACE(TEXTURE, MATERIAL_EXTENSION "VRMC_materials_mtoon/*Texture", 0, 0),

    /* --- 0.x --- */
    PLACE(TEXTURE, VRM0 "meta/texture", 0, 0),
    PLACE(NODE, VRM0 "humanoid/humanBones/*/node", 1, 0),
    PLACE(NODE, VRM0 "firstPerson/firstPersonBone", 0, 0),
    PLACE(MESH, VRM0 "firstPerson/meshAnnotations/*/mesh", 1, 0),
    PLACE(MESH, VRM0 "blendShapeMaster/blendShapeGroups/*/binds/*/mesh", 1, 0),
    PLACE(NODE, VRM0 "blendShapeMaster/blendShapeGroups/*/" NODE_BINDS, 1, 2),
    {VRM0 "blendShapeMaster/blendShapeGroups/*/materialValues/*/materialName", K(MATERIAL), 1, 0,
     VRMI_NO_CASCADE, VRMI_PLACE_NAME},
    PLACE(TEXTURE, VRM0 "materialProperties/*/textureProperties/*", 0, 0),
    BONE_GROUPS_OF(VRM0 "secondaryAnimation/", COLLIDER_GROUP_0),

    /* --- Motions --- */
    PLACE(NODE, MOTION "humanoid/humanBones/*/node", 1, 0),
    PLACE(NODE, MOTION "expressions/*/*/node", 1, 0),
    PLACE(NODE, MOTION "lookAt/node", 1, 0),
};

const uint32_t vrmi_reference_place_count =
    sizeof vrmi_reference_places / sizeof vrmi_reference_places[0];

/* --- Extensions --- */

/* Known extensions that refer to nothing, or from members that many share: a texture of a material,
 * the source of a texture, the buffer of a view. */
static const char *const without_places[] = {
    "EXT_meshopt_compression",
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_lights_punctual",
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_diffuse_transmission",
    "KHR_materials_dispersion",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_volume",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
    "MSFT_texture_dds",
    "VRMC_materials_hdr_emissiveMultiplier",
    "VRMC_materials_hdr_emissiveMultiplyer",
    "VRMC_node_collider",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
};

/* The name after the last "extensions/" of a path. */
static bool names(const char *path, vrm_string extension) {
    static const char before[] = "extensions/";
    const char *at = strstr(path, before), *next;
    while (at != NULL && (next = strstr(at + 1, before)) != NULL) at = next;
    if (at == NULL) return false;
    at += sizeof before - 1;
    return strncmp(at, extension.data, extension.length) == 0 && at[extension.length] == '/';
}

bool vrmi_reference_knows(vrm_string extension) {
    if (extension.length == 0) return false;
    for (size_t i = 0; i < sizeof without_places / sizeof without_places[0]; ++i) {
        if (vrmi_string_equals(extension, without_places[i])) return true;
    }
    for (uint32_t i = 0; i < vrmi_reference_place_count; ++i) {
        if (names(vrmi_reference_places[i].path, extension)) return true;
    }
    return false;
}

/* --- Walking --- */

enum { MOST_TOKENS = 12 };

typedef struct token {
    const char *text;
    size_t length;
    bool is_all;    /* "*" */
    bool is_suffix; /* "*Texture": the text is what follows the star */
} token;

static uint32_t split(const char *path, token *out) {
    uint32_t count = 0;
    while (*path != '\0' && count < MOST_TOKENS) {
        const char *end = strchr(path, '/');
        token *t = &out[count++];
        t->text = path;
        t->length = end != NULL ? (size_t)(end - path) : strlen(path);
        t->is_all = t->length == 1 && path[0] == '*';
        t->is_suffix = t->length > 1 && path[0] == '*';
        if (t->is_suffix) {
            t->text += 1;
            t->length -= 1;
        }
        path += t->length + (t->is_suffix ? 1 : 0);
        if (*path == '/') ++path;
    }
    return count;
}

static bool ends_with(vrm_string key, const token *t) {
    return key.length >= t->length &&
           memcmp(key.data + key.length - t->length, t->text, t->length) == 0;
}

/* The next value of a container that the token means, from `*next` on. */
static vrmi_value *step(vrmi_tree *tree, vrmi_value *container, const token *t, uint32_t *next) {
    if (!t->is_all && !t->is_suffix) {
        vrm_string key = {t->text, (uint32_t)t->length};
        return (*next)++ == 0 ? vrmi_value_get_string(tree, container, key) : NULL;
    }
    for (;;) {
        vrmi_value *child = vrmi_value_at(tree, container, *next);
        *next += 1;
        if (child == NULL || t->is_all || ends_with(vrmi_value_key(tree, child), t)) return child;
    }
}

void vrmi_place_walk(vrmi_tree *tree, const vrmi_reference_place *place, vrmi_place_found *found,
                     void *user) {
    token tokens[MOST_TOKENS] = {{NULL, 0, false, false}};
    vrmi_value *way[MOST_TOKENS];
    uint32_t next[MOST_TOKENS];
    const uint32_t count = split(place->path, tokens);
    uint32_t depth = 0;
    way[0] = tree->root;
    next[0] = 0;
    for (;;) {
        vrmi_value *child = step(tree, way[depth], &tokens[depth], &next[depth]);
        if (child == NULL) {
            if (depth == 0) return;
            --depth;
        } else if (depth + 1 == count) {
            found(tree, place, child, user);
        } else {
            ++depth;
            way[depth] = child;
            next[depth] = 0;
        }
    }
}
