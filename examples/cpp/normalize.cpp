/*
 * Takes rotations and scales out of the nodes of an avatar, and says what was changed.
 *
 * usage: normalize AVATAR.vrm [OUT.vrm]
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include "files.hpp"

#include <cstdio>
#include <vrm/author.hpp>

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: normalize AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    vrm::normalize_desc desc;
    desc.flags = vrm::normalize_flags::t_pose | vrm::normalize_flags::ground;
    auto written = vrm::normalize(read_file(argv[1]), desc);
    if (!written) {
        written.report().print(stderr);
        return 1;
    }
    for (const vrm::change &change : written->changes()) {
        std::printf("%s: %s\n", vrm_change_kind_name(change.kind), change.text);
    }
    std::printf("changes: %u\n", written->changes().size());
    return argc > 2 && !write_file(argv[2], written->bytes()) ? 1 : 0;
}
