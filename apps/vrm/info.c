/* vrm info: what is in a file. */
#include "info.h"
#include "apps/kit/console.h"
#include "apps/kit/diagnostics.h"
#include "apps/kit/open.h"
#include "command.h"
#include "image_header.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

typedef struct info_options {
    bool is_json;
    bool is_brief;
    bool shows_nodes;
    bool is_strict;
    bool takes_any;
} info_options;

/* --- Counts --- */

static void add_mesh(const vrm_mesh *mesh, totals *sum) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        sum->triangles += mesh->primitives[i].triangle_count;
        sum->vertices += mesh->primitives[i].vertex_count;
    }
    sum->primitives += mesh->primitive_count;
    sum->targets += mesh->target_count;
}

/* The longest way from a root to a leaf. Each node's depth is known once its parent's is; walking
 * up until a known one is met makes that linear. */
static uint32_t tree_depth(const vrm_gltf *gltf) {
    uint32_t *depths = calloc(gltf->node_count + 1, sizeof *depths);
    uint32_t deepest = 0;
    if (depths == NULL) return 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        uint32_t steps = 0, depth;
        int32_t at = (int32_t)i;
        while (at != VRM_NONE && depths[at] == 0) {
            at = gltf->nodes[at].parent;
            ++steps;
        }
        depth = steps + (at != VRM_NONE ? depths[at] : 0);
        if (depth > deepest) deepest = depth;
        for (at = (int32_t)i; at != VRM_NONE && depths[at] == 0; at = gltf->nodes[at].parent) {
            depths[at] = depth--;
        }
    }
    free(depths);
    return deepest;
}

totals count_mesh(const vrm_mesh *mesh) {
    totals sum;
    memset(&sum, 0, sizeof sum);
    add_mesh(mesh, &sum);
    return sum;
}

totals count_totals(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    totals sum;
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) add_mesh(&gltf->meshes[i], &sum);
    for (uint32_t i = 0; i < gltf->skin_count; ++i) sum.joints += gltf->skins[i].joint_count;
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        sum.channels += gltf->animations[i].channel_count;
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes;
        size_t size;
        if (vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size) == VRM_OK) {
            sum.image_bytes += size;
        }
    }
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        if (gltf->buffers[i].is_available) sum.payload_bytes += gltf->buffers[i].byte_length;
    }
    sum.depth = tree_depth(gltf);
    return sum;
}

/* --- The summary --- */

/* "3 meshes", "1 mesh". */
static void print_count(uint64_t number, const char *one, const char *many) {
    char text[32];
    printf("%s %s", with_commas(number, text), number == 1 ? one : many);
}

static void print_strings(const vrm_string *strings, uint32_t string_count) {
    for (uint32_t i = 0; i < string_count; ++i) {
        fputs(i == 0 ? "" : ", ", stdout);
        print_name(stdout, strings[i], 60, 0);
    }
    fputs("\n", stdout);
}

static void print_materials(const vrm_gltf *gltf) {
    uint32_t by_alpha[3] = {0, 0, 0}, unlit = 0, double_sided = 0;
    const char *separator = " (";
    static const char *const names[] = {"opaque", "masked", "blended"};
    print_label("materials");
    print_count(gltf->material_count, "material", "materials");
    for (uint32_t i = 0; i < gltf->material_count; ++i) {
        by_alpha[gltf->materials[i].alpha_mode] += 1;
        unlit += gltf->materials[i].is_unlit != 0;
        double_sided += gltf->materials[i].is_double_sided != 0;
    }
    for (int i = 0; i < 3; ++i) {
        if (by_alpha[i] == 0) continue;
        printf("%s%u %s", separator, by_alpha[i], names[i]);
        separator = ", ";
    }
    if (unlit != 0) printf("%s%u unlit", separator, unlit);
    if (double_sided != 0) printf("%s%u double-sided", separator, double_sided);
    printf("%s\n", gltf->material_count != 0 ? ")" : "");
}

