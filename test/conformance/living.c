#include "conformance/living.h"

#include "support/lanes.h"
#include "test.h"

#include <string.h>

loaded load_members(const char *extensions, const char *members) {
    loaded file = load_json(format_members("{'asset':{'version':'2.0'},'extensionsUsed':["
                                           "'VRM','VRMC_vrm','VRMC_springBone',"
                                           "'VRMC_springBone_extended_collider',"
                                           "'VRMC_springBone_limit',"
                                           "'VRMC_node_constraint','VRMC_materials_mtoon',"
                                           "'KHR_texture_transform',"
                                           "'KHR_materials_emissive_strength'],"
                                           "'extensions':{%s},%s}",
                                           extensions, members));
    CHECK(file.tables != NULL);
    return file;
}

living live(const char *extensions, const char *members, uint32_t flags) {
    living one;
    vrm_avatar_desc desc;
    memset(&one, 0, sizeof one);
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    one.file = load_members(extensions, members);
    one.avatar = create_with_lanes(one.file.model, &desc);
    CHECK(one.avatar != NULL);
    one.frame = *vrm_avatar_frame(one.avatar);
    return one;
}

void end_life(living *one) {
    vrm_avatar_destroy(one->avatar);
    unload(&one->file);
    memset(one, 0, sizeof *one);
}
