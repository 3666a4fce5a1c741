/* The finished tables, in one block of memory. */
#include "build/finish.h"

#include <string.h>

/* The same code measures (base NULL) and copies. */
typedef struct packer {
    unsigned char *base;
    vrmi_layout layout;
} packer;

static void *pack(packer *to, const void *from, size_t count, size_t size) {
    size_t offset = vrmi_layout_add(&to->layout, count, size, 16);
    if (to->base == NULL) return NULL;
    if (count != 0) memcpy(to->base + offset, from, count * size);
    return to->base + offset;
}

#define PACK(to, from, count) pack((to), (from), (count), sizeof *(from))

static void pack_string(packer *packer, vrm_string *string) {
    size_t offset = vrmi_layout_add(&packer->layout, (size_t)string->length + 1, 1, 1);
    if (packer->base == NULL) return;
    if (string->length != 0) memcpy(packer->base + offset, string->data, string->length);
    packer->base[offset + string->length] = '\0';
    string->data = (const char *)packer->base + offset;
}

static void pack_strings(packer *packer, const vrm_string **strings, uint32_t count) {
    vrm_string *copies = PACK(packer, *strings, count);
    for (uint32_t i = 0; i < count; ++i) {
        vrm_string string = (*strings)[i];
        pack_string(packer, &string);
        if (copies != NULL) copies[i] = string;
    }
    if (copies != NULL) *strings = copies;
}

static void pack_meta(packer *packer, vrm_meta *meta) {
    vrm_string *strings[] = {
        &meta->name,
        &meta->version,
        &meta->copyright_information,
        &meta->contact_information,
        &meta->third_party_licenses,
        &meta->license_url,
        &meta->other_license_url,
        &meta->legacy_allowed_user,
        &meta->legacy_violent_usage,
        &meta->legacy_sexual_usage,
        &meta->legacy_commercial_usage,
        &meta->legacy_license_name,
        &meta->legacy_other_permission_url,
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; ++i) pack_string(packer, strings[i]);
    pack_strings(packer, &meta->authors, meta->author_count);
    pack_strings(packer, &meta->references, meta->reference_count);
}

static void pack_expressions(packer *to, const vrmi_build *build, vrm_tables *tables) {
    const vrm_expression *from = build->expressions.items;
    vrm_expression *copies;
    tables->expression_count = build->expressions.count;
    copies = PACK(to, from, tables->expression_count);
    tables->expressions = copies;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        vrm_expression one = from[i];
        pack_string(to, &one.name);
        one.morph_binds = PACK(to, one.morph_binds, one.morph_bind_count);
        one.color_binds = PACK(to, one.color_binds, one.color_bind_count);
        one.uv_binds = PACK(to, one.uv_binds, one.uv_bind_count);
        if (copies != NULL) copies[i] = one;
    }
}

static void pack_springs(packer *packer, const vrmi_build *build, vrm_tables *tables) {
    const vrm_spring_collider_group *groups = build->collider_groups.items;
    const vrm_spring *springs = build->springs.items;
    vrm_spring_collider_group *group_copies;
    vrm_spring *spring_copies;
    vrm_string name = {"", 0};
    const int32_t *list = NULL;
    tables->spring_collider_count = build->colliders.count;
    tables->spring_collider_group_count = build->collider_groups.count;
    tables->spring_count = build->springs.count;
    tables->spring_joint_count = build->joints.count;
    tables->spring_colliders =
        PACK(packer, (const vrm_spring_collider *)build->colliders.items, build->colliders.count);
    tables->spring_joints =
        PACK(packer, (const vrm_spring_joint *)build->joints.items, build->joints.count);
    tables->spring_joint_order =
        PACK(packer, build->tables.spring_joint_order, build->joints.count);
    group_copies = PACK(packer, groups, build->collider_groups.count);
    for (uint32_t i = 0; i < build->collider_groups.count; ++i) {
        vrm_spring_collider_group one = groups[i];
        pack_string(packer, &one.name);
        one.colliders = PACK(packer, one.colliders, one.collider_count);
        if (group_copies != NULL) group_copies[i] = one;
    }
    spring_copies = PACK(packer, springs, build->springs.count);
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        vrm_spring one = springs[i];
        /* The chains of one group of 0.x share its name and its list: so do their copies. */
        if (i == 0 || one.name.data != springs[i - 1].name.data) {
            name = one.name;
            pack_string(packer, &name);
        }
        if (i == 0 || one.collider_groups != springs[i - 1].collider_groups) {
            list = PACK(packer, one.collider_groups, one.collider_group_count);
        }
        one.name = name;
        one.collider_groups = list;
        if (spring_copies != NULL) spring_copies[i] = one;
    }
    tables->spring_collider_groups = group_copies;
    tables->springs = spring_copies;
}

