/* vrm info: what is in a file, as text. */
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "info.h"

#include <string.h>

/* --- The summary --- */

static void print_next_count(uint64_t number, const char *one, const char *many) {
    fputs(say(", "), stdout);
    print_count(number, one, many);
}

static void print_strings(const vrm_string *strings, uint32_t string_count) {
    for (uint32_t i = 0; i < string_count; ++i) {
        fputs(i == 0 ? "" : say(", "), stdout);
        print_name(stdout, strings[i], 60, 0);
    }
    fputs("\n", stdout);
}

static void print_materials(const vrm_gltf *gltf) {
    static const char *const words[][2] = {
        {SAY("{1} opaque"), SAY("{1} opaque")},
        {SAY("{1} masked"), SAY("{1} masked")},
        {SAY("{1} blended"), SAY("{1} blended")},
        {SAY("{1} unlit"), SAY("{1} unlit")},
        {SAY("{1} double-sided"), SAY("{1} double-sided")},
    };
    uint32_t counts[5] = {0};
    print_label(SAY("materials"));
    print_count(gltf->material_count, SAY("{1} material"), SAY("{1} materials"));
    for (uint32_t i = 0; i < gltf->material_count; ++i) {
        counts[gltf->materials[i].alpha_mode] += 1;
        counts[3] += gltf->materials[i].is_unlit != 0;
        counts[4] += gltf->materials[i].is_double_sided != 0;
    }
    print_kinds(counts, words, 5);
    fputs("\n", stdout);
}

static void print_origin(const vrm_gltf *gltf) {
    print_label(SAY("exporter"));
    if (gltf->generator.length != 0) {
        print_name(stdout, gltf->generator, 70, 0);
    } else {
        fputs(say("(not stated)"), stdout);
    }
    printf(", glTF ");
    print_name(stdout, gltf->version, 8, 0);
    fputs("\n", stdout);
    if (gltf->copyright.length != 0) {
        print_label(SAY("copyright"));
        print_name(stdout, gltf->copyright, 80, 0);
        fputs("\n", stdout);
    }
    if (gltf->extension_used_count != 0) {
        print_label(SAY("extensions"));
        print_strings(gltf->extensions_used, gltf->extension_used_count);
    }
}

static void print_meshes(const vrm_gltf *gltf, const totals *sum) {
    print_label(SAY("meshes"));
    if (gltf->mesh_count == 0) {
        printf("%s\n", say("none"));
        return;
    }
    print_count(gltf->mesh_count, SAY("{1} mesh"), SAY("{1} meshes"));
    print_next_count(sum->primitives, SAY("{1} primitive"), SAY("{1} primitives"));
    print_next_count(sum->triangles, SAY("{1} triangle"), SAY("{1} triangles"));
    print_next_count(sum->vertices, SAY("{1} vertex"), SAY("{1} vertices"));
    print_next_count(sum->targets, SAY("{1} morph target"), SAY("{1} morph targets"));
    fputs("\n", stdout);
}

static void print_summary(const vrm_model *model, const totals *sum) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    char text[32], payload[32];
    print_origin(gltf);
    print_label(SAY("nodes"));
    print_count(gltf->node_count, SAY("{1} node"), SAY("{1} nodes"));
    print_next_count(sum->depth, SAY("{1} level deep"), SAY("{1} levels deep"));
    if (gltf->scene_count != 1) {
        print_next_count(gltf->scene_count, SAY("{1} scene"), SAY("{1} scenes"));
    }
    fputs("\n", stdout);
    print_meshes(gltf, sum);
    if (gltf->skin_count != 0) {
        print_label(SAY("skins"));
        print_count(gltf->skin_count, SAY("{1} skin"), SAY("{1} skins"));
        print_next_count(sum->joints, SAY("{1} joint"), SAY("{1} joints"));
        fputs("\n", stdout);
    }
    if (gltf->material_count != 0) print_materials(gltf);
    if (gltf->image_count != 0) {
        print_label(SAY("images"));
        print_count(gltf->image_count, SAY("{1} image"), SAY("{1} images"));
        print_next_count(sum->image_bytes, SAY("{1} byte"), SAY("{1} bytes"));
        print_next_count(gltf->texture_count, SAY("{1} texture"), SAY("{1} textures"));
        fputs("\n", stdout);
    }
    if (gltf->animation_count != 0) {
        print_label(SAY("animations"));
        print_count(gltf->animation_count, SAY("{1} animation"), SAY("{1} animations"));
        print_next_count(sum->channels, SAY("{1} channel"), SAY("{1} channels"));
        fputs("\n", stdout);
    }
    print_label(SAY("size"));
    say_to(stdout, "{1} bytes in memory, including {2} of payload",
           with_commas(vrm_model_memory_size(model), text),
           with_commas(sum->payload_bytes, payload));
    fputs("\n", stdout);
}

/* --- Tables --- */

enum { NAME_COLUMNS = 28 };

