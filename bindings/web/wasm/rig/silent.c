/*
 * What stands for gltf/session.c in the module without files: a rig is finished as a load is, but
 * nobody reads what a load would report, and nobody cancels it.
 */
#include "avatar/spring/spring_world.h"
#include "build/finish.h"
#include "gltf/json.h"
#include "rig/rig.h"

void vrmi_load_found(vrmi_load *load, vrmi_diagnostic_id id, const struct vrmi_json *where,
                     const vrmi_argument *arguments) {
    (void)load;
    (void)id;
    (void)where;
    (void)arguments;
}

bool vrmi_load_refused(vrmi_load *load) {
    load->result = VRM_ERROR_OUT_OF_MEMORY;
    return false;
}

bool vrmi_load_ask(vrmi_load *load) { return vrmi_load_ok(load); }

bool vrmi_load_find_element(vrmi_load *load, const struct vrmi_json *container, const char *member,
                            int32_t after, int32_t number, struct vrmi_json *out) {
    (void)load;
    (void)container;
    (void)member;
    (void)after;
    (void)number;
    (void)out;
    return false;
}

/* There never was a tree. */
void vrmi_json_release(vrmi_json_tree *tree, vrmi_memory *memory) {
    (void)tree;
    (void)memory;
}

/* Joints of three-vrm have no limits. */
bool vrmi_rig_limits_build(vrmi_rig *rig, const vrm_tables *tables) {
    (void)rig;
    (void)tables;
    return true;
}

/* Nothing is saved. */
uint64_t vrmi_rig_fingerprint(const vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables) {
    (void)rig;
    (void)gltf;
    (void)tables;
    return 0;
}

/* There are no meshes. */
void vrmi_bounds_add(vrmi_bounds *bounds, const vrmi_build *build, uint32_t index) {
    (void)bounds;
    (void)build;
    (void)index;
}
float vrmi_bounds_reach(const vrmi_bounds *bounds) {
    (void)bounds;
    return 0.0f;
}

/* There are no crowds, whose colliders are met within reach. */
bool vrmi_rig_reach_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          vrmi_arena *scratch) {
    (void)rig;
    (void)gltf;
    (void)tables;
    (void)scratch;
    return true;
}
void vrmi_world_meet(const vrmi_world *world, vrm_avatar *avatar, const vrm_trs *local,
                     const vrmi_spring_place *inputs) {
    (void)world;
    (void)avatar;
    (void)local;
    (void)inputs;
}
void vrmi_world_forget(vrmi_world *world, const vrm_avatar *owner) {
    (void)world;
    (void)owner;
}