static void pack_look_at(packer *packer, vrm_look_at *look_at) {
    vrm_range_map *maps[] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                             &look_at->vertical_down, &look_at->vertical_up};
    for (int i = 0; i < 4; ++i) {
        if (maps[i]->curve_key_count == 0) continue;
        maps[i]->curve = PACK(packer, maps[i]->curve, maps[i]->curve_key_count);
    }
}

static void pack_materials(packer *packer, const vrmi_build *build, vrm_tables *tables) {
    uint32_t count = build->gltf->material_count;
    vrm_material *copies = PACK(packer, build->materials, count);
    for (uint32_t i = 0; i < count; ++i) {
        vrm_string name = build->materials[i].name;
        pack_string(packer, &name);
        if (copies != NULL) copies[i].name = name;
    }
    tables->materials = copies;
    tables->mtoons = PACK(packer, build->mtoons, count);
    tables->material_count = count;
}

static void pack_prepared(packer *packer, const vrmi_build *build, vrmi_prepared *prepared) {
    prepared->writers = PACK(packer, prepared->writers, build->gltf->node_count);
    prepared->is_bounded = PACK(packer, prepared->is_bounded, build->gltf->node_count);
    prepared->met = PACK(packer, prepared->met, build->springs.count);
    prepared->met_colliders = PACK(packer, prepared->met_colliders, prepared->met_count);
    if (prepared->expression_pointers != NULL) {
        pack_strings(packer, &prepared->expression_pointers, build->expressions.count);
    }
    prepared->spring_sources =
        PACK(packer, (const uint32_t *)build->spring_sources.items, build->springs.count);
    if (prepared->joint_levels == NULL) return;
    prepared->joint_levels = PACK(packer, prepared->joint_levels, build->joints.count);
}

static vrmi_packed *pack_all(packer *packer, const vrmi_build *build) {
    vrmi_packed whole = {build->tables, build->prepared};
    vrmi_packed *copy = PACK(packer, &whole, 1);
    vrm_tables *tables = &whole.tables;
    pack_string(packer, &tables->spec_version);
    pack_meta(packer, &tables->meta);
    pack_look_at(packer, &tables->look_at);
    tables->first_person.types = PACK(packer, build->first_person, build->gltf->node_count);
    pack_expressions(packer, build, tables);
    tables->constraint_count = build->constraints.count;
    tables->constraints =
        PACK(packer, (const vrm_constraint *)build->constraints.items, build->constraints.count);
    pack_springs(packer, build, tables);
    pack_materials(packer, build, tables);
    pack_prepared(packer, build, &whole.prepared);
    if (copy != NULL) *copy = whole;
    return copy;
}

vrmi_packed *vrmi_pack_tables(const vrmi_build *build, vrmi_memory *memory, size_t *out_bytes) {
    packer to = {NULL, {0, false}};
    pack_all(&to, build);
    if (to.layout.overflow) {
        memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return NULL;
    }
    *out_bytes = to.layout.size;
    to.base = vrmi_memory_allocate(memory, to.layout.size);
    if (to.base == NULL) return NULL;
    to.layout.size = 0;
    return pack_all(&to, build);
}
