/* Normalizing small files, for the tests of vrm_normalize. */
#ifndef TEST_NORMALIZE_NORMALIZED_H
#define TEST_NORMALIZE_NORMALIZED_H

#include "support/fixture.h"
#include "test.h"
#include "vrm/author.h"

#include <string.h>

/* A normalized file and its model. */
typedef struct normalized {
    vrm_written *file;
    loaded model;
    vrm_result result;
} normalized;

static inline normalized normalize_bytes(const void *bytes, size_t size,
                                         vrm_normalize_flags flags) {
    normalized out = {0};
    vrm_normalize_desc desc;
    size_t new_size = 0;
    const void *new_bytes;
    vrm_normalize_desc_init(&desc);
    desc.flags = flags;
    out.result = vrm_normalize(bytes, size, &desc, &out.file, NULL);
    new_bytes = vrm_written_bytes(out.file, &new_size);
    if (out.result == VRM_OK) out.model = load_fixture(fixture_bytes(new_bytes, new_size), NULL);
    return out;
}

static inline void release(normalized *n) {
    vrm_written_destroy(n->file);
    if (n->result == VRM_OK) unload(&n->model);
}

#define AVATAR "'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm']"
#define VRM1 "'extensions':{'VRMC_vrm':{'specVersion':'1.0'}}"

static inline normalized normalize_json(const char *json, const void *bin, size_t size,
                                        vrm_normalize_flags flags) {
    fixture file = fixture_glb(json, bin, size);
    normalized out = normalize_bytes(file.bytes, file.size, flags);
    fixture_free(&file);
    return out;
}

static inline bool has_change(const normalized *n, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(n->file); ++i) {
        if (strcmp(vrm_written_change(n->file, i)->code, code) == 0) return true;
    }
    return false;
}

static inline void check_vec3(const float *got, float x, float y, float z) {
    CHECK_NEAR((double)got[0], (double)x, 1e-6);
    CHECK_NEAR((double)got[1], (double)y, 1e-6);
    CHECK_NEAR((double)got[2], (double)z, 1e-6);
}

static inline void check_place(vrm_vec3 got, float x, float y, float z) {
    const float numbers[3] = {got.x, got.y, got.z};
    check_vec3(numbers, x, y, z);
}

/* Whether all nodes have neither rotation nor scale. */
static inline bool is_plain(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_trs *r = &gltf->nodes[i].rest;
        if (r->rotation.x != 0 || r->rotation.y != 0 || r->rotation.z != 0 || r->scale.x != 1 ||
            r->scale.y != 1 || r->scale.z != 1) {
            return false;
        }
    }
    return true;
}

/* Normalizing again gives the same bytes. */
static inline void check_twice(const normalized *n, vrm_normalize_flags flags) {
    size_t size, again_size;
    const void *bytes = vrm_written_bytes(n->file, &size), *again_bytes;
    normalized again = normalize_bytes(bytes, size, flags);
    again_bytes = vrm_written_bytes(again.file, &again_size);
    CHECK_INT(vrm_written_change_count(again.file), 0);
    CHECK(size == again_size && memcmp(bytes, again_bytes, size) == 0);
    release(&again);
}

/* --- Files --- */

#define TURNED "{'rotation':[0,0,0.70710678,0.70710678],'scale':[2,2,2],'translation':[0,1,0]}"

#define SCALED_SPRING                                                                              \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone'],"                  \
    "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',"       \
    "'colliders':[{'node':0,'shape':{'sphere':{'offset':[0,1,0],'radius':0.1}}}],"                 \
    "'springs':[{'joints':[{'node':0,'hitRadius':0.01,'gravityPower':0.5},{'node':1}]}]}},"        \
    "'nodes':[{'scale':[2,2,2],'children':[1]},{'translation':[0,-0.1,0]}]}"

#define OLD(members)                                                                               \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'extensions':{'VRM':{'firstPerson':{"     \
    "'firstPersonBone':0,'firstPersonBoneOffset':{'x':1,'y':0,'z':0.5}},'secondaryAnimation':{"    \
    "'boneGroups':[{'stiffiness':0.5,'bones':[1]}],'colliderGroups':[{'node':0,'colliders':[{"     \
    "'offset':{'x':0,'y':1,'z':-0.5},'radius':0.1}]}]}}},'nodes':[" TURNED "," members "]}"

#endif
