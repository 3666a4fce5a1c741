/* Cameras that frame an avatar, and the point under a cursor. */
#include "render/src/base/memory.h"
#include "render/src/shared/posed.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>
#include <vrm/camera.h>

typedef struct sitter {
    loaded file;
    vrm_avatar *avatar;
} sitter;

static sitter sit(fixture from) {
    sitter one;
    memset(&one, 0, sizeof one);
    if (from.bytes == NULL) return one;
    one.file = load_avatar_file(from, NULL);
    one.avatar = create_avatar(one.file.model, NULL);
    vrm_avatar_update(one.avatar, 0.0f);
    return one;
}

static void stand_up(sitter *one) {
    vrm_avatar_destroy(one->avatar);
    unload(&one->file);
}

static vrm_view make_view(uint32_t width, uint32_t height) {
    vrm_view view;
    vrm_view_init(&view);
    view.width = width;
    view.height = height;
    return view;
}

/* Where a point is in the picture: -1 to 1, to the right and up; z is what is divided by. */
static vrm_vec3 project(const vrm_view *view, vrm_vec3 p) {
    const float *v = view->view.m, *m = view->projection.m;
    float eye[3], clip[4];
    for (int i = 0; i < 3; ++i) eye[i] = v[i] * p.x + v[4 + i] * p.y + v[8 + i] * p.z + v[12 + i];
    for (int i = 0; i < 4; ++i) {
        clip[i] = m[i] * eye[0] + m[4 + i] * eye[1] + m[8 + i] * eye[2] + m[12 + i];
    }
    return vrm_vec3_make(clip[0] / clip[3], clip[1] / clip[3], clip[3]);
}

/* The farthest that a vertex of a primitive is from the middle of the picture. */
static float reach_of(const vrm_view *view, const sitter *one, int32_t node, int32_t primitive) {
    const int32_t skin = one->file.gltf->nodes[node].skin;
    const vrm_allocator allocator = vrmr_default_allocator();
    float most = 0.0f;
    vrm_mat4 *matrices;
    vrmr_posed posed;
    bool is_good;
    if (!vrmr_posed_read(one->file.model, node, primitive, &allocator, &posed)) return NAN;
    matrices = vrmr_posed_matrices(one->avatar, skin, &allocator, &is_good);
    CHECK(matrices != NULL && posed.is_skinned && posed.count != 0);
    for (uint32_t i = 0; i < posed.count && matrices != NULL; ++i) {
        vrm_vec3 place, seen;
        if (!vrmr_posed_vertex(&posed, matrices, i, &place)) continue;
        seen = project(view, place);
        if (!(seen.z > 0.0f)) most = INFINITY;
        most = fmaxf(most, fmaxf(fabsf(seen.x), fabsf(seen.y)));
    }
    vrmr_posed_release_matrices(one->avatar, skin, &allocator, matrices);
    vrmr_posed_release(&posed, &allocator);
    return most;
}

static float reach(const vrm_view *view, const sitter *one) {
    const vrm_gltf *gltf = one->file.gltf;
    float most = 0.0f;
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        const int32_t mesh = gltf->nodes[n].mesh;
        const uint32_t count = mesh == VRM_NONE ? 0 : gltf->meshes[mesh].primitive_count;
        for (uint32_t i = 0; i < count; ++i) {
            most = fmaxf(most, reach_of(view, one, (int32_t)n, (int32_t)i));
        }
    }
    return most;
}

TEST(vw_001_all_of_an_avatar_fills_the_picture) {
    static const uint32_t sizes[][2] = {{640, 480}, {300, 900}, {900, 300}, {1, 1}};
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    vrm_extent *extent;
    if (one.avatar == NULL) return;
    vrm_extent_create(one.avatar, NULL, &extent, NULL);
    REQUIRE(extent != NULL);
    CHECK_NEAR(extent->most.y - extent->least.y, 1.53f, 0.05f);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        for (int k = 0; k < 5; ++k) {
            vrm_view view = make_view(sizes[i][0], sizes[i][1]);
            vrm_framing framing;
            vrm_camera camera;
            vrm_framing_init(&framing);
            framing.fov = 0.2f + 0.3f * (float)k;
            framing.yaw = 0.7f * (float)k;
            framing.for_all_sides = k == 4;
            test_note("%u x %u, %d", sizes[i][0], sizes[i][1], k);
            CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, &camera), VRM_OK);
            CHECK_NEAR(camera.fov, framing.fov, 0.0f);
            CHECK(reach(&view, &one) <= 1.0f);
            CHECK(reach(&view, &one) > (k == 4 ? 0.6f : 0.9f));
            CHECK(camera.z_near > 0.0f && camera.z_far > camera.z_near);
        }
    }
    vrm_extent_destroy(extent);
    stand_up(&one);
}

