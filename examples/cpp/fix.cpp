/*
 * Fixes a file in memory, and says what was fixed and what is left.
 *
 * usage: fix AVATAR.vrm [OUT.vrm]
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include "files.hpp"

#include <cstdio>
#include <vrm/author.hpp>

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: fix AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    auto fixed = vrm::fix_file(argv[1]);
    if (!fixed) {
        fixed.report().print(stderr);
        return 1;
    }
    // What was done, a line for each diagnostic that is gone.
    for (const vrm::change &change : fixed->changes()) {
        std::printf("%s: %s\n", change.from, change.text);
    }
    std::printf("fixed: %u\n", fixed->changes().size());
    std::printf("errors that are left: %u\n", fixed.report().found(vrm::severity::error));
    return argc > 2 && !write_file(argv[2], fixed->bytes()) ? 1 : 0;
}
