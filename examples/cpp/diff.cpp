/*
 * Prints what differs between two avatars.
 *
 * usage: diff A.vrm B.vrm
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include <cstdio>
#include <vrm/author.hpp>

int main(int argc, char **argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: diff A.vrm B.vrm\n");
        return 2;
    }
    auto a = vrm::model::load_file(argv[1]), b = vrm::model::load_file(argv[2]);
    auto diff = vrm::diff::create(*a, *b);
    if (!diff) {
        a.report().print(stderr);
        b.report().print(stderr);
        return 1;
    }
    const vrm::diff_info info = diff->info();
    for (uint32_t i = 0; i < info.count; ++i) {
        const vrm::difference &found = *diff->get(i);
        std::printf("%s: %s %s %s", vrm_diff_part_name(found.part), vrm_diff_kind_name(found.kind),
                    found.name, found.field);
        if (found.amount >= 0.0) {
            std::printf(" by %.3g %s\n", found.amount, found.unit);
        } else {
            std::printf(" %s -> %s\n", found.from, found.to);
        }
    }
    std::printf("differences: %llu\n", static_cast<unsigned long long>(info.found));
}
