/*
 * check: what is wrong with a file, the errors first, and whether an upload should be refused. The
 * callback looks at the images: here it only counts them, where a program would decode them.
 *
 * usage: check FILE.vrm
 */
#define VRM_EXPERIMENTAL // for libvrm-author, which may change in any minor release
#include <cstdio>
#include <vrm/author.hpp>

static void print_all(const vrm::report &report, vrm::severity severity, const char *word) {
    for (const vrm::diagnostic &found : report.diagnostics()) {
        if (found.severity != severity) continue;
        std::printf("%s %s: %s\n", word, found.code, found.message);
        if (found.pointer[0] != '\0') std::printf("  at %s\n", found.pointer);
        if (found.remedy[0] != '\0') std::printf("  %s\n", found.remedy);
    }
}

int main(int argc, char **argv) {
    int image_count = 0;
    auto look_at_image = [&](const void *, size_t size, vrm_image_format, vrm::pixels *) {
        ++image_count;
        return size != 0; // false: the image cannot be decoded
    };
    vrm::check_desc desc;
    desc.set_decode_image(look_at_image);
    auto checked = vrm::check_file(argc > 1 ? argv[1] : "avatar.vrm", desc);
    print_all(*checked, vrm::severity::error, "error");
    print_all(*checked, vrm::severity::warning, "warning");
    const unsigned errors = checked->found(vrm::severity::error);
    std::printf("%s; errors: %u, warnings: %u, images: %d\n",
                checked ? "checked" : vrm::result_name(checked.code()), errors,
                checked->found(vrm::severity::warning), image_count);
    return checked && errors == 0 ? 0 : 1;
}
