/* Files of the system: what the folder resolver opens and what it does not, and how much of a file
 * is read before it is refused. */
#if defined(__unix__) || defined(__APPLE__)
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#define HAS_POSIX
#endif

#include "clip/clip.h"
#include "clip/motion_fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(HAS_POSIX)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A folder for one test, with "inside/" in it, which the resolver is given, and things outside. */
typedef struct place {
    char root[512];
    char inside[600];
} place;

static char *join(const place *at, const char *name) {
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s", at->root, name);
    return path;
}

static void write_bytes(const place *at, const char *name, const void *bytes, size_t size) {
    FILE *stream = fopen(join(at, name), "wb");
    if (!CHECK(stream != NULL)) return;
    CHECK(fwrite(bytes, 1, size, stream) == size);
    fclose(stream);
}

static void write_file(const place *at, const char *name, const char *text) {
    write_bytes(at, name, text, strlen(text));
}

static bool begin(place *at) {
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    snprintf(at->root, sizeof at->root, "%s/vrm-file-XXXXXX", folder);
    if (mkdtemp(at->root) == NULL) {
        test_skip("no folder to write to");
        return false;
    }
    snprintf(at->inside, sizeof at->inside, "%s/inside", at->root);
    CHECK_INT(mkdir(at->inside, 0700), 0);
    return true;
}

static void end(place *at, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (unlink(join(at, names[i])) != 0) rmdir(join(at, names[i]));
    }
    rmdir(at->inside);
    CHECK_INT(rmdir(at->root), 0); /* nothing was forgotten, and nothing added */
}

static vrm_result resolve(const char *folder, const char *uri, uint64_t max_bytes, char *out,
                          size_t capacity) {
    vrm_resolver resolver;
    const void *bytes = NULL;
    size_t size = 0;
    vrm_result result;
    vrm_folder_resolver_init(&resolver, folder);
    result = resolver.resolve(uri, max_bytes, &bytes, &size, resolver.user);
    out[0] = '\0';
    if (result != VRM_OK) return result;
    CHECK(size <= max_bytes);
    if (CHECK(size < capacity)) {
        memcpy(out, bytes, size);
        out[size] = '\0';
    }
    resolver.release(bytes, size, resolver.user);
    return VRM_OK;
}

/* ER-019: regular files below the folder, and nothing else: to open a FIFO would wait for ever, and
 * a link leads elsewhere. */
TEST(er_019_the_folder_resolver_reads_regular_files_below_its_folder) {
    static const struct {
        const char *uri, *text; /* NULL: it is not given */
    } cases[] = {
        {"plain", "plain"},
        {"./plain", "plain"},
        {"sub/.//deep", "deep"},
        {"empty", ""},
        {"plain/", NULL},
        {"", NULL},
        {".", NULL},
        {"sub", NULL},
        {"sub/", NULL},
        {"plain/x", NULL},
        {"missing", NULL},
        {"missing/x", NULL},
        {"..", NULL},
        {"../outside", NULL},
        {"sub/../plain", NULL},
        {"fifo", NULL},
        {"link", NULL},        /* to a file outside */
        {"link-inside", NULL}, /* to a file inside: not followed either */
        {"link-root/etc/passwd", NULL},
        {"link-sub/deep", NULL},
        {"link-zero", NULL},
        {"link-nowhere", NULL},
    };
    static const char *const names[] = {
        "inside/plain", "inside/sub/deep", "inside/sub",       "inside/empty",
        "inside/fifo",  "inside/link",     "inside/link-root", "inside/link-inside",
        "outside",      "inside/link-sub", "inside/link-zero", "inside/link-nowhere",
        "inside"};
    place at;
    char text[64];
    if (!begin(&at)) return;
    CHECK_INT(mkdir(join(&at, "inside/sub"), 0700), 0);
    write_file(&at, "outside", "outside");
    write_file(&at, "inside/plain", "plain");
    write_file(&at, "inside/empty", "");
    write_file(&at, "inside/sub/deep", "deep");
    CHECK_INT(mkfifo(join(&at, "inside/fifo"), 0600), 0);
    CHECK_INT(symlink("../outside", join(&at, "inside/link")), 0);
    CHECK_INT(symlink("plain", join(&at, "inside/link-inside")), 0);
    CHECK_INT(symlink("/", join(&at, "inside/link-root")), 0);
    CHECK_INT(symlink("sub", join(&at, "inside/link-sub")), 0);
    CHECK_INT(symlink("/dev/zero", join(&at, "inside/link-zero")), 0);
    CHECK_INT(symlink("nowhere", join(&at, "inside/link-nowhere")), 0);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%s", cases[i].uri);
        CHECK_INT(resolve(at.inside, cases[i].uri, 1000, text, sizeof text),
                  cases[i].text != NULL ? VRM_OK : VRM_ERROR_FILE);
        CHECK_TEXT(text, cases[i].text != NULL ? cases[i].text : "");
    }
    test_note(NULL);
    /* The folder itself may be a link: the caller chose it. */
    CHECK_INT(resolve(join(&at, "inside/link-sub"), "deep", 1000, text, sizeof text), VRM_OK);
    CHECK_INT(resolve("/dev", "null", 1000, text, sizeof text), VRM_ERROR_FILE);
    CHECK_INT(resolve("/dev", "zero", 1000, text, sizeof text), VRM_ERROR_FILE);
    end(&at, names, COUNT(names));
}

