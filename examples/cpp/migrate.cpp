/*
 * Writes an avatar of 0.x, of the draft or of the beta as 1.0, and says what became of it.
 *
 * usage: migrate AVATAR.vrm [OUT.vrm]
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include "files.hpp"

#include <cstdio>
#include <vrm/author.hpp>

// What a person has to know: everything but what is kept, and how much that is.
static void print_changes(const vrm::written &file) {
    unsigned kept = 0;
    for (const vrm::change &change : file.changes()) {
        if (change.kind == vrm::change_kind::narrowed || change.kind == vrm::change_kind::lost) {
            std::printf("%s: %s\n", vrm_change_kind_name(change.kind), change.text);
        } else {
            ++kept;
        }
    }
    std::printf("kept, converted or added: %u\n", kept);
}

int main(int argc, char **argv) {
    const std::vector<char> bytes = read_file(argc > 1 ? argv[1] : "");
    if (bytes.empty()) {
        std::fprintf(stderr, "usage: migrate AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    vrm::migrate_desc desc;
    auto file = vrm::migrate(bytes, desc);
    if (file.code() == vrm::result::error_consent) {
        // An application shows these to a person, and goes on if that one accepts them.
        for (const vrm::change &change : file->changes()) {
            std::printf("to be accepted: %s\n", change.text);
        }
        desc.flags |= vrm::migrate_flags::accept_license_mapping;
        file = vrm::migrate(bytes, desc);
    }
    if (!file) {
        std::printf("%s\n", vrm::result_name(file.code()));
        return 1;
    }
    print_changes(*file);
    return argc > 2 && !write_file(argv[2], file->bytes()) ? 1 : 0;
}
