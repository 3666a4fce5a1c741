/* Primitives that are joined, quantized, simplified, or share an atlas. */
#include "optimize/optimized.h"
#include "optimize/surface.h"

#include <stdlib.h>

/* --- Primitives --- */

TEST(op_007_parts_of_one_material_are_joined) {
    static const char parts[] = "{'primitives':[{" ATTRIBUTES ",'material':0},{" ATTRIBUTES
                                ",'material':1},{" ATTRIBUTES ",'material':0}]}," PLAIN_MESH;
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_PRIMITIVES);
    optimized it = optimize(
        grid_avatar(VRM_DIALECT_1, VRM1, parts, "{'name':'a'},{'name':'b','doubleSided':true}"),
        NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 2);
    CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
    CHECK_TEXT(said(&it, "primitives-joined"), "1 primitive was joined to another of its mesh");
    done(&it);
    it = optimize(
        grid_avatar(VRM_DIALECT_1, VRM1, parts, "{'name':'a'},{'name':'b','doubleSided':true}"),
        &keeps);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 3);
    done(&it);
    /* What blends is drawn in its order: nothing comes from behind another part. */
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, parts,
                              "{'name':'a','alphaMode':'BLEND'},{'name':'b','doubleSided':true}"),
                  NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 3);
    done(&it);
}

/* --- Quantizing --- */

TEST(op_010_normals_and_coordinates_are_quantised_where_that_is_asked_for) {
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_QUANTIZE);
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, PLAIN_MESH "," PLAIN_MESH, ONE_MATERIAL), &desc);
    float before[2], after[2], normal[3];
    float *uvs = calloc((size_t)GRID_VERTICES * 2, sizeof *uvs);
    float *normals = calloc((size_t)GRID_VERTICES * 3, sizeof *normals);
    REQUIRE(it.after.gltf != NULL && uvs != NULL && normals != NULL);
    CHECK_INT(it.after.gltf->extension_required_count, 1);
    CHECK(is_named(it.after.gltf->extensions_required[0], "KHR_mesh_quantization"));
    CHECK_INT(vrm_model_read_vertices(it.after.model, 0, 0, VRM_ATTRIBUTE_TEXCOORD, 0, 2, uvs,
                                      (size_t)GRID_VERTICES * 2),
              VRM_OK);
    CHECK_INT(vrm_model_read_vertices(it.after.model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, normals,
                                      (size_t)GRID_VERTICES * 3),
              VRM_OK);
    /* The first triangle has the first vertex, the one beside it and the one above it. */
    before[0] = 1.0f / GRID;
    before[1] = 0.0f;
    memcpy(after, uvs + 2, sizeof after);
    memcpy(normal, normals, sizeof normal);
    CHECK_NEAR(after[0], before[0], 0.5 / 65535);
    CHECK_NEAR(after[1], before[1], 0.5 / 65535);
    CHECK_NEAR(normal[2], 1.0, 0);
    free(uvs);
    free(normals);
    done(&it);
}

/* Steps of 1/65535 that the weights of a vertex have, which must be near to those of the grid. */
static int32_t weight_steps(const vrm_model *model, int32_t set, uint32_t vertex) {
    static float weights[GRID_VERTICES][4];
    float was[4] = {0};
    int32_t sum = 0;
    if (!CHECK_INT(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_WEIGHTS, set, 4, weights[0],
                                           (size_t)GRID_VERTICES * 4),
                   VRM_OK)) {
        return 0;
    }
    /* Which column of the grid it is, its second weight says. */
    was[1] = (float)(int)((1.0f - weights[vertex][1]) * GRID + 0.5f) / GRID;
    was[0] = was[2] = was[3] = was[1] / 3;
    was[1] = 1.0f - was[1];
    for (uint32_t k = 0; k < 4; ++k) {
        CHECK_NEAR(weights[vertex][k], was[k], 1.0 / 65535);
        sum += (int32_t)(weights[vertex][k] * 65535.0f + 0.5f);
    }
    return sum;
}

/* Weights that are rounded one by one add up to a step more or less. */
TEST(op_010_quantised_weights_add_up_to_what_they_did) {
    static const char one[] = "{'primitives':[{" ATTRIBUTES ",'material':0}]},{'primitives':[{"
                              "'attributes':{'POSITION':0},'material':0}]}";
    static const char two[] =
        "{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':3,'WEIGHTS_0':4,'JOINTS_1':3,"
        "'WEIGHTS_1':4},'indices':7,'material':0}]},{'primitives':[{'attributes':{'POSITION':0},"
        "'material':0}]}";
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_QUANTIZE);
    optimized it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, one, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL);
    for (uint32_t i = 0; i < GRID_VERTICES; i += 7) {
        test_note("vertex %u", i);
        CHECK_INT(weight_steps(it.after.model, 0, i), 65535);
    }
    done(&it);
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, two, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL);
    for (uint32_t i = 0; i < GRID_VERTICES; i += 7) {
        test_note("vertex %u of two sets", i);
        CHECK_INT(weight_steps(it.after.model, 0, i) + weight_steps(it.after.model, 1, i),
                  2 * 65535);
    }
    test_note(NULL);
    done(&it);
}

