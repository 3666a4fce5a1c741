/* Tables that a program made wrongly are refused: each index, each value of an enumeration and each
 * list, one at a time. */
#include "support/avatar.h"
#include "support/fixture.h"
#include "support/rewritten.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* An avatar with at least one of everything, in memory that can be changed. */
typedef struct made {
    loaded file;
    vrm_gltf gltf;
    vrm_tables tables;
    vrm_node nodes[AVATAR_NODE_COUNT];
    vrm_scene scenes[1];
    vrm_buffer buffers[1];
    vrm_buffer_view views[8];
    vrm_accessor accessors[8];
    vrm_image images[4];
    vrm_texture textures[4];
    vrm_mesh meshes[2];
    vrm_primitive primitive;
    vrm_attribute attribute;
    vrm_morph_target target;
    vrm_skin skin;
    int32_t indices[4]; /* of the skin, the scene, a group of colliders, and a spring */
    vrm_material materials[2];
    vrm_mtoon mtoons[2];
    vrm_first_person_type types[AVATAR_NODE_COUNT];
    vrm_expression expression;
    vrm_morph_bind morph;
    vrm_color_bind color;
    vrm_uv_bind uv;
    vrm_constraint constraint;
    vrm_spring_collider collider;
    vrm_spring_collider_group group;
    vrm_spring spring;
    vrm_spring_joint joint;
    vrm_string text;
    float weight;
    vrm_curve_key key;
} made;

#define COPY(to, from, count) memcpy((to), (from), (count) * sizeof *(to))

static void fill_gltf(made *m) {
    static const vrm_accessor none = {.component = VRM_COMPONENT_F32,
                                      .count = 1,
                                      .buffer_view = 0,
                                      .sparse_count = 1,
                                      .sparse_index_view = 0,
                                      .sparse_value_view = 0};
    vrm_gltf *gltf = &m->gltf;
    m->accessors[0] = none;
    m->attribute = (vrm_attribute){VRM_ATTRIBUTE_POSITION, 0, 0};
    m->target = (vrm_morph_target){0, 0};
    m->primitive = m->meshes[0].primitives[0];
    m->primitive.attributes = &m->attribute;
    m->primitive.targets = &m->target;
    m->primitive.attribute_count = m->primitive.target_count = 1;
    m->primitive.indices = m->primitive.material = 0;
    m->meshes[0].primitives = &m->primitive;
    m->meshes[0].primitive_count = 1;
    m->meshes[0].weights = &m->weight;
    m->meshes[0].target_names = &m->text;
    m->meshes[0].weight_count = m->meshes[0].target_name_count = 1;
    m->skin = (vrm_skin){.joints = &m->indices[0], .joint_count = 1};
    m->scenes[0] = (vrm_scene){.roots = &m->indices[1], .root_count = 1};
    m->nodes[AVATAR_FACE].skin = 0;
    m->nodes[AVATAR_FACE].weights = &m->weight;
    m->nodes[AVATAR_FACE].weight_count = 1;
    gltf->nodes = m->nodes;
    gltf->buffers = m->buffers;
    gltf->buffer_views = m->views;
    gltf->accessors = m->accessors;
    gltf->accessor_count = 1;
    gltf->images = m->images;
    gltf->textures = m->textures;
    gltf->meshes = m->meshes;
    gltf->skins = &m->skin;
    gltf->skin_count = 1;
    gltf->scenes = m->scenes;
    gltf->scene_count = 1;
    gltf->scene = 0;
}

static void fill_tables(made *m) {
    vrm_tables *tables = &m->tables;
    m->morph.node = AVATAR_FACE;
    m->uv.components = VRM_UV_SCALE_X;
    m->expression = (vrm_expression){.preset = VRM_PRESET_AA,
                                     .morph_binds = &m->morph,
                                     .color_binds = &m->color,
                                     .uv_binds = &m->uv,
                                     .morph_bind_count = 1,
                                     .color_bind_count = 1,
                                     .uv_bind_count = 1};
    m->constraint = (vrm_constraint){1, 2, VRM_CONSTRAINT_AIM, VRM_AXIS_NEGATIVE_Z, 1};
    m->collider = (vrm_spring_collider){.node = 1, .shape = VRM_COLLIDER_SPHERE};
    m->group = (vrm_spring_collider_group){.colliders = &m->indices[2], .collider_count = 1};
    m->spring = (vrm_spring){.collider_groups = &m->indices[3],
                             .collider_group_count = 1,
                             .joint_count = 1,
                             .center = VRM_NONE};
    m->joint = (vrm_spring_joint){.node = 21, .tail_node = 22};
    tables->materials = m->materials;
    tables->mtoons = m->mtoons;
    tables->first_person.types = m->types;
    tables->expressions = &m->expression;
    tables->constraints = &m->constraint;
    tables->spring_colliders = &m->collider;
    tables->spring_collider_groups = &m->group;
    tables->springs = &m->spring;
    tables->spring_joints = &m->joint;
    tables->expression_count = tables->constraint_count = tables->spring_collider_count = 1;
    tables->spring_collider_group_count = tables->spring_count = tables->spring_joint_count = 1;
    tables->meta.references = &m->text;
    tables->meta.reference_count = 1;
    tables->look_at.horizontal_inner.curve = &m->key;
    tables->look_at.horizontal_outer.curve = &m->key;
    tables->look_at.vertical_down.curve = &m->key;
    tables->look_at.vertical_up.curve = &m->key;
    tables->look_at.horizontal_inner.curve_key_count = 1;
    tables->look_at.horizontal_outer.curve_key_count = 1;
    tables->look_at.vertical_down.curve_key_count = 1;
    tables->look_at.vertical_up.curve_key_count = 1;
}

