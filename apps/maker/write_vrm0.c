/* VRM 0.x: the extension VRM. Vectors in it are left-handed (V0-010); materials are Unity's. */
#include "write.h"

/* --- Vectors and meta --- */

static void put_left_handed(writer *w, json *to, const char *key, vec3 v) {
    json *at = put_object(w->file, to, key);
    v = file_vector(w, v);
    put_number(w->file, at, "x", v.x);
    put_number(w->file, at, "y", v.y);
    put_number(w->file, at, "z", -v.z);
}

static void write_meta(writer *w, json *vrm) {
    const avatar_meta *m = &w->a->meta;
    json *at = put_object(w->file, vrm, "meta");
    put_text(w->file, at, "title", m->name);
    put_text(w->file, at, "version", m->version);
    put_text(w->file, at, "author", m->author);
    put_text(w->file, at, "contactInformation", m->contact != NULL ? m->contact : "");
    put_text(w->file, at, "reference", m->reference != NULL ? m->reference : "");
    if (m->thumbnail != NONE) put_index(w->file, at, "texture", m->thumbnail);
    put_text(w->file, at, "allowedUserName", m->is_free ? "Everyone" : "OnlyAuthor");
    put_text(w->file, at, "violentUssageName", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "sexualUssageName", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "commercialUssageName", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "otherPermissionUrl", "");
    put_text(w->file, at, "licenseName", m->is_free ? "CC0" : "Redistribution_Prohibited");
    put_text(w->file, at, "otherLicenseUrl",
             m->is_free ? "https://creativecommons.org/publicdomain/zero/1.0/" : "");
}

static void write_humanoid(writer *w, json *vrm) {
    json *at = put_object(w->file, vrm, "humanoid");
    json *bones = put_array(w->file, at, "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int node = w->a->bones[bone];
        json *item;
        if (node == NONE) continue;
        item = append_object(w->file, bones);
        put_text(w->file, item, "bone", bone_name_in(w, bone));
        put_index(w->file, item, "node", w->indices[node]);
        put_bool(w->file, item, "useDefaultValues", true);
    }
    put_number(w->file, at, "armStretch", 0.05); /* what Unity's avatars have */
    put_number(w->file, at, "legStretch", 0.05);
    put_number(w->file, at, "upperArmTwist", 0.5);
    put_number(w->file, at, "lowerArmTwist", 0.5);
    put_number(w->file, at, "upperLegTwist", 0.5);
    put_number(w->file, at, "lowerLegTwist", 0.5);
    put_number(w->file, at, "feetSpacing", 0);
    put_bool(w->file, at, "hasTranslationDoF", false);
}

/* --- firstPerson, and lookAt in it --- */

static void write_first_person(writer *w, json *vrm) {
    static const char *const flags[] = {"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"};
    static const char *const maps[] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                       "lookAtVerticalDown", "lookAtVerticalUp"};
    static const double line[] = {0, 0, 0, 1, 1, 1, 1, 0};
    const avatar *a = w->a;
    json *at = put_object(w->file, vrm, "firstPerson"), *list;
    put_index(w->file, at, "firstPersonBone", w->indices[a->bones[VRM_BONE_HEAD]]);
    if (a->look_at.is_present) put_left_handed(w, at, "firstPersonBoneOffset", a->look_at.offset);
    list = put_array(w->file, at, "meshAnnotations");
    for (size_t i = 0; i < a->annotations.count; ++i) {
        json *item = append_object(w->file, list);
        put_index(w->file, item, "mesh", a->nodes.items[a->annotations.items[i].node].mesh);
        put_text(w->file, item, "firstPersonFlag", flags[a->annotations.items[i].type]);
    }
    if (!a->look_at.is_present) return;
    put_text(w->file, at, "lookAtTypeName",
             a->look_at.type == VRM_LOOK_AT_TYPE_BONE ? "Bone" : "BlendShape");
    for (int i = 0; i < 4; ++i) {
        json *map = put_object(w->file, at, maps[i]);
        put_numbers(w->file, map, "curve", line, 8);
        put_number(w->file, map, "xRange", a->look_at.maps[i].input_max);
        put_number(w->file, map, "yRange", a->look_at.maps[i].output_scale);
    }
}

/* --- blendShapeMaster --- */

