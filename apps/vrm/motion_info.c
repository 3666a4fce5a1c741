/* What is known of a motion, as text and as JSON. */
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/player.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "motion.h"

#include <stdio.h>

/* Bones that are missing, by name: more than these are only counted. */
enum { MOST_NAMES = 12 };

/* Eyes are not allowed among the bones of a motion (AN-006). */
#define BONES_OF_MOTIONS                                                                           \
    (VRM_ALL_BONES & ~(VRM_BONE_BIT(VRM_BONE_LEFT_EYE) | VRM_BONE_BIT(VRM_BONE_RIGHT_EYE)))

static uint32_t count_bits(uint64_t bits) {
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1) ++count;
    return count;
}

const char *motion_format_word(vrm_clip_format format) {
    static const char *const words[] = {"vrma", "gltf", "bvh", "vmd", "poses"};
    return words[format];
}

/* --- Text --- */

static const char *number_text(double number, int decimals, char out[32]) {
    snprintf(out, 32, "%.*f", decimals, number);
    return out;
}

static void print_title(const motion_file *file) {
    static const char *const formats[] = {SAY("VRM animation (.vrma)"), SAY("glTF animation"),
                                          SAY("BVH"), SAY("VMD (MikuMikuDance)"),
                                          SAY("recorded poses")};
    const vrm_clip_info *info = &file->info;
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    print_name(stdout, from_text(file->path), 400, 0);
    fputs(style_off(stdout, STYLE_TITLE), stdout);
    fputs("\n", stdout);
    print_label(SAY("motion"));
    if (info->name.length != 0) {
        print_name(stdout, info->name, 60, 0);
        fputs(say(", "), stdout);
    }
    printf("%s\n", say(formats[info->format]));
    if (info->skeleton.length != 0) {
        print_label(SAY("skeleton"));
        print_name(stdout, info->skeleton, 60, 0);
        fputs("\n", stdout);
    }
}

static void print_length(const vrm_clip_info *info) {
    char text[32], keys[32];
    print_label(SAY("length"));
    say_to(stdout, "{1} s", number_text(clip_seconds(info), 3, text));
    if (info->keys_per_second > 0) {
        fputs(say(", "), stdout);
        say_to(stdout, "{1} keys per second", number_text((double)info->keys_per_second, 0, keys));
    }
    if (info->animation_count > 1) {
        fputs(say(", "), stdout);
        snprintf(text, sizeof text, "%u", info->animation_count);
        say_to(stdout, "one of {1} animations", text);
    }
    fputs("\n", stdout);
}

/* How many bones of each part of the body move. */
static void print_moving(uint64_t moving) {
    static const struct {
        const char *name;
        vrm_bone_group groups[2];
    } parts[] = {
        {SAY("hips"), {VRM_BONE_GROUP_HIPS, VRM_BONE_GROUP_HIPS}},
        {SAY("trunk"), {VRM_BONE_GROUP_TRUNK, VRM_BONE_GROUP_TRUNK}},
        {SAY("head"), {VRM_BONE_GROUP_HEAD, VRM_BONE_GROUP_HEAD}},
        {SAY("arms"), {VRM_BONE_GROUP_LEFT_ARM, VRM_BONE_GROUP_RIGHT_ARM}},
        {SAY("fingers"), {VRM_BONE_GROUP_LEFT_FINGERS, VRM_BONE_GROUP_RIGHT_FINGERS}},
        {SAY("legs"), {VRM_BONE_GROUP_LEFT_LEG, VRM_BONE_GROUP_RIGHT_LEG}},
    };
    const char *between = "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        uint32_t count = count_bits(moving & (vrm_bone_group_bones(parts[i].groups[0]) |
                                              vrm_bone_group_bones(parts[i].groups[1])));
        if (count == 0) continue;
        printf("%s%s %u", between, say(parts[i].name), count);
        between = say(", ");
    }
    fputs("\n", stdout);
}

static void print_bone_names(uint64_t bones) {
    const char *between = "";
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if ((bones & VRM_BONE_BIT(i)) == 0) continue;
        printf("%s%s", between, vrm_bone_name(i));
        between = " ";
    }
}

static void print_missing(uint64_t missing) {
    uint64_t needed = missing & VRM_REQUIRED_BONES, others = missing & ~VRM_REQUIRED_BONES;
    if (missing == 0) return;
    print_label(SAY("missing"));
    print_bone_names(needed);
    if (others != 0 && needed != 0) fputs(say(", "), stdout);
    if (count_bits(others) <= MOST_NAMES) {
        print_bone_names(others);
    } else {
        print_count(count_bits(others), SAY("{1} optional bone"), SAY("{1} optional bones"));
    }
    fputs("\n", stdout);
}