static bool make(made *m) {
    memset(m, 0, sizeof *m);
    m->file = load_vrm1(NULL, NULL);
    if (m->file.tables == NULL || m->file.gltf->buffer_view_count > 8 ||
        m->file.gltf->image_count > 4 || m->file.gltf->texture_count != 4 ||
        m->file.gltf->material_count != 2 || m->file.gltf->mesh_count != 2) {
        return false;
    }
    m->gltf = *m->file.gltf;
    m->tables = *m->file.tables;
    m->text = (vrm_string){"x", 1};
    COPY(m->nodes, m->gltf.nodes, AVATAR_NODE_COUNT);
    COPY(m->buffers, m->gltf.buffers, 1);
    COPY(m->views, m->gltf.buffer_views, m->gltf.buffer_view_count);
    COPY(m->images, m->gltf.images, m->gltf.image_count);
    COPY(m->textures, m->gltf.textures, 4);
    COPY(m->meshes, m->gltf.meshes, 2);
    COPY(m->materials, m->tables.materials, 2);
    COPY(m->mtoons, m->tables.mtoons, 2);
    COPY(m->types, m->tables.first_person.types, AVATAR_NODE_COUNT);
    fill_gltf(m);
    fill_tables(m);
    return true;
}

static vrm_result write_made(const made *m, vrm_dialect dialect) {
    const void *buffer = file_buffer(&m->file);
    vrm_write_avatar_desc desc;
    vrm_written *written;
    vrm_result result;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    result = vrm_write_avatar(&m->gltf, &m->tables, &buffer, &desc, &written, NULL);
    vrm_written_destroy(written);
    return result;
}

/* ER-008 */
TEST(er_008_every_index_and_every_value_is_checked) {
    static made m;
    int32_t *const fields[] = {
        &m.views[0].buffer,
        &m.accessors[0].buffer_view,
        &m.accessors[0].element,
        &m.accessors[0].sparse_index_view,
        &m.accessors[0].sparse_value_view,
        &m.images[0].buffer_view,
        &m.textures[0].image,
        &m.textures[0].sampler,
        &m.primitive.indices,
        &m.primitive.material,
        &m.attribute.semantic,
        &m.attribute.accessor,
        &m.target.position,
        &m.target.normal,
        &m.indices[0],
        &m.indices[1],
        &m.indices[2],
        &m.indices[3],
        &m.skin.inverse_binds,
        &m.skin.skeleton,
        &m.nodes[1].parent,
        &m.nodes[AVATAR_FACE].mesh,
        &m.nodes[AVATAR_FACE].skin,
        &m.gltf.scene,
        &m.tables.meta.thumbnail_image,
        &m.tables.meta.permissions.avatar_permission,
        &m.tables.meta.permissions.commercial_usage,
        &m.tables.meta.permissions.credit_notation,
        &m.tables.meta.permissions.modification,
        &m.tables.humanoid.nodes[VRM_BONE_HEAD],
        &m.tables.first_person.head_node,
        &m.types[0],
        &m.expression.preset,
        &m.expression.override_blink,
        &m.expression.override_look_at,
        &m.expression.override_mouth,
        &m.morph.node,
        &m.color.material,
        &m.color.type,
        &m.uv.material,
        &m.constraint.node,
        &m.constraint.source,
        &m.constraint.kind,
        &m.constraint.axis,
        &m.collider.node,
        &m.collider.shape,
        &m.spring.center,
        &m.joint.node,
        &m.joint.tail_node,
        &m.joint.limit.kind,
        &m.materials[0].alpha_mode,
        &m.mtoons[0].outline_width_mode,
        &m.materials[0].base_color_texture.texture,
        &m.materials[0].metallic_roughness_texture.texture,
        &m.materials[0].normal_texture.texture,
        &m.materials[0].occlusion_texture.texture,
        &m.materials[0].emissive_texture.texture,
        &m.mtoons[0].shade_multiply_texture.texture,
        &m.mtoons[0].shading_shift_texture.texture,
        &m.mtoons[0].matcap_texture.texture,
        &m.mtoons[0].rim_multiply_texture.texture,
        &m.mtoons[0].outline_width_multiply_texture.texture,
        &m.mtoons[0].uv_animation_mask_texture.texture,
    };
    REQUIRE(make(&m));
    for (vrm_dialect dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; ++dialect) {
        CHECK_INT(write_made(&m, dialect), VRM_OK);
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        const int32_t before = *fields[i];
        test_note("field %u", (unsigned)i);
        *fields[i] = 1000000;
        CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
        *fields[i] = -2;
        CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
        *fields[i] = before;
    }
    test_note(NULL);
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_OK);
    m.types[0] = VRM_FIRST_PERSON_SPLIT; /* no word of a file */
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
    m.types[0] = VRM_FIRST_PERSON_AUTO;
    m.morph.node = AVATAR_HIPS; /* which has no mesh */
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
    m.morph.node = AVATAR_FACE;
    m.views[0].byte_length = UINT64_MAX;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
    m.views[0].buffer = VRM_NONE; /* what could not be used keeps its place */
    m.views[0].byte_length = 4;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_OK);
    m.accessors[0].byte_offset = UINT64_MAX;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
    m.accessors[0].byte_offset = 0;
    m.spring.joint_count = 2;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
    unload(&m.file);
}