static const char *const presets[VRM_PRESET_COUNT][2] = {
    [VRM_PRESET_HAPPY] = {"joy", "Joy"},
    [VRM_PRESET_ANGRY] = {"angry", "Angry"},
    [VRM_PRESET_SAD] = {"sorrow", "Sorrow"},
    [VRM_PRESET_RELAXED] = {"fun", "Fun"},
    [VRM_PRESET_SURPRISED] = {"unknown", "Surprised"}, /* V0-014 */
    [VRM_PRESET_AA] = {"a", "A"},
    [VRM_PRESET_IH] = {"i", "I"},
    [VRM_PRESET_OU] = {"u", "U"},
    [VRM_PRESET_EE] = {"e", "E"},
    [VRM_PRESET_OH] = {"o", "O"},
    [VRM_PRESET_BLINK] = {"blink", "Blink"},
    [VRM_PRESET_BLINK_LEFT] = {"blink_l", "Blink_L"},
    [VRM_PRESET_BLINK_RIGHT] = {"blink_r", "Blink_R"},
    [VRM_PRESET_LOOK_UP] = {"lookup", "LookUp"},
    [VRM_PRESET_LOOK_DOWN] = {"lookdown", "LookDown"},
    [VRM_PRESET_LOOK_LEFT] = {"lookleft", "LookLeft"},
    [VRM_PRESET_LOOK_RIGHT] = {"lookright", "LookRight"},
    [VRM_PRESET_NEUTRAL] = {"neutral", "Neutral"},
};

/* Colours as Unity shows them, but for emission (V0-023). */
static void put_color(writer *w, json *to, const char *key, const double *linear, double alpha,
                      bool is_encoded) {
    double values[4] = {linear[0], linear[1], linear[2], alpha};
    for (int i = 0; i < 3 && is_encoded; ++i) values[i] = linear_to_srgb(values[i]);
    put_numbers(w->file, to, key, values, 4);
}

static void write_material_values(writer *w, const avatar_expression *e, json *list) {
    static const char *const properties[] = {"_Color", "_EmissionColor", "_ShadeColor",
                                             NULL,     "_RimColor",      "_OutlineColor"};
    for (size_t i = 0; i < e->colors.count; ++i) {
        const avatar_color_bind *bind = &e->colors.items[i];
        json *item;
        if (properties[bind->type] == NULL) continue; /* no matcap colour in 0.x */
        item = append_object(w->file, list);
        put_text(w->file, item, "materialName", w->a->materials.items[bind->material].name);
        put_text(w->file, item, "propertyName", properties[bind->type]);
        put_color(w, item, "targetValue", bind->target, bind->target[3],
                  bind->type != VRM_COLOR_BIND_EMISSION);
    }
    for (size_t i = 0; i < e->uvs.count; ++i) {
        const avatar_uv_bind *bind = &e->uvs.items[i];
        const double target[4] = {bind->scale[0], bind->scale[1], bind->offset[0],
                                  1 - bind->offset[1] - bind->scale[1]}; /* V0-022 */
        json *item = append_object(w->file, list);
        put_text(w->file, item, "materialName", w->a->materials.items[bind->material].name);
        put_text(w->file, item, "propertyName", "_MainTex_ST");
        put_numbers(w->file, item, "targetValue", target, 4);
    }
}

static void write_blend_shapes(writer *w, json *vrm) {
    json *list =
        put_array(w->file, put_object(w->file, vrm, "blendShapeMaster"), "blendShapeGroups");
    for (size_t i = 0; i < w->a->expressions.count; ++i) {
        const avatar_expression *e = &w->a->expressions.items[i];
        json *at = append_object(w->file, list), *binds;
        put_text(w->file, at, "name", e->preset != NONE ? presets[e->preset][1] : e->name);
        put_text(w->file, at, "presetName", e->preset != NONE ? presets[e->preset][0] : "unknown");
        binds = put_array(w->file, at, "binds");
        for (size_t k = 0; k < e->morphs.count; ++k) {
            json *item = append_object(w->file, binds);
            put_index(w->file, item, "mesh", w->a->nodes.items[e->morphs.items[k].node].mesh);
            put_index(w->file, item, "index", e->morphs.items[k].target);
            put_number(w->file, item, "weight", e->morphs.items[k].weight * 100);
        }
        write_material_values(w, e, put_array(w->file, at, "materialValues"));
        put_bool(w->file, at, "isBinary", e->is_binary);
    }
}

/* --- secondaryAnimation --- */