/* ER-018: what is larger than it may be is not read. */
TEST(er_018_the_folder_resolver_keeps_to_its_limit) {
    static const char *const names[] = {"inside/five", "inside/sparse", "inside"};
    place at;
    char text[64];
    if (!begin(&at)) return;
    write_file(&at, "inside/five", "12345");
    write_file(&at, "inside/sparse", "");
    CHECK_INT(truncate(join(&at, "inside/sparse"), (off_t)1 << 40), 0);
    CHECK_INT(resolve(at.inside, "five", 5, text, sizeof text), VRM_OK);
    CHECK_TEXT(text, "12345");
    CHECK_INT(resolve(at.inside, "five", UINT64_MAX, text, sizeof text), VRM_OK);
    CHECK_INT(resolve(at.inside, "five", 4, text, sizeof text), VRM_ERROR_LIMIT);
    CHECK_INT(resolve(at.inside, "five", 0, text, sizeof text), VRM_ERROR_LIMIT);
    CHECK_INT(resolve(at.inside, "sparse", UINT64_C(1) << 30, text, sizeof text), VRM_ERROR_LIMIT);
    end(&at, names, COUNT(names));
}

/* A load of the file, and the most memory that it took at once. */
static loaded load_counted(const char *path, uint64_t max_file_bytes, uint64_t *out_peak) {
    static counting counter;
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &counter.allocator;
    limits.max_file_bytes = max_file_bytes;
    file.result = vrm_model_load_file(path, &desc, &file.model, &file.report);
    *out_peak = counter.peak_bytes;
    return file;
}

/* ER-018: three gibibytes of nothing cost nothing, and the message has the true size. */
TEST(er_018_a_large_file_is_refused_unread) {
    static const char *const names[] = {"large", "inside"};
    place at;
    uint64_t peak;
    loaded file;
    if (!begin(&at)) return;
    write_file(&at, "large", "");
    CHECK_INT(truncate(join(&at, "large"), (off_t)3 << 30), 0);
    file = load_counted(join(&at, "large"), 0, &peak);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    CHECK_TEXT(message_of(&file, "limit-file-bytes"),
               "the file has 3,221,225,472 bytes; the limit is 2,147,483,648");
    CHECK(peak < 100000);
    unload(&file);
    /* Within the limit it is its first bytes that tell. */
    CHECK_INT(truncate(join(&at, "large"), (off_t)1 << 30), 0);
    file = load_counted(join(&at, "large"), 0, &peak);
    CHECK_INT(file.result, VRM_ERROR_CONTAINER);
    CHECK(found(&file, "not-gltf", ""));
    CHECK(peak < 100000);
    unload(&file);
    end(&at, names, COUNT(names));
}

/* White space in front of JSON may be longer than what is looked at first. */
TEST(gl_001_json_behind_much_white_space_is_read) {
    static const char *const names[] = {"spaces", "inside"};
    char text[400];
    place at;
    uint64_t peak;
    loaded file;
    if (!begin(&at)) return;
    snprintf(text, sizeof text, "%*s{\"asset\":{\"version\":\"2.0\"}}", 300, "");
    write_file(&at, "spaces", text);
    file = load_counted(join(&at, "spaces"), 0, &peak);
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
    end(&at, names, COUNT(names));
}

/* A pipe that the caller names is read, up to the limit. */
TEST(er_018_a_pipe_is_read_up_to_the_limit) {
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"}}";
    const uint64_t size = sizeof json - 1;
    for (int more = 0; more < 2; ++more) {
        char path[64];
        int ends[2];
        uint64_t peak;
        loaded file;
        if (access("/dev/fd/0", F_OK) != 0 || pipe(ends) != 0) {
            test_skip("no /dev/fd");
            return;
        }
        CHECK_INT(write(ends[1], json, size), (int64_t)size);
        close(ends[1]);
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        file = load_counted(path, size - (uint64_t)more, &peak);
        close(ends[0]);
        CHECK_INT(file.result, more ? VRM_ERROR_LIMIT : VRM_OK);
        if (more) {
            CHECK_TEXT(message_of(&file, "limit-file-bytes"),
                       "the file has too many bytes; the limit is 26");
        }
        unload(&file);
    }
    {
        uint64_t peak;
        loaded file = load_counted("/dev/zero", 0, &peak); /* endless */
        CHECK_INT(file.result, VRM_ERROR_CONTAINER);
        CHECK(peak < 100000);
        unload(&file);
    }
}