static void print_body(const vrm_clip_info *info) {
    char some[16], all[16], height[32];
    snprintf(some, sizeof some, "%u", count_bits(info->bones));
    snprintf(all, sizeof all, "%u", count_bits(BONES_OF_MOTIONS));
    print_label(SAY("bones"));
    say_to(stdout, "{1} of {2} bones", some, all);
    fputs(say(", "), stdout);
    print_count(count_bits(info->moving_bones), SAY("{1} moves"), SAY("{1} move"));
    fputs("\n", stdout);
    if (info->moving_bones != 0) {
        print_label("");
        print_moving(info->moving_bones);
    }
    print_missing(info->bones == 0 ? 0 : BONES_OF_MOTIONS & ~info->bones);
    if (info->bones == 0) return;
    print_label(SAY("hips"));
    say_to(stdout, "{1} m above the ground at rest",
           number_text((double)info->hips_height, 3, height));
    printf("%s%s\n", say(", "),
           (info->parts & VRM_POSE_HIPS) != 0 ? say("animated by the file")
                                              : say("not animated by the file"));
    if (info->unit < 0.999f || info->unit > 1.001f) {
        print_label(SAY("unit"));
        say_to(stdout, "{1} m", number_text((double)info->unit, 4, height));
        fputs("\n", stdout);
    }
}

static void print_face(const motion_file *file) {
    const vrm_clip_info *info = &file->info;
    const char *look = (info->parts & VRM_POSE_LOOK_AT_POINT) != 0 ? SAY("lookAt as a point")
                       : (info->parts & VRM_POSE_LOOK_AT_DEGREES) != 0
                           ? SAY("lookAt as a direction")
                           : SAY("no lookAt");
    const char *between = "";
    uint32_t count = count_bits(info->presets) + info->custom_count;
    print_label(SAY("face"));
    print_count(count, SAY("{1} expression"), SAY("{1} expressions"));
    printf("%s%s\n", say(", "), say(look));
    if (count == 0) return;
    print_label("");
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((info->presets & (uint32_t)1 << i) == 0) continue;
        printf("%s%s", between, vrm_preset_name(i));
        between = " ";
    }
    for (uint32_t i = 0; i < info->custom_count && i < MOST_NAMES; ++i) {
        fputs(between, stdout);
        print_name(stdout, from_text(vrm_clip_custom_name(file->clip, i)), 24, 0);
        between = " ";
    }
    fputs(info->custom_count > MOST_NAMES ? " …\n" : "\n", stdout);
}

static void print_loop(const vrm_clip_info *info) {
    char degrees[32], centimetres[32];
    print_label(SAY("loop"));
    if (info->duration == 0) {
        fputs(say("a single pose, no motion"), stdout);
    } else if (clip_loops(info)) {
        fputs(say("loops: its end matches its start"), stdout);
    } else {
        say_to(stdout, "does not loop: its end is {1} degrees and {2} cm off its start",
               number_text((double)info->seam_degrees, 1, degrees),
               number_text((double)clip_seam_metres(info) * 100, 1, centimetres));
    }
    fputs("\n", stdout);
}

void motion_print_text(const motion_file *file) {
    const vrm_clip_info *info = &file->info;
    char keys[32], bytes[32];
    print_title(file);
    print_length(info);
    print_body(info);
    print_face(file);
    print_loop(info);
    print_label(SAY("size"));
    say_to(stdout, "{1} keys, {2} bytes in memory", with_commas(info->key_count, keys),
           with_commas(info->memory, bytes));
    fputs("\n", stdout);
    print_report(stdout, file->notes->report);
}

/* --- JSON --- */

static void add_bones(json_line *line, const char *key, uint64_t bones) {
    json_array(line, key);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if ((bones & VRM_BONE_BIT(i)) != 0) json_word(line, NULL, vrm_bone_name(i));
    }
    json_close(line);
}

static void add_face(json_line *line, const motion_file *file) {
    const vrm_clip_info *info = &file->info;
    json_array(line, "presets");
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((info->presets & (uint32_t)1 << i) != 0) json_word(line, NULL, vrm_preset_name(i));
    }
    json_close(line);
    json_array(line, "customs");
    for (uint32_t i = 0; i < info->custom_count; ++i) {
        json_word(line, NULL, vrm_clip_custom_name(file->clip, i));
    }
    json_close(line);
    if ((info->parts & (VRM_POSE_LOOK_AT_POINT | VRM_POSE_LOOK_AT_DEGREES)) == 0) {
        json_null(line, "look_at");
    } else {
        json_word(line, "look_at",
                  (info->parts & VRM_POSE_LOOK_AT_POINT) != 0 ? "point" : "degrees");
    }
}

void motion_add_json(json_line *line, const motion_file *file) {
    const vrm_clip_info *info = &file->info;
    json_object(line, "motion");
    json_word(line, "format", motion_format_word(info->format));
    json_string(line, "name", info->name);
    json_string(line, "skeleton", info->skeleton);
    json_unsigned(line, "animations", info->animation_count);
    json_number(line, "duration", clip_seconds(info));
    json_float(line, "keys_per_second", info->keys_per_second);
    json_unsigned(line, "keys", info->key_count);
    json_unsigned(line, "tracks", info->track_count);
    add_bones(line, "bones", info->bones);
    add_bones(line, "moving_bones", info->moving_bones);
    add_bones(line, "missing_bones", BONES_OF_MOTIONS & ~info->bones);
    json_flag(line, "moves_hips", (info->parts & VRM_POSE_HIPS) != 0);
    json_float(line, "hips_height", info->hips_height);
    json_float(line, "unit", info->unit);
    add_face(line, file);
    json_object(line, "seam");
    json_float(line, "degrees", info->seam_degrees);
    json_float(line, "metres", clip_seam_metres(info));
    json_close(line);
    json_flag(line, "loops", clip_loops(info));
    json_unsigned(line, "memory_bytes", info->memory);
    json_close(line);
}