/* --- Atlases --- */

/* Images of 64 x 64 pixels with only a real header: the last byte is the color of all pixels. Tools
 * of the test read them, and keep what they are given to write. */
#define PICTURE(base64) "{'uri':'data:image/png;base64," base64 "'}"
#define TWO_PICTURES                                                                               \
    PICTURE("iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXGg")                                        \
    "," PICTURE("iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXGw")
#define TEXTURED(name, texture, more)                                                              \
    "{'name':'" name "','pbrMetallicRoughness':{'baseColorTexture':{'index':" texture more "}}}"
#define WITH_PICTURES                                                                              \
    "],'textures':[{'source':0,'sampler':0},{'source':1,'sampler':0}],'samplers':[{}],'images':"   \
    "[" TWO_PICTURES
#define TWO_TEXTURED TEXTURED("a", "0", "") "," TEXTURED("b", "1", "") WITH_PICTURES
#define TWO_PARTS                                                                                  \
    "{'primitives':[{" ATTRIBUTES ",'material':0}]},{'primitives':[{" ATTRIBUTES ",'material':1}]" \
    "}"

typedef struct pictures {
    uint8_t pixels[512 * 512 * 4];
    uint32_t width, encoded;
} pictures;

static int32_t decode_plain(const void *bytes, size_t size, vrm_image_format format,
                            vrm_pixels *out, void *user) {
    const uint8_t *at = bytes;
    CHECK_INT(format, VRM_IMAGE_FORMAT_PNG);
    (void)user;
    out->width = out->height = 64;
    out->bytes = malloc(64 * 64 * 4);
    if (out->bytes == NULL) return 0;
    memset(out->bytes, at[size - 1], 64 * 64 * 4);
    return 1;
}

static void release_plain(vrm_pixels *pixels, void *user) {
    (void)user;
    free(pixels->bytes);
}

static int32_t encode_plain(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                            void *user) {
    pictures *seen = user;
    size_t size = (size_t)pixels->width * pixels->height * 4;
    CHECK((use & VRM_IMAGE_USE_COLOR) != 0 && size <= sizeof seen->pixels);
    if (pixels->width <= 64) return 0; /* the images themselves stay */
    memcpy(seen->pixels, pixels->bytes, size);
    seen->width = pixels->width;
    seen->encoded += 1;
    out->bytes = seen->pixels;
    out->size = 64;
    out->mime_type = "image/png";
    return 1;
}

static optimized optimize_atlas(const char *vrm, const char *meshes, const char *materials,
                                pictures *seen) {
    const vrm_optimize_tools tools = {.user = seen,
                                      .decode_image = decode_plain,
                                      .release_pixels = release_plain,
                                      .encode_image = encode_plain};
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_ATLAS);
    memset(seen, 0, sizeof *seen);
    desc.tools = &tools;
    return optimize(grid_avatar(VRM_DIALECT_1, vrm, meshes, materials), &desc);
}

/* The color that a vertex sees, at the coordinates that the new file gives it. */
static uint8_t seen_color(const optimized *optimized, int32_t mesh, uint32_t vertex,
                          const pictures *seen) {
    const vrm_primitive *primitive = &optimized->after.gltf->meshes[mesh].primitives[0];
    float *uvs = calloc((size_t)primitive->vertex_count * 2, sizeof *uvs);
    uint32_t x, y;
    CHECK_INT(vrm_model_read_vertices(optimized->after.model, mesh, 0, VRM_ATTRIBUTE_TEXCOORD, 0, 2,
                                      uvs, (size_t)primitive->vertex_count * 2),
              VRM_OK);
    x = (uint32_t)(uvs[2 * vertex] * (float)seen->width);
    y = (uint32_t)(uvs[2 * vertex + 1] * (float)seen->width);
    free(uvs);
    return seen->pixels[((size_t)y * seen->width + x) * 4];
}