/* AN-001: a motion is recognized by its first bytes, and other files are not read. */
TEST(an_001_a_motion_is_read_from_a_file) {
    static const char *const names[] = {"turn.vrma", "large.bvh", "inside"};
    const float times[] = {0, 1}, turn[] = {0, 0, 0, 1, 0, 1, 0, 0};
    const motion_track track = {2, "rotation", "LINEAR", 2, times, turn};
    const motion_file body = {NULL, NULL, NULL, &track, 1};
    fixture bytes = motion_bytes(&body);
    place at;
    counting counter;
    vrm_load_desc load;
    vrm_clip_desc desc;
    clip_file file = {NULL, NULL, VRM_OK, {0}, {NULL, 0}};
    if (!begin(&at)) return;
    counting_init(&counter, -1);
    vrm_load_desc_init(&load);
    vrm_clip_desc_init(&desc);
    desc.load = &load;
    load.allocator = &counter.allocator;
    vrm_clip_info_init(&file.info);
    write_bytes(&at, "turn.vrma", bytes.bytes, bytes.size);
    file.result = vrm_clip_load_file(join(&at, "turn.vrma"), &desc, &file.clip, &file.report);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    vrm_clip_get_info(file.clip, &file.info);
    CHECK_INT(file.info.duration, 1000000000);
    vrm_report_destroy(file.report);
    file.report = NULL;
    CHECK_INT(counter.live, 1); /* the clip alone: the bytes have been freed */
    unload_motion(&file);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    write_file(&at, "large.bvh", "No motion at all");
    CHECK_INT(truncate(join(&at, "large.bvh"), (off_t)1 << 30), 0);
    file.result = vrm_clip_load_file(join(&at, "large.bvh"), &desc, &file.clip, &file.report);
    CHECK_INT(file.result, VRM_ERROR_CONTAINER);
    CHECK(file.clip == NULL);
    CHECK(motion_found(&file, "not-gltf"));
    CHECK(counter.peak_bytes < 100000);
    unload_motion(&file);
    file.result = vrm_clip_load_file(join(&at, "missing"), &desc, &file.clip, &file.report);
    CHECK_INT(file.result, VRM_ERROR_FILE);
    CHECK(motion_found(&file, "file-unreadable"));
    unload_motion(&file);
    CHECK_INT(vrm_clip_load_file(NULL, NULL, &file.clip, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_clip_load_file("x", NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(counter.live, 0);
    fixture_free(&bytes);
    end(&at, names, COUNT(names));
}

/* AN-001: BVH is text and VMD is none; both are read further, whatever white space, mark or case
 * the text begins with. */
TEST(an_001_the_first_bytes_of_every_format_are_read_further) {
    static const struct {
        const char *text;
        bool may;
    } cases[] = {{"HIERARCHY\nROOT Hips", true},
                 {"\xEF\xBB\xBF\r\n hierarchy\r\n", true},
                 {"Vocaloid Motion Data 0002", true},
                 {"Vocaloid Motion Data file", true},
                 {"glTF", true},
                 {" {\"asset\"", true},
                 {"      ", true},
                 {"HIERARCH", false},
                 {"Vocaloid Pose Data file", false},
                 {"\x89PNG\r\n", false},
                 {"Kaydara FBX Binary", false}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%s", cases[i].text);
        CHECK(vrmi_clip_may_begin((const uint8_t *)cases[i].text, strlen(cases[i].text)) ==
              cases[i].may);
    }
    test_note(NULL);
}

TEST_SUITE(file, ENTRY(er_019_the_folder_resolver_reads_regular_files_below_its_folder),
           ENTRY(er_018_the_folder_resolver_keeps_to_its_limit),
           ENTRY(er_018_a_large_file_is_refused_unread),
           ENTRY(gl_001_json_behind_much_white_space_is_read),
           ENTRY(er_018_a_pipe_is_read_up_to_the_limit), ENTRY(an_001_a_motion_is_read_from_a_file),
           ENTRY(an_001_the_first_bytes_of_every_format_are_read_further));

#else

TEST(er_019_the_folder_resolver_gives_nothing_that_is_not_there) {
    vrm_resolver resolver;
    const void *bytes = NULL;
    size_t size = 0;
    vrm_folder_resolver_init(&resolver, "no-such-folder");
    CHECK_INT(resolver.resolve("no-such-file", 100, &bytes, &size, resolver.user), VRM_ERROR_FILE);
}

TEST_SUITE(file, ENTRY(er_019_the_folder_resolver_gives_nothing_that_is_not_there));

#endif