static void write_bone_group(writer *w, const avatar_spring *s, const node_groups *groups,
                             json *at) {
    const avatar_joint *j = &s->joints.items[0];
    json *list;
    put_text(w->file, at, "comment", s->name);
    put_number(w->file, at, "stiffiness", j->stiffness); /* so it is spelt */
    put_number(w->file, at, "gravityPower", j->gravity_power);
    put_left_handed(w, at, "gravityDir", j->gravity_dir);
    put_number(w->file, at, "dragForce", j->drag_force);
    put_index(w->file, at, "center", s->center != NONE ? w->indices[s->center] : NONE);
    put_number(w->file, at, "hitRadius", j->hit_radius);
    append_index(w->file, put_array(w->file, at, "bones"), w->indices[j->node]);
    list = put_array(w->file, at, "colliderGroups");
    for (size_t i = 0; i < s->groups.count; ++i) {
        int group = s->groups.items[i];
        for (int k = groups->firsts.items[group]; k < groups->firsts.items[group + 1]; ++k) {
            append_index(w->file, list, k);
        }
    }
}

static void write_springs(writer *w, json *vrm) {
    const avatar *a = w->a;
    json *at = put_object(w->file, vrm, "secondaryAnimation");
    json *list = put_array(w->file, at, "boneGroups");
    node_groups groups;
    node_groups_make(a, &groups);
    for (size_t i = 0; i < a->springs.count; ++i) {
        if (!spring_is_root(a, i)) continue;
        write_bone_group(w, &a->springs.items[i], &groups, append_object(w->file, list));
    }
    list = put_array(w->file, at, "colliderGroups");
    for (size_t i = 0; i < groups.list.count; ++i) {
        const node_group *group = &groups.list.items[i];
        json *item = append_object(w->file, list), *members;
        put_index(w->file, item, "node", w->indices[group->node]);
        members = put_array(w->file, item, "colliders");
        for (size_t k = 0; k < group->colliders.count; ++k) {
            const avatar_collider *c = &a->colliders.items[group->colliders.items[k]];
            json *sphere = append_object(w->file, members);
            put_left_handed(w, sphere, "offset", c->offset);
            put_number(w->file, sphere, "radius", c->radius);
        }
    }
    node_groups_free(&groups);
}

/* --- materialProperties --- */

enum { BLEND_OPAQUE, BLEND_CUTOUT, BLEND_TRANSPARENT, BLEND_TRANSPARENT_Z_WRITE };

static int blend_mode(const avatar_material *m) {
    if (m->alpha_mode == ALPHA_OPAQUE) return BLEND_OPAQUE;
    if (m->alpha_mode == ALPHA_MASK) return BLEND_CUTOUT;
    return m->writes_depth ? BLEND_TRANSPARENT_Z_WRITE : BLEND_TRANSPARENT;
}

static void write_floats(writer *w, const avatar_material *m, json *to) {
    int mode = blend_mode(m);
    double toony, shift;
    old_shading(m, &toony, &shift);
    put_number(w->file, to, "_Cutoff", m->alpha_cutoff);
    put_number(w->file, to, "_BumpScale", m->normal_scale);
    put_number(w->file, to, "_ReceiveShadowRate", 1);
    put_number(w->file, to, "_ShadingGradeRate", 1);
    put_number(w->file, to, "_ShadeShift", shift);
    put_number(w->file, to, "_ShadeToony", toony);
    put_number(w->file, to, "_LightColorAttenuation", 0);
    put_number(w->file, to, "_IndirectLightIntensity", 1 - m->gi_equalization);
    put_number(w->file, to, "_RimLightingMix", m->rim_mix);
    put_number(w->file, to, "_RimFresnelPower", m->rim_power);
    put_number(w->file, to, "_RimLift", m->rim_lift);
    put_number(w->file, to, "_OutlineWidth", old_outline_width(m));
    put_number(w->file, to, "_OutlineScaledMaxDistance", 1);
    put_number(w->file, to, "_OutlineLightingMix", m->outline_mix);
    put_number(w->file, to, "_UvAnimScrollX", m->uv_scroll_x);
    put_number(w->file, to, "_UvAnimScrollY", -m->uv_scroll_y);
    put_number(w->file, to, "_UvAnimRotation", m->uv_rotation / (2 * PI));
    put_number(w->file, to, "_MToonVersion", 38);
    put_number(w->file, to, "_DebugMode", 0);
    put_number(w->file, to, "_BlendMode", mode);
    put_number(w->file, to, "_OutlineWidthMode", m->outline_mode);
    put_number(w->file, to, "_OutlineColorMode", 1);
    put_number(w->file, to, "_CullMode", m->is_double_sided ? 0 : 2);
    put_number(w->file, to, "_OutlineCullMode", 1);
    put_number(w->file, to, "_SrcBlend", mode >= BLEND_TRANSPARENT ? 5 : 1);
    put_number(w->file, to, "_DstBlend", mode >= BLEND_TRANSPARENT ? 10 : 0);
    put_number(w->file, to, "_ZWrite", mode == BLEND_TRANSPARENT ? 0 : 1);
}