static void print_summary(const vrm_model *model, const totals *sum) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    char text[32];
    print_label("exporter");
    if (gltf->generator.length != 0) {
        print_name(stdout, gltf->generator, 70, 0);
    } else {
        fputs("(not specified)", stdout);
    }
    printf(", glTF ");
    print_name(stdout, gltf->version, 8, 0);
    fputs("\n", stdout);
    if (gltf->copyright.length != 0) {
        print_label("copyright");
        print_name(stdout, gltf->copyright, 80, 0);
        fputs("\n", stdout);
    }
    if (gltf->extension_used_count != 0) {
        print_label("extensions");
        print_strings(gltf->extensions_used, gltf->extension_used_count);
    }
    print_label("nodes");
    print_count(gltf->node_count, "node", "nodes");
    printf(", %u deep", sum->depth);
    if (gltf->scene_count != 1) printf(", %u scenes", gltf->scene_count);
    fputs("\n", stdout);
    print_label("meshes");
    print_count(gltf->mesh_count, "mesh", "meshes");
    if (gltf->mesh_count != 0) {
        printf(", ");
        print_count(sum->primitives, "primitive", "primitives");
        printf(", ");
        print_count(sum->triangles, "triangle", "triangles");
        printf(", ");
        print_count(sum->vertices, "vertex", "vertices");
        printf(", ");
        print_count(sum->targets, "morph target", "morph targets");
    }
    fputs("\n", stdout);
    if (gltf->skin_count != 0) {
        print_label("skins");
        print_count(gltf->skin_count, "skin", "skins");
        printf(", ");
        print_count(sum->joints, "joint", "joints");
        fputs("\n", stdout);
    }
    if (gltf->material_count != 0) print_materials(gltf);
    if (gltf->image_count != 0) {
        print_label("images");
        print_count(gltf->image_count, "image", "images");
        printf(" in %s bytes, ", with_commas(sum->image_bytes, text));
        print_count(gltf->texture_count, "texture", "textures");
        fputs("\n", stdout);
    }
    if (gltf->animation_count != 0) {
        print_label("animations");
        print_count(gltf->animation_count, "animation", "animations");
        printf(", ");
        print_count(sum->channels, "channel", "channels");
        fputs("\n", stdout);
    }
    print_label("size");
    printf("%s bytes in memory, ", with_commas(vrm_model_memory(model), text));
    printf("%s of them payload\n", with_commas(sum->payload_bytes, text));
}

/* --- Tables --- */

enum { NAME_COLUMNS = 28 };

static void print_heading(const char *name, const char *rest) {
    printf("\n  %s%4s  %-*s%s%s\n", style_on(stdout, STYLE_LABEL), "", NAME_COLUMNS, name, rest,
           style_off(stdout, STYLE_LABEL));
}

static void print_row_start(uint32_t index, vrm_string name) {
    printf("  %4u  ", index);
    print_name(stdout, name, NAME_COLUMNS, 1);
}

static void print_mesh_table(const vrm_gltf *gltf) {
    if (gltf->mesh_count == 0) return;
    print_heading("mesh", "primitives   triangles    vertices  morph targets");
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        const vrm_mesh *mesh = &gltf->meshes[i];
        totals sum = count_mesh(mesh);
        char triangles[32], vertices[32];
        print_row_start(i, mesh->name);
        printf("%10u  %10s  %10s  %13u\n", sum.primitives, with_commas(sum.triangles, triangles),
               with_commas(sum.vertices, vertices), sum.targets);
    }
}

static void print_image_table(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (gltf->image_count == 0) return;
    print_heading("image", "format         size          bytes");
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes;
        size_t size;
        const vrm_image *image = &gltf->images[i];
        print_row_start(i, image->name.length != 0 ? image->name : image->uri);
        if (vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size) == VRM_OK) {
            image_header header = image_header_read(bytes, size);
            char text[32], pixels[32] = "?";
            if (header.width != 0) {
                snprintf(pixels, sizeof pixels, "%u x %u", header.width, header.height);
            }
            printf("%-8s %12s %13s\n", header.format, pixels, with_commas(size, text));
        } else {
            printf("%s\n", image->uri.length != 0 ? "external, not loaded" : "missing");
        }
    }
}

/* --- The tree --- */

typedef struct tree_place {
    int32_t node;
    uint32_t depth;
} tree_place;

static void print_node(const vrm_gltf *gltf, tree_place place) {
    const vrm_node *node = &gltf->nodes[place.node];
    uint32_t indent = place.depth < 40 ? place.depth * 2 : 80;
    printf("  %4d  %*s", place.node, (int)indent, "");
    print_name(stdout, node->name, 60, 0);
    if (node->mesh != VRM_NONE) printf("  mesh %d", node->mesh);
    if (node->skin != VRM_NONE) printf("  skin %d", node->skin);
    fputs("\n", stdout);
}