TEST(vw_002_shots_come_nearer) {
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    float distance = 1e9f;
    if (one.avatar == NULL) return;
    for (vrm_shot shot = VRM_SHOT_FULL; shot <= VRM_SHOT_FACE; ++shot) {
        const vrm_vec3 head = vrm_avatar_bone_position(one.avatar, VRM_BONE_HEAD);
        vrm_view view = make_view(512, 512);
        vrm_framing framing;
        vrm_camera camera;
        vrm_vec3 seen;
        vrm_framing_init(&framing);
        framing.shot = shot;
        test_note("shot %d", shot);
        CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, &camera), VRM_OK);
        seen = project(&view, head);
        CHECK(seen.z < distance && fabsf(seen.x) < 0.2f && fabsf(seen.y) < 1.0f);
        distance = seen.z;
        seen = project(&view, vrm_avatar_bone_position(one.avatar, VRM_BONE_LEFT_FOOT));
        CHECK((seen.y > -1.0f) == (shot == VRM_SHOT_FULL));
    }
    stand_up(&one);
}

TEST(vw_003_any_size_and_any_file) {
    const avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL}; /* bones alone */
    sitter tiny = sit(fixture_sample("character-1.0.vrm"));
    sitter bones;
    vrm_view first = make_view(512, 512), second = make_view(512, 512);
    vrm_trs root = vrm_trs_identity();
    if (tiny.avatar == NULL) return;
    memset(&bones, 0, sizeof bones);
    bones.file = load_avatar(&from);
    bones.avatar = create_avatar(bones.file.model, NULL);
    vrm_avatar_update(bones.avatar, 0.0f);
    CHECK_INT(vrm_view_frame(&first, bones.avatar, NULL, NULL), VRM_OK);
    CHECK(project(&first, vrm_avatar_bone_position(bones.avatar, VRM_BONE_HEAD)).z > 0.0f);
    CHECK_INT(vrm_view_frame(&first, tiny.avatar, NULL, NULL), VRM_OK);
    root.scale = vrm_vec3_make(0.01f, 0.01f, 0.01f);
    root.translation = vrm_vec3_make(5.0f, -3.0f, 1.0f);
    vrm_avatar_set_root(tiny.avatar, &root);
    vrm_avatar_update(tiny.avatar, 0.0f);
    CHECK_INT(vrm_view_frame(&second, tiny.avatar, NULL, NULL), VRM_OK);
    {
        const vrm_vec3 head = vrm_avatar_bone_position(tiny.avatar, VRM_BONE_HEAD);
        const vrm_vec3 large = {(head.x - 5.0f) * 100.0f, (head.y + 3.0f) * 100.0f,
                                (head.z - 1.0f) * 100.0f};
        CHECK_NEAR(project(&second, head).y, project(&first, large).y, 0.01f);
    }
    stand_up(&bones);
    stand_up(&tiny);
}

TEST(vw_004_without_a_payload) {
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    vrm_extent *with, *without;
    vrm_framing framing;
    vrm_camera a, b;
    if (one.avatar == NULL) return;
    vrm_extent_create(one.avatar, NULL, &with, NULL);
    vrm_model_drop_payload(one.file.model);
    vrm_extent_create(one.avatar, NULL, &without, NULL);
    REQUIRE(with != NULL && without != NULL);
    CHECK(without->has_head);
    CHECK(without->most.y >= with->most.y - 0.1f && without->most.y < with->most.y + 0.5f);
    vrm_framing_init(&framing);
    framing.shot = VRM_SHOT_PORTRAIT;
    CHECK_INT(vrm_extent_get_camera(with, &framing, 1.0f, &a), VRM_OK);
    CHECK_INT(vrm_extent_get_camera(without, &framing, 1.0f, &b), VRM_OK);
    CHECK_NEAR(a.target.y, b.target.y, 0.1f);
    vrm_extent_destroy(with);
    vrm_extent_destroy(without);
    stand_up(&one);
}