/* A list that is counted has to be there. */
TEST(er_008_every_list_is_checked) {
    static made m;
#define LIST(member) ((void *)&m.member)
    void *const lists[] = {
        LIST(gltf.buffers),
        LIST(gltf.buffer_views),
        LIST(gltf.accessors),
        LIST(gltf.images),
        LIST(gltf.textures),
        LIST(gltf.materials),
        LIST(gltf.meshes),
        LIST(gltf.skins),
        LIST(gltf.nodes),
        LIST(gltf.scenes),
        LIST(gltf.extensions_used),
        LIST(primitive.attributes),
        LIST(primitive.targets),
        LIST(meshes[0].primitives),
        LIST(meshes[0].weights),
        LIST(meshes[0].target_names),
        LIST(skin.joints),
        LIST(nodes[0].children),
        LIST(nodes[AVATAR_FACE].weights),
        LIST(scenes[0].roots),
        LIST(tables.meta.authors),
        LIST(tables.meta.references),
        LIST(tables.expressions),
        LIST(tables.constraints),
        LIST(tables.spring_colliders),
        LIST(tables.spring_collider_groups),
        LIST(tables.springs),
        LIST(tables.spring_joints),
        LIST(tables.materials),
        LIST(tables.mtoons),
        LIST(tables.first_person.types),
        LIST(tables.look_at.horizontal_inner.curve),
        LIST(tables.look_at.horizontal_outer.curve),
        LIST(tables.look_at.vertical_down.curve),
        LIST(tables.look_at.vertical_up.curve),
        LIST(expression.morph_binds),
        LIST(expression.color_binds),
        LIST(expression.uv_binds),
        LIST(group.colliders),
        LIST(spring.collider_groups),
    };
#undef LIST
    REQUIRE(make(&m));
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_OK);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
        const void *before, *none = NULL;
        test_note("list %u", (unsigned)i);
        memcpy(&before, lists[i], sizeof before);
        memcpy(lists[i], &none, sizeof none);
        CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_INVALID_ARGUMENT);
        memcpy(lists[i], &before, sizeof before);
    }
    test_note(NULL);
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_OK);
    unload(&m.file);
}

/* Bytes that stand in a JSON text, or are compressed, are not among those of the buffers. */
TEST(bytes_that_the_tables_do_not_name_are_missed) {
    static made m;
    REQUIRE(make(&m));
    m.images[0].is_data_uri = 1;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_NO_PAYLOAD);
    m.images[0].is_data_uri = 0;
    m.primitive.is_compressed = 1;
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_NO_PAYLOAD);
    m.primitive.is_compressed = 0;
    m.buffers[0].byte_length = UINT64_C(5) << 30; /* more than a GLB can hold */
    CHECK_INT(write_made(&m, VRM_DIALECT_1), VRM_ERROR_LIMIT);
    unload(&m.file);
}

TEST_SUITE(avatar_check, ENTRY(er_008_every_index_and_every_value_is_checked),
           ENTRY(er_008_every_list_is_checked),
           ENTRY(bytes_that_the_tables_do_not_name_are_missed));
