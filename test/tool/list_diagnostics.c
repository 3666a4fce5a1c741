/*
 * Prints what the library finds in files, one line of JSON each, for comparisons with other readers
 * (tools/compare/compare-gltf-validator).
 *
 * usage: vrm-list-diagnostics FILE…
 *        vrm-list-diagnostics --check FILE…
 *        vrm-list-diagnostics --codes
 *
 *   {"file":"a.vrm","result":"ok","diagnostics":[{"code":"…","severity":"warning","pointer":"…"}]}
 *
 * A file that loads has all of its payload read as well; what that finds stands behind the
 * diagnostics of the load, with codes that begin with "payload:".
 *
 * With --check it prints what vrm_check finds instead, one line for each diagnostic:
 *
 *   a.vrm: error pose-arm TP-007 /nodes/12: at rest the arm leftUpperArm points …
 *
 * With --codes it prints all diagnostics that the library has, one line each, for
 * docs/reference/diagnostics.md (tools/make/make-diagnostics):
 *
 *   {"code":"…","severity":"warning","impact":"visible","repair":true,"requirement":"GL-033",
 *    "arguments":1,"sentence":"…","remedy":"…"}
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

/* Text of the library is free of control characters; a file's name may be anything. */
static void print_text(const char *text) {
    putchar('"');
    for (; *text != '\0'; ++text) {
        if (*text == '"' || *text == '\\') {
            printf("\\%c", *text);
        } else if ((unsigned char)*text < 0x20) {
            printf("\\u%04x", (unsigned)(unsigned char)*text);
        } else {
            putchar(*text);
        }
    }
    putchar('"');
}

static bool is_first;

static void print_finding(const char *code, const char *severity, const char *pointer) {
    if (!is_first) putchar(',');
    is_first = false;
    printf("{\"code\":");
    print_text(code);
    printf(",\"severity\":\"%s\",\"pointer\":", severity);
    print_text(pointer);
    putchar('}');
}

static void print_report(const vrm_report *report) {
    static const char *const severities[] = {"note", "warning", "error"};
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        print_finding(entry->code, severities[entry->severity], entry->pointer);
    }
}

/* --- Payload: whatever can be read is read, into one buffer that grows. --- */

static struct {
    void *bytes;
    size_t size;
} room;

static void *need(uint64_t count, size_t size) {
    uint64_t bytes = count * size;
    if (bytes > room.size) {
        free(room.bytes);
        room.bytes = malloc((size_t)bytes);
        if (room.bytes == NULL) {
            fputs("out of memory\n", stderr);
            exit(1);
        }
        room.size = (size_t)bytes;
    }
    return room.bytes;
}

static void print_failure(vrm_result result, const char *pointer) {
    char code[64];
    snprintf(code, sizeof code, "payload:%s", vrm_result_name(result));
    print_finding(code, "warning", pointer);
}

/* What the load has skipped, or reported as missing, has no separate diagnostic. */
static void check(vrm_result result, const char *pointer) {
    if (result != VRM_OK && result != VRM_ERROR_NO_PAYLOAD && result != VRM_ERROR_NO_ATTRIBUTE &&
        result != VRM_ERROR_UNSUPPORTED) {
        print_failure(result, pointer);
    }
}

static void read_accessors(const vrm_model *model, const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        uint64_t count = vrm_model_accessor_floats(model, (int32_t)i);
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/accessors/%u", (unsigned)i);
        if (count == 0) continue;
        check(vrm_model_read_floats(model, (int32_t)i, need(count, sizeof(float)), (size_t)count),
              pointer);
    }
}

static void read_triangles(const vrm_model *model, int32_t mesh, int32_t index,
                           const vrm_primitive *primitive) {
    uint64_t count = (uint64_t)primitive->triangle_count * 3;
    size_t written = 0;
    char pointer[96];
    snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/indices", (int)mesh, (int)index);
    check(vrm_model_read_triangles(model, mesh, index, need(count, sizeof(uint32_t)), (size_t)count,
                                   &written),
          pointer);
    if (written != count) print_finding("payload:indices-out-of-range", "warning", pointer);
}

/* Joints are indices into a skin: every skin that a node puts on the mesh counts. */
static void read_joints(const vrm_model *model, const vrm_gltf *gltf, int32_t mesh, int32_t index,
                        const vrm_attribute *attribute) {
    const vrm_primitive *primitive = &gltf->meshes[mesh].primitives[index];
    uint64_t count = (uint64_t)primitive->vertex_count * 4;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        size_t invalid = 0;
        char pointer[96];
        if (node->mesh != mesh || node->skin == VRM_NONE) continue;
        snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/attributes/JOINTS_%d",
                 (int)mesh, (int)index, (int)attribute->set);
        check(vrm_model_read_joints(model, mesh, index, attribute->set, node->skin,
                                    need(count, sizeof(uint16_t)), (size_t)count, &invalid),
              pointer);
        if (invalid != 0) print_finding("payload:joints-out-of-range", "warning", pointer);
    }
}

