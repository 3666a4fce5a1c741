/*
 * Faults of the glTF part. In the avatar that is broken here, accessors 0 to 5 are of the mesh Body
 * (POSITION, NORMAL, TEXCOORD_0, JOINTS_0, WEIGHTS_0, indices), 6 to 11 of Face, 12 to 17 its morph
 * targets; each has a buffer view of its own with the same index.
 */
#include "faults.h"

#define SET(pointer, value)                                                                        \
    { EDIT_SET, pointer, value }
#define REMOVE(pointer)                                                                            \
    { EDIT_REMOVE, pointer, NULL }
#define TEXT(find, with)                                                                           \
    { EDIT_TEXT, find, with }
#define FAULT(code, ...)                                                                           \
    { code, DIALECT_1, {__VA_ARGS__}, NULL, NULL }

#define MATRIX(a, b, c, d) "[" a ",0,0," b ",0," c ",0,0,0,0," d ",0,0,0,0,1]"

const fault gltf_faults[] = {
    /* fields */
    FAULT("field-type", SET("/nodes/$hips/name", "5")),
    FAULT("field-enum", SET("/materials/0/alphaMode", "\"GLASS\"")),
    FAULT("field-vector-short", SET("/nodes/$cRoll/translation", "[0,1]")),
    FAULT("field-vector-long", SET("/nodes/$s0_1/translation", "[0,-0.05,0,1]")),
    FAULT("field-not-finite", TEXT("\"translation\":[0,0.8,0]", "\"translation\":[0,1e999,0]")),
    FAULT("field-not-integer", SET("/meshes/0/primitives/0/mode", "4.5")),
    FAULT("field-range",
          SET("/materials/0/extensions/VRMC_materials_mtoon/shadingToonyFactor", "2")),
    FAULT("field-missing",
          REMOVE("/extensions/VRMC_vrm/expressions/preset/aa/morphTargetBinds/0/weight")),
    FAULT("index-out-of-range", SET("/meshes/0/primitives/0/material", "99")),
    FAULT("index-negative", SET("/meshes/0/primitives/0/material", "-1")),
    FAULT("array-empty", SET("/extensions/VRMC_vrm/meta/references", "[]")),
    /* asset and extensions */
    FAULT("asset-version", SET("/asset/version", "\"1.0\"")),
    FAULT("asset-version-missing", REMOVE("/asset/version")),
    FAULT("asset-min-version", SET("/asset/minVersion", "\"2.1\"")),
    FAULT("extension-required", SET("/extensionsRequired", "[\"EXT_unknown\"]"),
          SET("/extensionsUsed/-", "\"EXT_unknown\"")),
    FAULT("extension-unlisted", SET("/extensionsRequired", "[\"KHR_texture_transform\"]")),
    FAULT("extension-undeclared", REMOVE("/extensionsUsed/0")),
    /* buffers, views, accessors */
    FAULT("buffer-unresolved", SET("/buffers/-", "{\"uri\":\"other.bin\",\"byteLength\":4}")),
    FAULT("buffer-short", SET("/buffers/0/byteLength", "10000000")),
    FAULT("uri-unsafe", SET("/buffers/-", "{\"uri\":\"../other.bin\",\"byteLength\":4}")),
    FAULT("data-uri", SET("/buffers/-", "{\"uri\":\"data:application/octet-stream;base64,!!!!\","
                                        "\"byteLength\":3}")),
    FAULT("view-range", SET("/bufferViews/5/byteLength", "10000000")),
    FAULT("view-stride", SET("/bufferViews/0/byteStride", "13")),
    FAULT("view-stride-use", SET("/bufferViews/5/byteStride", "4"),
          SET("/accessors/5/count", "300")),
    FAULT("view-stride-missing", SET("/accessors/1/bufferView", "0")),
    FAULT("view-target", SET("/bufferViews/5/target", "34962")),
    FAULT("view-mixed", SET("/accessors/5/bufferView", "0")),
    FAULT("accessor-range", SET("/accessors/1/count", "100000")),
    FAULT("accessor-count", SET("/accessors/1/count", "0")),
    FAULT("accessor-alignment", SET("/accessors/5/byteOffset", "1"),
          SET("/accessors/5/count", "300")),
    FAULT("accessor-matrix-alignment",
          SET("/accessors/-", "{\"bufferView\":0,\"byteOffset\":2,\"componentType\":5121,"
                              "\"count\":1,\"type\":\"MAT4\"}")),
    FAULT("accessor-normalized", SET("/accessors/0/normalized", "true")),
    FAULT("accessor-sparse",
          SET("/accessors/12/sparse", "{\"count\":100000,\"indices\":{\"bufferView\":5,"
                                      "\"componentType\":5123},\"values\":{\"bufferView\":0}}")),
    /* images and textures */
    FAULT("image-source", SET("/images/-", "{\"name\":\"nothing\"}")),
    FAULT("image-two-sources", SET("/images/0/uri", "\"checker.png\"")),
    FAULT("image-mime-missing", REMOVE("/images/0/mimeType")),
    FAULT("image-mime", SET("/images/0/mimeType", "\"image/tiff\"")),
    FAULT("image-unresolved", SET("/images/-", "{\"uri\":\"checker.png\"}")),
    FAULT("texture-source", SET("/textures/-", "{}")),
    /* nodes */
    FAULT("node-second-parent", SET("/nodes/$spine/children/-", "$head")),
    FAULT("node-cycle", SET("/nodes/-", "{\"name\":\"a\"}"),
          SET("/nodes/-", "{\"name\":\"b\",\"children\":[$a]}"), SET("/nodes/$a/children", "[$b]")),
    FAULT("node-root-has-parent", SET("/scenes/0/nodes/-", "$hips")),
    FAULT("node-root-twice", SET("/scenes/0/nodes/-", "$Root")),
    FAULT("node-rotation-zero", SET("/nodes/$s0_1/rotation", "[0,0,0,0]")),
    FAULT("node-rotation-unit", SET("/nodes/$s0_1/rotation", "[0,0,0,2]")),
    FAULT("node-matrix-and-trs", SET("/nodes/$cRoll/matrix", MATRIX("1", "0", "1", "1"))),
    FAULT("node-matrix-shear", SET("/nodes/$Body/matrix", "[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]")),
    FAULT("node-matrix-mirrored", SET("/nodes/$Body/matrix", MATRIX("-1", "0", "1", "1"))),
    FAULT("node-matrix-singular", SET("/nodes/$Body/matrix", MATRIX("1", "0", "1", "0"))),
    FAULT("node-matrix-row", SET("/nodes/$Body/matrix", MATRIX("1", "0.5", "1", "1"))),
    FAULT("node-skin-without-mesh", REMOVE("/nodes/$Body/mesh")),
    FAULT("node-skin-unskinned", REMOVE("/meshes/0/primitives/0/attributes/JOINTS_0"),
          REMOVE("/meshes/0/primitives/0/attributes/WEIGHTS_0")),
    FAULT("node-skin-scene", SET("/scenes/0/nodes", "[$Body,$Face]")),
    /* skins */
    FAULT("skin-root", SET("/skins/0/joints/0", "$Face")),
    FAULT("skin-skeleton", SET("/skins/0/skeleton", "$leftHand")),
    FAULT("skin-empty", SET("/skins/0/joints", "[]")),
    FAULT("skin-joints", SET("/skins/0/joints/3", "9999")),
    FAULT("skin-joint-twice", SET("/skins/0/joints/1", "$hips")),
    FAULT("skin-inverse-binds", SET("/skins/0/inverseBindMatrices", "0")),
    /* meshes */
    FAULT("primitive-position", REMOVE("/meshes/0/primitives/0/attributes/POSITION")),
    FAULT(
        "primitive-compressed",
        SET("/meshes/0/primitives/0/extensions",
            "{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}"),
        SET("/extensionsUsed/-", "\"KHR_draco_mesh_compression\"")),
    FAULT("primitive-indices", SET("/meshes/0/primitives/0/indices", "0")),
    FAULT("primitive-index-count", SET("/accessors/5/count", "35")),
    FAULT("primitive-attributes",
          SET("/meshes/0/primitives/-", "{\"attributes\":{\"POSITION\":0},\"indices\":5}")),
    FAULT("attribute-unknown", SET("/meshes/0/primitives/0/attributes/COLOUR", "0")),
    FAULT("attribute-format", SET("/meshes/0/primitives/0/attributes/NORMAL", "3")),
    FAULT("attribute-quantized", SET("/accessors/1/componentType", "5122"),
          SET("/accessors/1/normalized", "true"), SET("/bufferViews/1/byteStride", "8")),
    FAULT("attribute-count", SET("/accessors/1/count", "100")),
    FAULT("attribute-alignment", SET("/accessors/2/componentType", "5121")),
    FAULT("attribute-texcoord",
          SET("/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord", "3")),
    FAULT("attribute-skin-pair", SET("/meshes/0/primitives/0/attributes/JOINTS_1", "3")),
    FAULT("morph-count", SET("/meshes/1/primitives/-",
                             "{\"attributes\":{\"POSITION\":6,\"NORMAL\":7,\"TEXCOORD_0\":8,"
                             "\"JOINTS_0\":9,\"WEIGHTS_0\":10},\"indices\":11}")),
    FAULT("morph-weights", SET("/meshes/1/weights", "[0,0]")),
    FAULT("morph-names", REMOVE("/meshes/1/extras/targetNames/5")),
    /* animations */
    FAULT("channel-unusable",
          SET("/animations", "[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":"
                             "[{\"sampler\":7,\"target\":{\"node\":1,\"path\":\"rotation\"}}]}]")),
    {NULL, DIALECT_1, {{0}}, NULL, NULL},
};