TEST(op_013_materials_that_differ_in_their_textures_alone_share_an_atlas) {
    static pictures seen;
    optimized it = optimize_atlas(VRM1, TWO_PARTS, TWO_TEXTURED, &seen);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(seen.encoded, 1);
    CHECK_INT(seen.width, 132); /* two cells of 66 pixels */
    CHECK_INT(it.after.gltf->material_count, 1);
    CHECK_INT(it.after.gltf->texture_count, 1);
    CHECK_INT(it.after.gltf->image_count, 1);
    REQUIRE(it.after.gltf->mesh_count == 2);
    for (uint32_t i = 0; i < GRID_VERTICES; ++i) {
        if (!CHECK_INT(seen_color(&it, 0, i, &seen), 0xA0)) break;
        if (!CHECK_INT(seen_color(&it, 1, i, &seen), 0xB0)) break;
    }
    CHECK_TEXT(said(&it, "materials-shared"),
               "1 material shares the textures of another in an atlas now");
    done(&it);
}

TEST(op_013_what_differs_or_moves_does_not_share) {
    static const char *const materials[] = {
        TEXTURED("a", "0", ",'texCoord':1") "," TEXTURED("b", "1", ",'texCoord':1") WITH_PICTURES,
        TEXTURED("a", "0",
                 ",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}") "," TEXTURED("b",
                                                                                            "1", "")
            WITH_PICTURES,
        "{'name':'a','alphaMode':'MASK','pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}"
        "," TEXTURED("b", "1", "") WITH_PICTURES,
    };
    static pictures seen;
    for (size_t i = 0; i < sizeof materials / sizeof materials[0]; ++i) {
        optimized it = optimize_atlas(VRM1, TWO_PARTS, materials[i], &seen);
        test_note("%d", (int)i);
        if (it.after.gltf != NULL) CHECK_INT(it.after.gltf->material_count, 2);
        CHECK_INT(seen.encoded, 0);
        done(&it);
    }
    test_note(NULL);
    {
        optimized it = optimize_atlas(
            VRM1 ",'expressions':{'preset':{'happy':{'materialColorBinds':[{'material':1,'type':"
                 "'color','targetValue':[1,0,0,1]}]}}}",
            TWO_PARTS, TWO_TEXTURED, &seen);
        REQUIRE(it.after.gltf != NULL);
        CHECK_INT(it.after.gltf->material_count, 2);
        CHECK_INT(seen.encoded, 0);
        done(&it);
    }
}

/* --- Fewer triangles --- */

static uint32_t keep_first_half(const vrm_simplify_task *task, uint32_t *out, void *user) {
    uint32_t count = task->target_index_count;
    uint32_t *asked = user;
    *asked += 1;
    CHECK_INT(task->vertex_count, 2 * GRID_VERTICES);
    CHECK(task->attribute_count > 0);
    memcpy(out, task->indices, count * sizeof *out);
    return count;
}

TEST(op_009_triangles_are_left_out_and_vertices_keep_what_they_have) {
    uint32_t asked = 0;
    const vrm_optimize_tools tools = {.user = &asked, .simplify = keep_first_half};
    vrm_optimize_desc desc = settings(0);
    optimized it;
    float *moves = calloc((size_t)GRID_VERTICES * 3, sizeof *moves), sum = 0.0f;
    const vrm_primitive *primitive;
    desc.tools = &tools;
    desc.triangles = GRID_INDICES / 3; /* of both meshes together: half */
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL && moves != NULL);
    CHECK_INT(asked, 2);
    primitive = &it.after.gltf->meshes[0].primitives[0];
    CHECK_INT(primitive->triangle_count, GRID_INDICES / 6);
    CHECK(primitive->vertex_count < GRID_VERTICES);
    CHECK_INT(vrm_model_read_morph_target(it.after.model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, moves,
                                          (size_t)GRID_VERTICES * 3),
              VRM_OK);
    for (uint32_t i = 0; i < primitive->vertex_count * 3; ++i) sum += moves[i];
    CHECK_NEAR(sum, 0.25 * (1 + 2 + 3 + 4 + 5), 1e-6); /* the five are in the first half */
    CHECK_TEXT(said(&it, "triangles-reduced"), "1,058 triangles were removed");
    free(moves);
    done(&it);
}

TEST_SUITE(optimize_mesh, ENTRY(op_007_parts_of_one_material_are_joined),
           ENTRY(op_010_normals_and_coordinates_are_quantised_where_that_is_asked_for),
           ENTRY(op_010_quantised_weights_add_up_to_what_they_did),
           ENTRY(op_013_materials_that_differ_in_their_textures_alone_share_an_atlas),
           ENTRY(op_013_what_differs_or_moves_does_not_share),
           ENTRY(op_009_triangles_are_left_out_and_vertices_keep_what_they_have));