TEST(vw_005_an_extent_grows_with_a_motion) {
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    const vrm_trs aside = {{3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_extent *extent;
    vrm_vec3 least, head;
    vrm_camera before, after;
    if (one.avatar == NULL) return;
    vrm_extent_create(one.avatar, NULL, &extent, NULL);
    REQUIRE(extent != NULL);
    least = extent->least;
    head = extent->head;
    vrm_extent_get_camera(extent, NULL, 1.0f, &before);
    vrm_avatar_set_root(one.avatar, &aside);
    vrm_avatar_update(one.avatar, 0.0f);
    CHECK_INT(vrm_extent_include(extent, one.avatar), VRM_OK);
    vrm_extent_get_camera(extent, NULL, 1.0f, &after);
    CHECK(extent->least.x == least.x && extent->most.x > 3.0f && extent->head.x == head.x);
    CHECK_NEAR(after.target.x, before.target.x + 1.5f, 0.1f);
    CHECK(after.eye.z > before.eye.z);
    vrm_extent_destroy(extent);
    stand_up(&one);
}

TEST(vw_006_the_point_under_a_cursor) {
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    const vrm_vec3 up = {0.0f, 1.0f, 0.0f}, eye = {1.0f, 2.0f, 3.0f};
    vrm_view view = make_view(800, 400);
    vrm_vec3 eyes, middle;
    if (one.avatar == NULL) return;
    eyes = vrm_avatar_eye_position(one.avatar);
    vrm_view_look_at_value(&view, eye, eyes, up, 0.6f, 2.0f, 0.1f, 20.0f);
    for (int i = 0; i < 25; ++i) {
        const float x = -100.0f + 250.0f * (float)(i % 5), y = -50.0f + 125.0f * (float)(i / 5);
        const vrm_vec3 point = vrm_view_look_at_point(&view, eyes, x, y);
        const vrm_vec3 seen = project(&view, point);
        test_note("%g, %g", (double)x, (double)y);
        CHECK_NEAR(400.0f * (1.0f + seen.x), x, 0.01f);
        CHECK_NEAR(200.0f * (1.0f - seen.y), y, 0.01f);
        CHECK_NEAR(seen.z, 0.75f * project(&view, eyes).z, 1e-4f);
    }
    /* Over the face it looks into the camera. */
    middle = vrm_view_look_at_point(&view, eyes, 400.0f, 200.0f);
    CHECK_NEAR(middle.x, eyes.x + 0.25f * (eye.x - eyes.x), 1e-4f);
    CHECK_NEAR(middle.y, eyes.y + 0.25f * (eye.y - eyes.y), 1e-4f);
    CHECK_NEAR(middle.z, eyes.z + 0.25f * (eye.z - eyes.z), 1e-4f);
    /* Behind the camera, and without a size, the camera it is. */
    middle = vrm_view_look_at_point(&view, vrm_vec3_make(2.0f, 4.0f, 9.0f), 0.0f, 0.0f);
    CHECK_NEAR(middle.z, eye.z, 1e-4f);
    view.width = view.height = 0;
    middle = vrm_view_look_at_point(&view, eyes, 0.0f, 0.0f);
    CHECK_NEAR(middle.x, eye.x, 1e-4f);
    stand_up(&one);
}

TEST(vw_007_what_is_refused) {
    sitter one = sit(fixture_sample("character-1.0.vrm"));
    vrm_view view = make_view(100, 100), none = make_view(100, 0), raw;
    vrm_framing framing;
    vrm_camera camera;
    vrm_extent *extent;
    if (one.avatar == NULL) return;
    memset(&raw, 0, sizeof raw);
    vrm_framing_init(&framing);
    CHECK_INT(vrm_view_frame(NULL, one.avatar, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_view_frame(&view, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_view_frame(&none, one.avatar, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_view_frame(&raw, one.avatar, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    framing.shot = VRM_SHOT_FACE + 1;
    CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, NULL), VRM_ERROR_INVALID_ARGUMENT);
    framing.shot = VRM_SHOT_FULL;
    framing.fov = 3.2f;
    CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, NULL), VRM_ERROR_INVALID_ARGUMENT);
    framing.fov = 0.0f; /* the default */
    CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, &camera), VRM_OK);
    CHECK_NEAR(camera.fov, 0.34906585f, 1e-6f);
    framing.yaw = NAN;
    CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, NULL), VRM_ERROR_INVALID_ARGUMENT);
    framing.struct_size = 0;
    CHECK_INT(vrm_view_frame(&view, one.avatar, &framing, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_extent_create(NULL, NULL, &extent, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(extent == NULL);
    CHECK_INT(vrm_extent_include(NULL, one.avatar), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_extent_get_camera(NULL, NULL, 1.0f, &camera), VRM_ERROR_INVALID_ARGUMENT);
    vrm_extent_destroy(NULL);
    for (uint32_t i = 0; i < 1000; ++i) { /* memory is refused, sooner or later */
        counting counter;
        counting_init(&counter, i);
        vrm_extent_create(one.avatar, &counter.allocator, &extent, NULL);
        vrm_extent_destroy(extent);
        CHECK(counter.live == 0 && !counter.is_size_wrong);
        if (extent != NULL) break;
        CHECK(i < 999);
    }
    stand_up(&one);
}

TEST_SUITE(camera, ENTRY(vw_001_all_of_an_avatar_fills_the_picture),
           ENTRY(vw_002_shots_come_nearer), ENTRY(vw_003_any_size_and_any_file),
           ENTRY(vw_004_without_a_payload), ENTRY(vw_005_an_extent_grows_with_a_motion),
           ENTRY(vw_006_the_point_under_a_cursor), ENTRY(vw_007_what_is_refused));
