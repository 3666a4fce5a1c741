#include "gltf/diagnostics.h"

static const vrmi_message messages[] = {VRMI_GLTF_DIAGNOSTICS(VRMI_MESSAGE)};

static const vrmi_subject subjects[] = {
    {"nodes/*", "node", "name", NULL},
    {"materials/*", "material", "name", NULL},
    {"meshes/*", "mesh", "name", NULL},
    {"images/*", "image", "name", "uri"},
    {"textures/*", "texture", "name", NULL},
    {"skins/*", "skin", "name", NULL},
    {"animations/*", "animation", "name", NULL},
    {"accessors/*", "accessor", "name", NULL},
    {"bufferViews/*", "buffer view", "name", NULL},
    {"buffers/*", "buffer", "name", "uri"},
    {"samplers/*", "sampler", "name", NULL},
    {"scenes/*", "scene", "name", NULL},
    {"cameras/*", "camera", "name", NULL},
    {NULL, NULL, NULL, NULL},
};

const vrmi_diagnostics vrmi_gltf_diagnostics = {messages, subjects, VRMI_GLTF_FIRST, VRMI_GLTF_END};
