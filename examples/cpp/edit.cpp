/*
 * Gives an avatar another name, calms its springs, and writes a new file. Everything else stays as
 * it was, byte for byte.
 *
 * usage: edit AVATAR.vrm [NEW.vrm]
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include "files.hpp"

#include <cstdio>
#include <vrm/author.hpp>

// A refused operation changes nothing, and says why.
static void check(const vrm::edit &edit, vrm::result result, const char *what) {
    if (result != vrm::result::ok) std::printf("%s was refused: %s\n", what, edit.problem());
}

static void change(vrm::edit &edit) {
    check(edit, edit.set("/extensions/VRMC_vrm/meta/name", "\"Rain\""), "name");
    // All joints of the first spring.
    check(edit, edit.set_spring(0, VRM_ALL, vrm::spring_field::drag_force, 0.8f), "spring");
    check(edit, edit.set_thumbnail(), "thumbnail");
    // The drag of a spring is 0 to 1: this is refused.
    check(edit, edit.set_spring(0, VRM_ALL, vrm::spring_field::drag_force, 2.0f), "spring");
}

int main(int argc, char **argv) {
    const std::vector<char> bytes = read_file(argc > 1 ? argv[1] : "");
    if (bytes.empty()) {
        std::fprintf(stderr, "usage: edit AVATAR.vrm [NEW.vrm]\n");
        return 2;
    }
    auto edit = vrm::edit::create(bytes); // the bytes are borrowed until the edit is gone
    if (!edit) {
        edit.report().print(stderr);
        return 1;
    }
    change(*edit);
    auto file = edit->write();
    for (const vrm::change &one : file->changes()) {
        std::printf("%s: %s\n", vrm_change_kind_name(one.kind),
                    one.to[0] != '\0' ? one.to : one.from);
    }
    return file && (argc < 3 || write_file(argv[2], file->bytes())) ? 0 : 1;
}