/* Iterative: a chain of nodes can be as long as the file likes (ER-007). Every node is put on the
 * stack once, so it never holds more than there are. */
static void print_tree(const vrm_gltf *gltf) {
    tree_place *stack = malloc((gltf->node_count + 1) * sizeof *stack);
    uint32_t top = 0;
    if (stack == NULL) return;
    printf("\n");
    for (uint32_t i = gltf->node_count; i-- > 0;) {
        tree_place root = {(int32_t)i, 0};
        if (gltf->nodes[i].parent == VRM_NONE) stack[top++] = root;
    }
    while (top > 0) {
        tree_place place = stack[--top];
        const vrm_node *node = &gltf->nodes[place.node];
        print_node(gltf, place);
        for (uint32_t i = node->child_count; i-- > 0;) {
            tree_place child = {node->children[i], place.depth + 1};
            stack[top++] = child;
        }
    }
    free(stack);
}

/* --- The command --- */

static void print_brief(const char *path, const vrm_model *model, const vrm_report *report) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    totals sum = count_totals(model);
    uint64_t warnings = vrm_report_found(report, VRM_SEVERITY_WARNING);
    print_name(stdout, from_text(path), 400, 0);
    printf(": ");
    print_count(gltf->node_count, "node", "nodes");
    printf(", ");
    print_count(gltf->mesh_count, "mesh", "meshes");
    printf(", ");
    print_count(sum.triangles, "triangle", "triangles");
    printf(", ");
    print_count(gltf->material_count, "material", "materials");
    printf(", ");
    print_count(gltf->image_count, "image", "images");
    if (warnings != 0) {
        printf(", ");
        print_count(warnings, "warning", "warnings");
    }
    fputs("\n", stdout);
}

static void print_file(const char *path, const vrm_model *model, const vrm_report *report,
                       const info_options *chosen) {
    totals sum = count_totals(model);
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    print_name(stdout, from_text(path), 400, 0);
    printf("%s\n", style_off(stdout, STYLE_TITLE));
    print_avatar(vrm_model_tables(model));
    print_summary(model, &sum);
    print_mesh_table(vrm_model_gltf(model));
    print_image_table(model);
    if (chosen->shows_nodes) print_tree(vrm_model_gltf(model));
    print_report(stdout, report);
}

static bool show(const char *path, const info_options *chosen) {
    vrm_model *model;
    vrm_report *report;
    uint32_t flags = 0;
    vrm_result result;
    bool is_shown = true;
    file_notes notes = {0};
    if (chosen->takes_any) flags |= VRM_LOAD_ANY_GLTF;
    if (chosen->is_strict) flags |= VRM_LOAD_STRICT;
    result = load_path(path, flags, &model, &report);
    notes_add_report(&notes, path, result, report);
    if (chosen->is_json) {
        is_shown = print_json(path, model, &notes, chosen->shows_nodes);
    } else if (result != VRM_OK) {
        is_shown = false; /* standard error says why */
    } else if (chosen->is_brief) {
        print_brief(path, model, report);
    } else {
        print_file(path, model, report, chosen);
    }
    vrm_model_release(model);
    notes_release(&notes);
    return result == VRM_OK && is_shown;
}

static option_result read_option(option_value *value, void *settings) {
    info_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_BRIEF:
        out->is_brief = true;
        break;
    case OPTION_NODES:
        out->shows_nodes = true;
        break;
    case OPTION_ANY:
        out->takes_any = true;
        break;
    case OPTION_STRICT:
        out->is_strict = true;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static int run_info(int argc, char **argv) {
    info_options chosen = {false, false, false, false, false};
    bool all_loaded = true;
    int file_count = read_arguments(COMMAND_INFO, argc, argv, read_option, &chosen);
    if (file_count < 0) return EXIT_USAGE;
    for (int i = 0; i < file_count; ++i) {
        if (i > 0 && !chosen.is_brief && !chosen.is_json) printf("\n");
        if (!show(argv[i], &chosen)) all_loaded = false;
    }
    return all_loaded ? EXIT_LOADED : EXIT_NOT_LOADED;
}

const command command_info = {COMMAND_INFO, run_info};
