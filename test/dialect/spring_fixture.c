#include "dialect/spring_fixture.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

loaded load_springs(const char *spring_bone) {
    static const char head[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_springBone_extended_collider','VRMC_springBone_limit'],'nodes':["
        "{'translation':[0,1,0],'children':[1,7]},{'translation':[0,0,0.5],'children':[2]},"
        "{'translation':[0,-0.1,0],'children':[3]},{'translation':[0,-0.2,0],'children':[4]},"
        "{'translation':[0,-0.4,0],'children':[5,6]},{'translation':[0,-0.8,0]},{},"
        "{'translation':[1,0,0],'rotation':[0,0.7071068,0,0.7071068],'scale':[2,2,2],"
        "'children':[8]},{'translation':[0,0,1],'children':[9]},{'translation':[0,0,1]},{}],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',";
    size_t size = strlen(spring_bone);
    char *json = malloc(sizeof head + size + 4);
    loaded file;
    memcpy(json, head, sizeof head - 1);
    memcpy(json + sizeof head - 1, spring_bone, size);
    memcpy(json + sizeof head - 1 + size, "}}}", 4);
    file = load_json(json);
    free(json);
    return file;
}

int count_found(const loaded *file, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        count += strcmp(vrm_report_get(file->report, i)->code, code) == 0;
    }
    return count;
}

void check_pairs(const loaded *file, uint32_t spring, const pair *pairs, uint32_t count) {
    const vrm_spring *one;
    if (!CHECK(file->tables != NULL && spring < file->tables->spring_count)) return;
    one = &file->tables->springs[spring];
    if (!CHECK_INT(one->joint_count, count)) return;
    CHECK(one->first_joint + count <= file->tables->spring_joint_count);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_spring_joint *joint = &file->tables->spring_joints[one->first_joint + i];
        CHECK_INT(joint->node, pairs[i].head);
        CHECK_INT(joint->tail_node, pairs[i].tail);
        CHECK_INT(joint->spring, spring);
    }
}

void check_update_order(const loaded *file, const int32_t *heads, uint32_t count) {
    if (!CHECK(file->tables != NULL) || !CHECK_INT(file->tables->spring_joint_count, count)) return;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t joint = file->tables->spring_joint_order[i];
        if (!CHECK(joint >= 0 && (uint32_t)joint < count)) return;
        test_note("place %u", (unsigned)i);
        CHECK_INT(file->tables->spring_joints[joint].node, heads[i]);
    }
    test_note(NULL);
}

void check_vec3(vrm_vec3 got, double x, double y, double z) {
    CHECK_NEAR((double)got.x, x, 1e-6);
    CHECK_NEAR((double)got.y, y, 1e-6);
    CHECK_NEAR((double)got.z, z, 1e-6);
}