static void write_vectors(writer *w, const avatar_material *m, json *to) {
    static const char *const textures[] = {
        "_ShadeTexture",        "_BumpMap",          "_SphereAdd", "_EmissionMap", "_RimTexture",
        "_OutlineWidthTexture", "_UvAnimMaskTexture"};
    static const double whole[] = {0, 0, 1, 1};
    const double main_texture[] = {m->uv_offset[0], 1 - m->uv_offset[1] - m->uv_scale[1],
                                   m->uv_scale[0], m->uv_scale[1]};
    const double emission[3] = {m->emissive[0] * m->emissive_strength,
                                m->emissive[1] * m->emissive_strength,
                                m->emissive[2] * m->emissive_strength};
    put_color(w, to, "_Color", m->base_color, m->base_color[3], true);
    put_color(w, to, "_ShadeColor", m->shade_color, 1, true);
    put_numbers(w->file, to, "_MainTex", main_texture, 4);
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        put_numbers(w->file, to, textures[i], whole, 4);
    }
    put_color(w, to, "_RimColor", m->rim_color, 1, true);
    put_color(w, to, "_EmissionColor", emission, 1, false);
    put_color(w, to, "_OutlineColor", m->outline_color, 1, true);
}

static void write_textures(writer *w, const avatar_material *m, json *to) {
    const struct {
        const char *key;
        int texture;
    } textures[] = {
        {"_MainTex", m->base_texture},
        {"_ShadeTexture", m->shade_texture},
        {"_BumpMap", m->normal_texture},
        {"_SphereAdd", m->matcap_texture},
        {"_EmissionMap", m->emissive_texture},
        {"_RimTexture", m->rim_texture},
        {"_OutlineWidthTexture", m->outline_texture},
        {"_UvAnimMaskTexture", m->uv_mask_texture},
    };
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        if (textures[i].texture != NONE)
            put_index(w->file, to, textures[i].key, textures[i].texture);
    }
}

static void write_material(writer *w, const avatar_material *m, json *at) {
    static const int queues[] = {2000, 2450, 3000, 2501};
    static const char *const tags[] = {"Opaque", "TransparentCutout", "Transparent", "Transparent"};
    int mode = blend_mode(m);
    json *keywords, *tag;
    put_text(w->file, at, "name", m->name);
    put_text(w->file, at, "shader", m->is_mtoon ? "VRM/MToon" : "VRM_USE_GLTFSHADER");
    put_index(w->file, at, "renderQueue", queues[mode] + m->queue_offset);
    if (!m->is_mtoon) return;
    write_floats(w, m, put_object(w->file, at, "floatProperties"));
    write_vectors(w, m, put_object(w->file, at, "vectorProperties"));
    write_textures(w, m, put_object(w->file, at, "textureProperties"));
    keywords = put_object(w->file, at, "keywordMap");
    if (mode == BLEND_CUTOUT) put_bool(w->file, keywords, "_ALPHATEST_ON", true);
    if (mode >= BLEND_TRANSPARENT) put_bool(w->file, keywords, "_ALPHABLEND_ON", true);
    if (m->normal_texture != NONE) put_bool(w->file, keywords, "_NORMALMAP", true);
    if (m->outline_mode != VRM_OUTLINE_NONE) {
        put_bool(w->file, keywords,
                 m->outline_mode == VRM_OUTLINE_WORLD_COORDINATES ? "MTOON_OUTLINE_WIDTH_WORLD"
                                                                  : "MTOON_OUTLINE_WIDTH_SCREEN",
                 true);
        put_bool(w->file, keywords, "MTOON_OUTLINE_COLOR_MIXED", true);
    }
    tag = put_object(w->file, at, "tagMap");
    put_text(w->file, tag, "RenderType", tags[mode]);
}

void write_vrm0(writer *w) {
    json *vrm = put_object(w->file, root_object(w->file, "extensions"), "VRM"), *list;
    use_extension(w->file, "VRM");
    put_text(w->file, vrm, "exporterVersion", "libvrm vrm-maker");
    put_text(w->file, vrm, "specVersion", "0.0");
    write_meta(w, vrm);
    write_humanoid(w, vrm);
    write_first_person(w, vrm);
    write_blend_shapes(w, vrm);
    write_springs(w, vrm);
    list = put_array(w->file, vrm, "materialProperties");
    for (size_t i = 0; i < w->a->materials.count; ++i) {
        write_material(w, &w->a->materials.items[i], append_object(w->file, list));
    }
}