static void begin_heading(const char *name) {
    printf("\n  %s%4s  ", style_on(stdout, STYLE_LABEL), "");
    print_columns(stdout, say(name), NAME_COLUMNS, ALIGN_LEFT);
}

static void end_heading(void) { printf("%s\n", style_off(stdout, STYLE_LABEL)); }

static void print_row_start(uint32_t index, vrm_string name) {
    printf("  %4u  ", index);
    print_name(stdout, name, NAME_COLUMNS, 1);
}

static void print_mesh_table(const vrm_gltf *gltf) {
    if (gltf->mesh_count == 0) return;
    begin_heading(SAY("mesh"));
    print_columns(stdout, say("primitives"), 10, ALIGN_RIGHT);
    print_columns(stdout, say("triangles"), 12, ALIGN_RIGHT);
    print_columns(stdout, say("vertices"), 12, ALIGN_RIGHT);
    print_columns(stdout, say("morph targets"), 15, ALIGN_RIGHT);
    end_heading();
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        const totals sum = count_mesh(&gltf->meshes[i]);
        char triangles[32], vertices[32];
        print_row_start(i, gltf->meshes[i].name);
        printf("%10u  %10s  %10s  %13u\n", sum.primitives, with_commas(sum.triangles, triangles),
               with_commas(sum.vertices, vertices), sum.targets);
    }
}

static void print_image_table(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (gltf->image_count == 0) return;
    begin_heading(SAY("image"));
    print_columns(stdout, say("format"), 8, ALIGN_LEFT);
    print_columns(stdout, say("pixels"), 13, ALIGN_RIGHT);
    print_columns(stdout, say("bytes"), 14, ALIGN_RIGHT);
    end_heading();
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes;
        size_t size;
        const vrm_image *image = &gltf->images[i];
        print_row_start(i, image->name.length != 0 ? image->name : image->uri);
        if (vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size) == VRM_OK) {
            vrm_image_header header = {0};
            char text[32], pixels[32];
            vrm_model_get_image_header(model, (int32_t)i, &header);
            snprintf(pixels, sizeof pixels, "%u x %u", header.width, header.height);
            print_columns(stdout,
                          header.width != 0 ? vrm_image_format_name(header.format) : say("unknown"),
                          8, ALIGN_LEFT);
            printf(" %12s %13s\n", header.width != 0 ? pixels : "", with_commas(size, text));
        } else {
            printf("%s\n", image->uri.length != 0 ? say("external, not loaded") : say("missing"));
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
    if (node->mesh != VRM_NONE) printf("  %s %d", say("mesh"), node->mesh);
    if (node->skin != VRM_NONE) printf("  %s %d", say("skin"), node->skin);
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

/* --- The file --- */

static void print_title(const char *path) {
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    print_name(stdout, from_text(path), 400, 0);
    fputs(style_off(stdout, STYLE_TITLE), stdout);
}

/* Whose avatar it is, before the counts of a line. */
static void print_identity(const vrm_tables *tables) {
    const vrm_meta *meta = &tables->meta;
    if (tables->dialect == VRM_DIALECT_NONE || tables->dialect == VRM_DIALECT_ANIMATION) return;
    if (meta->name.length != 0) {
        print_name(stdout, meta->name, 60, 0);
    } else {
        fputs(say("(no name)"), stdout);
    }
    printf(", VRM %s", vrm_dialect_name((vrm_dialect)tables->dialect));
    if (meta->author_count != 0) {
        fputs(say(", by "), stdout);
        print_name(stdout, meta->authors[0], 40, 0);
        if (meta->author_count > 1) fputs(" …", stdout);
    }
    fputs(say(", "), stdout);
}

void print_brief(const char *path, const vrm_model *model, const vrm_report *report) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    totals sum = count_totals(model);
    uint64_t warnings = vrm_report_found(report, VRM_SEVERITY_WARNING);
    print_name(stdout, from_text(path), 400, 0);
    printf(": ");
    print_identity(vrm_model_tables(model));
    print_count(gltf->node_count, SAY("{1} node"), SAY("{1} nodes"));
    print_next_count(gltf->mesh_count, SAY("{1} mesh"), SAY("{1} meshes"));
    print_next_count(sum.triangles, SAY("{1} triangle"), SAY("{1} triangles"));
    print_next_count(gltf->material_count, SAY("{1} material"), SAY("{1} materials"));
    print_next_count(gltf->image_count, SAY("{1} image"), SAY("{1} images"));
    if (warnings != 0) print_next_count(warnings, SAY("{1} warning"), SAY("{1} warnings"));
    fputs("\n", stdout);
}

void print_file(const char *path, const vrm_model *model, const file_notes *notes,
                const info_options *chosen) {
    totals sum = count_totals(model);
    print_title(path);
    fputs("\n", stdout);
    print_avatar(vrm_model_tables(model), chosen->maps_license);
    print_summary(model, &sum);
    print_mesh_table(vrm_model_gltf(model));
    print_image_table(model);
    if (chosen->shows_nodes) print_tree(vrm_model_gltf(model));
    print_report(stdout, notes->report);
}