static void read_primitive(const vrm_model *model, const vrm_gltf *gltf, int32_t mesh,
                           int32_t index) {
    const vrm_primitive *primitive = &gltf->meshes[mesh].primitives[index];
    uint64_t vertices = primitive->vertex_count;
    char pointer[96];
    snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d", (int)mesh, (int)index);
    read_triangles(model, mesh, index, primitive);
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == VRM_ATTRIBUTE_JOINTS) {
            read_joints(model, gltf, mesh, index, attribute);
        } else {
            check(vrm_model_read_vertices(model, mesh, index, attribute->semantic, attribute->set,
                                          4, need(vertices * 4, sizeof(float)),
                                          (size_t)vertices * 4),
                  pointer);
        }
    }
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        check(vrm_model_read_morph_target(model, mesh, index, (int32_t)i, VRM_ATTRIBUTE_POSITION,
                                          need(vertices * 3, sizeof(float)), (size_t)vertices * 3),
              pointer);
        check(vrm_model_read_morph_target(model, mesh, index, (int32_t)i, VRM_ATTRIBUTE_NORMAL,
                                          need(vertices * 3, sizeof(float)), (size_t)vertices * 3),
              pointer);
    }
}

static void read_payload(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    need(1, 16);
    read_accessors(model, gltf);
    for (uint32_t mesh = 0; mesh < gltf->mesh_count; ++mesh) {
        for (uint32_t i = 0; i < gltf->meshes[mesh].primitive_count; ++i) {
            read_primitive(model, gltf, (int32_t)mesh, (int32_t)i);
        }
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        uint32_t count = gltf->skins[i].joint_count;
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/skins/%u/inverseBindMatrices", (unsigned)i);
        check(vrm_model_read_inverse_binds(model, (int32_t)i, need(count, sizeof(vrm_mat4)), count),
              pointer);
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes;
        size_t size;
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/images/%u", (unsigned)i);
        check(vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size), pointer);
    }
}

static void list(const char *path) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_result result;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = VRM_LOAD_ANY_GLTF;
    limits.max_diagnostics = 1000000;
    result = vrm_model_load_file(path, &desc, &model, &report);
    printf("{\"file\":");
    print_text(path);
    printf(",\"result\":\"%s\",\"diagnostics\":[", vrm_result_name(result));
    is_first = true;
    print_report(report);
    if (model != NULL) read_payload(model);
    puts("]}");
    vrm_report_destroy(report);
    vrm_model_release(model);
}

/* --- Checks --- */

static bool read_bytes(const char *path, void **out_bytes, size_t *out_size) {
    FILE *file = fopen(path, "rb");
    long size = 0;
    bool is_read = false;
    if (file == NULL) return false;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0) {
        *out_size = (size_t)size;
        *out_bytes = need(*out_size + 1, 1);
        is_read = fread(*out_bytes, 1, *out_size, file) == *out_size;
    }
    fclose(file);
    return is_read;
}

static void check_file(const char *path) {
    static const char *const severities[] = {"note", "warning", "error"};
    vrm_report *report = NULL;
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_limits limits;
    vrm_result result;
    void *bytes;
    size_t size;
    if (!read_bytes(path, &bytes, &size)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    vrm_limits_init(&limits);
    limits.max_diagnostics = 1000000;
    load.limits = &limits;
    result = vrm_check(bytes, size, &desc, &report);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        printf("%s: %s %s %s %s: %s\n", path, severities[entry->severity], entry->code,
               entry->requirement, entry->pointer, entry->message);
    }
    if (result != VRM_OK) printf("%s: %s\n", path, vrm_result_name(result));
    vrm_report_destroy(report);
}

static void print_member(const char *key, const char *text) {
    printf(",\"%s\":", key);
    print_text(text);
}

static void print_codes(void) {
    static const char *const severities[] = {"note", "warning", "error"};
    static const char *const impacts[] = {"visible", "elsewhere", "exporter"};
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        const vrm_diagnostic_info *info = vrm_author_diagnostic_info_get(i);
        printf("{\"code\":");
        print_text(info->code);
        print_member("severity", severities[info->severity]);
        print_member("impact", impacts[info->impact]);
        printf(",\"repair\":%s", info->is_repair ? "true" : "false");
        print_member("requirement", info->requirement);
        printf(",\"arguments\":%u", (unsigned)info->argument_count);
        print_member("sentence", info->sentence);
        print_member("remedy", info->remedy);
        puts("}");
    }
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--codes") == 0) {
        print_codes();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--check") == 0) {
        for (int i = 2; i < argc; ++i) check_file(argv[i]);
    } else {
        for (int i = 1; i < argc; ++i) list(argv[i]);
    }
    free(room.bytes);
    return 0;
}
