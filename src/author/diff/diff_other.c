/*
 * JSON that no other part covers: extras, unknown extensions, and members that are in no
 * specification. What the tables of the library hold is compared there; here is a list of it, and
 * everything else is compared as JSON. Elements are paired as the tables pair them.
 */
#include "author/diff/diff.h"
#include "author/diff/json_compare.h"

#include <string.h>

/*
 * What the tables hold. Names are separated by blanks; {…} are the members of an object or of the
 * objects of an array, and a name without them is covered as a whole. * stands for any name.
 */
#define TRANSFORM "extensions{KHR_texture_transform{offset rotation scale texCoord}}"
#define TEXTURE "{index texCoord scale strength " TRANSFORM "}"
#define CONSTRAINT(axis) "{source sourceSpace destinationSpace freezeAxes weight " axis "}"
#define RANGES                                                                                     \
    "rangeMapHorizontalInner{inputMaxValue outputScale} "                                          \
    "rangeMapHorizontalOuter{inputMaxValue outputScale} "                                          \
    "rangeMapVerticalDown{inputMaxValue outputScale} "                                             \
    "rangeMapVerticalUp{inputMaxValue outputScale}"
#define META                                                                                       \
    "meta{name title version authors author copyrightInformation contactInformation references "   \
    "reference thirdPartyLicenses thumbnailImage texture licenseUrl avatarPermission "             \
    "allowExcessivelyViolentUsage allowExcessivelySexualUsage commercialUsage "                    \
    "allowPoliticalOrReligiousUsage allowAntisocialOrHateUsage creditNotation "                    \
    "allowRedistribution modification otherLicenseUrl allowedUserName violentUssageName "          \
    "sexualUssageName commercialUssageName violentUsageName sexualUsageName commercialUsageName "  \
    "otherPermissionUrl licenseName license allowedUser violentUsage sexualUsage "                 \
    "politicalOrReligiousUsage excessivelyViolentUsage excessivelySexualUsage}"
#define EXPRESSION                                                                                 \
    "{name isBinary preset overrideBlink overrideLookAt overrideMouth ignoreBlink ignoreLookAt "   \
    "ignoreMouth morphTargetBinds{node mesh index weight} "                                        \
    "materialColorBinds{material type targetValue} materialValues{material type targetValue} "     \
    "textureTransformBinds{material scale scaling offset}}"
#define JOINT                                                                                      \
    "joints{node hitRadius stiffness gravityPower gravityDir dragForce "                           \
    "extensions{VRMC_springBone_limit{specVersion limit{cone{angle rotation} "                     \
    "hinge{angle rotation} spherical{pitch yaw rotation}}}}}"
#define SHAPE                                                                                      \
    "shape{sphere{offset radius inside} capsule{offset radius tail inside} plane{offset normal}}"

/* C promises no texts longer than 4095 characters: the outermost members stand in several. */
static const char *const known[] = {
    "asset{version generator copyright} extensionsUsed extensionsRequired scene "
    "buffers{byteLength uri} bufferViews{buffer byteOffset byteLength byteStride target} "
    "accessors{bufferView byteOffset componentType normalized count type max min "
    "sparse{count indices{bufferView byteOffset componentType} values{bufferView byteOffset}}} "
    "scenes{name nodes} skins{name joints skeleton inverseBindMatrices} "
    "animations{name channels{sampler target{node path}} samplers{input output interpolation}} "
    "samplers{magFilter minFilter wrapS wrapT} "
    "textures{sampler source extensions{EXT_texture_webp{source}}} "
    "images{name uri mimeType bufferView} "
    "meshes{name weights extras{targetNames} "
    "primitives{attributes indices material mode targets extras{targetNames}}}",
    "nodes{name children mesh skin translation rotation scale matrix weights "
    "extensions{VRMC_node_constraint{specVersion constraint{roll" CONSTRAINT(
        "rollAxis") " aim" CONSTRAINT("aimAxis") " rotation" CONSTRAINT("") "}} "
                                                                            "VRMC_constraints "
                                                                            "VRMC_node_collider{"
                                                                            "specVersion "
                                                                            "shapes{sphere "
                                                                            "capsule}}}}",
    "materials{name alphaMode alphaCutoff doubleSided emissiveFactor "
    "pbrMetallicRoughness{baseColorFactor metallicFactor roughnessFactor "
    "baseColorTexture" TEXTURE " metallicRoughnessTexture" TEXTURE "} "
    "normalTexture" TEXTURE " occlusionTexture" TEXTURE " emissiveTexture" TEXTURE " "
    "extensions{KHR_materials_unlit{} KHR_materials_emissive_strength{emissiveStrength} "
    "VRMC_materials_hdr_emissiveMultiplier{specVersion emissiveMultiplier} "
    "VRMC_materials_mtoon{specVersion transparentWithZWrite renderQueueOffsetNumber "
    "shadeColorFactor shadingShiftFactor shadingToonyFactor giEqualizationFactor giIntensityFactor "
    "matcapFactor parametricRimColorFactor rimLightingMixFactor parametricRimFresnelPowerFactor "
    "parametricRimLiftFactor outlineWidthMode outlineWidthFactor outlineColorFactor "
    "outlineLightingMixFactor uvAnimationScrollXSpeedFactor uvAnimationScrollYSpeedFactor "
    "uvAnimationRotationSpeedFactor shadeMultiplyTexture" TEXTURE " shadingShiftTexture" TEXTURE
    " matcapTexture" TEXTURE " rimMultiplyTexture" TEXTURE " outlineWidthMultiplyTexture" TEXTURE
    " uvAnimationMaskTexture" TEXTURE " "
    /* The draft's own names. */
    "additiveTexture" TEXTURE " cullMode cutoutThresholdFactor emissionFactor "
    "emissionMultiplyTexture" TEXTURE " litFactor litMultiplyTexture" TEXTURE " "
    "mainTextureLeftBottomOriginOffset mainTextureLeftBottomOriginScale normalScaleFactor "
    "normalTexture" TEXTURE " outlineColorMode outlineFactor renderMode rimFactor "
    "rimFresnelPowerFactor rimLiftFactor shadeFactor version}}}",
    NULL};

/* The same below "extensions". */
static const char *const known_extensions[] = {
    "VRMC_vrm{specVersion " META " humanoid{humanBones{*{node}}} "
    "firstPerson{meshAnnotations{node type mesh firstPersonType}} "
    "lookAt{type offsetFromHeadBone lookAtType " RANGES
    " horizontalInner{inputMaxValue outputScale} horizontalOuter{inputMaxValue outputScale} "
    "verticalDown{inputMaxValue outputScale} verticalUp{inputMaxValue outputScale} "
    "lookAtHorizontalInner{inputMaxValue outputScale} "
    "lookAtHorizontalOuter{inputMaxValue outputScale} "
    "lookAtVerticalDown{inputMaxValue outputScale} lookAtVerticalUp{inputMaxValue outputScale}} "
    "expressions{preset{*" EXPRESSION "} custom{*" EXPRESSION "}} "
    /* The draft's own names. */
    "blendShape{blendShapeGroups{name preset isBinary ignoreBlink ignoreLookAt ignoreMouth "
    "binds{node mesh index weight} materialValues{material type targetValue}}} "
    "springBone{boneGroups{name comment stiffness gravityPower gravityDir dragForce center "
    "hitRadius bones colliderGroups} colliderGroups}}",
    "VRMC_springBone{specVersion "
    "colliders{node " SHAPE " extensions{VRMC_springBone_extended_collider{specVersion " SHAPE
    "}}} "
    "colliderGroups{name colliders} "
    "springs{name center colliderGroups colliders setting springRoot " JOINT "} "
    "settings{stiffness gravityPower gravityDir dragForce}}",
    "VRM{specVersion " META " humanoid{humanBones{bone node}} "
    "firstPerson{firstPersonBone firstPersonBoneOffset lookAtTypeName "
    "meshAnnotations{mesh firstPersonFlag} lookAtHorizontalInner{curve xRange yRange} "
    "lookAtHorizontalOuter{curve xRange yRange} lookAtVerticalDown{curve xRange yRange} "
    "lookAtVerticalUp{curve xRange yRange}} "
    "blendShapeMaster{blendShapeGroups{name presetName isBinary binds{mesh index weight} "
    "materialValues{materialName propertyName targetValue}}} "
    "secondaryAnimation{boneGroups{comment stiffiness stiffness gravityPower gravityDir dragForce "
    "center hitRadius bones colliderGroups} colliderGroups{node colliders{offset radius}}} "
    "materialProperties{name shader renderQueue keywordMap{_ALPHABLEND_ON _ALPHATEST_ON "
    "MTOON_OUTLINE_COLOR_MIXED MTOON_OUTLINE_WIDTH_SCREEN MTOON_OUTLINE_WIDTH_WORLD} "
    "floatProperties{_BlendMode _BumpScale _CullMode _Cutoff _IndirectLightIntensity "
    "_OutlineColorMode _OutlineLightingMix _OutlineWidth _OutlineWidthMode _RimFresnelPower "
    "_RimLift _RimLightingMix _ShadeShift _ShadeToony _UvAnimRotation _UvAnimScrollX "
    "_UvAnimScrollY _ZWrite} "
    "vectorProperties{_Color _EmissionColor _MainTex _OutlineColor _RimColor _ShadeColor} "
    "textureProperties{_BumpMap _EmissionMap _MainTex _OutlineWidthTexture _RimTexture "
    "_ShadeTexture _SphereAdd _UvAnimMaskTexture}}}",
    NULL};

/* --- The list of what the tables hold --- */

static const char *skip_braces(const char *at) {
    int depth = 0;
    if (*at != '{') return at;
    do {
        depth += *at == '{';
        depth -= *at == '}';
        ++at;
    } while (depth > 0);
    return at;
}

static size_t name_length(const char *members) {
    size_t length = 0;
    while (members[length] != '\0' && strchr(" {}", members[length]) == NULL) ++length;
    return length;
}

/*
 * Looks up a name in `members`. Returns the members below it; "" if it is covered as a whole; NULL
 * if it is not covered.
 */
static const char *look_up_in(const char *members, const char *key, size_t length) {
    while (*members != '\0' && *members != '}') {
        size_t name = name_length(members);
        const char *behind = members + name;
        bool is_it =
            (name == length && memcmp(members, key, length) == 0) || (name == 1 && *members == '*');
        if (is_it) return *behind == '{' ? behind + 1 : "";
        members = skip_braces(behind);
        while (*members == ' ') ++members;
    }
    return NULL;
}

static const char *look_up(const char *const *lists, const char *key, size_t length) {
    const char *found = NULL;
    for (; found == NULL && *lists != NULL; ++lists) found = look_up_in(*lists, key, length);
    return found;
}

/* --- The walk --- */

typedef struct walk {
    vrm_diff *pair;
    vrmi_diff_pointer at;
} walk;

/* A value as text, to be freed, cut to what a reader looks at. */
static char *value_text(vrmi_memory *memory, yyjson_val *value) {
    enum { MOST_SHOWN = 160 };
    static const char cut[] = "...";
    char *text = value != NULL ? vrmi_json_value_text(memory, value) : NULL;
    if (text != NULL && strlen(text) > MOST_SHOWN) {
        memcpy(text + MOST_SHOWN - sizeof cut, cut, sizeof cut);
    }
    return text;
}

static void tell(walk *walk, yyjson_val *a, yyjson_val *b) {
    vrmi_diff_list *list = &walk->pair->list;
    char *from = value_text(list->memory, a), *to = value_text(list->memory, b);
    vrmi_diff_subject subject;
    if ((a != NULL && from == NULL) || (b != NULL && to == NULL)) list->is_refused = true;
    vrmi_subject_words(&subject, VRM_DIFF_PART_OTHER, vrmi_pointer_text(&walk->at));
    vrmi_diff_add(list, &subject,
                  a == NULL   ? VRM_DIFF_ADDED
                  : b == NULL ? VRM_DIFF_REMOVED
                              : VRM_DIFF_CHANGED,
                  "", from != NULL ? from : "", to != NULL ? to : "");
    vrmi_diff_drop(list->memory, from);
    vrmi_diff_drop(list->memory, to);
}

/* How the elements of an array are paired; NULL: by index. */
static const vrmi_diff_match *match_for(const walk *walk) {
    const vrm_diff *pair = walk->pair;
    const char *at = vrmi_pointer_text(&walk->at);
    if (strcmp(at, "/nodes") == 0) return &pair->nodes;
    if (strcmp(at, "/meshes") == 0) return &pair->meshes;
    if (strcmp(at, "/materials") == 0) return &pair->materials;
    if (strcmp(at, "/extensions/VRM/materialProperties") == 0) return &pair->materials;
    if (strcmp(at, "/images") == 0) return &pair->images;
    if (strcmp(at, "/extensions/VRMC_springBone/springs") == 0) return &pair->springs;
    if (strcmp(at, "/extensions/VRMC_springBone/colliders") == 0) return &pair->colliders;
    if (strcmp(at, "/extensions/VRMC_springBone/colliderGroups") == 0) return &pair->groups;
    return NULL;
}

static void compare_known(walk *walk, yyjson_val *a, yyjson_val *b, const char *members);

static void compare_objects(walk *walk, yyjson_val *a, yyjson_val *b, const char *const *members) {
    size_t count;
    vrmi_member_pair *pairs = vrmi_pair_members(walk->pair->list.memory, a, b, &count);
    if (pairs == NULL) walk->pair->list.is_refused = true;
    for (size_t i = 0; pairs != NULL && i < count; ++i) {
        const char *below = look_up(members, pairs[i].key, pairs[i].key_length);
        size_t before;
        if (below != NULL && *below == '\0') continue; /* covered as a whole */
        before = vrmi_pointer_add_key(&walk->at, pairs[i].key, pairs[i].key_length);
        if (strcmp(vrmi_pointer_text(&walk->at), "/extensions") == 0) {
            compare_objects(walk, pairs[i].a, pairs[i].b, known_extensions);
        } else if (below != NULL) {
            compare_known(walk, pairs[i].a, pairs[i].b, below);
        } else if (!vrmi_is_same_json(walk->pair->list.memory, pairs[i].a, pairs[i].b)) {
            tell(walk, pairs[i].a, pairs[i].b);
        }
        vrmi_pointer_cut(&walk->at, before);
    }
    vrmi_diff_drop(walk->pair->list.memory, pairs);
}

static yyjson_val **list_elements(vrmi_memory *memory, yyjson_val *array, size_t *out_count) {
    size_t count = yyjson_is_arr(array) ? yyjson_arr_size(array) : 0;
    yyjson_val **elements = vrmi_diff_take(memory, count, sizeof(yyjson_val *));
    yyjson_arr_iter iter;
    *out_count = 0;
    if (elements == NULL || count == 0) return elements;
    yyjson_arr_iter_init(array, &iter);
    while (*out_count < count) elements[(*out_count)++] = yyjson_arr_iter_next(&iter);
    return elements;
}

/* Elements that only one file has are reported by the part that pairs them, as a whole. */
static void compare_arrays(walk *walk, yyjson_val *a, yyjson_val *b, const char *members) {
    const vrmi_diff_match *match = match_for(walk);
    size_t a_count, b_count;
    yyjson_val **in_a = list_elements(walk->pair->list.memory, a, &a_count),
               **in_b = list_elements(walk->pair->list.memory, b, &b_count);
    if (in_a == NULL || in_b == NULL) walk->pair->list.is_refused = true;
    /* The load may have skipped elements of the JSON: then only indices can pair them. */
    if (match != NULL && (match->a_count != a_count || match->b_count != b_count)) match = NULL;
    for (size_t i = 0; in_a != NULL && in_b != NULL && i < a_count; ++i) {
        size_t other = match == NULL                ? i
                       : match->to_b[i] != VRM_NONE ? (size_t)match->to_b[i]
                                                    : b_count;
        size_t before;
        if (other >= b_count) continue;
        before = vrmi_pointer_add_index(&walk->at, i);
        compare_known(walk, in_a[i], in_b[other], members);
        vrmi_pointer_cut(&walk->at, before);
    }
    vrmi_diff_drop(walk->pair->list.memory, in_a);
    vrmi_diff_drop(walk->pair->list.memory, in_b);
}

/* Values with some members that the tables hold. One of them may be missing; unknown members of the
 * other are then reported. */
static void compare_known(walk *walk, yyjson_val *a, yyjson_val *b, const char *members) {
    if (yyjson_is_arr(a) || yyjson_is_arr(b)) {
        compare_arrays(walk, a, b, members);
    } else {
        const char *const lists[] = {members, NULL};
        compare_objects(walk, a, b, lists);
    }
}

void vrmi_diff_other(vrm_diff *pair) {
    walk walk = {.pair = pair, .at.memory = pair->list.memory};
    yyjson_val *a = yyjson_doc_get_root(pair->a.json), *b = yyjson_doc_get_root(pair->b.json);
    if (pair->a.bytes == NULL || pair->b.bytes == NULL) return;
    if (a == NULL || b == NULL) {
        vrmi_diff_subject subject;
        if (a == b && pair->a.size == pair->b.size &&
            memcmp(pair->a.bytes, pair->b.bytes, pair->a.size) == 0) {
            return;
        }
        vrmi_subject_words(&subject, VRM_DIFF_PART_OTHER, "");
        vrmi_diff_add(&pair->list, &subject, VRM_DIFF_CHANGED, "", "",
                      VRMI_DIFF_TEXT("text that is not valid Unicode"));
        return;
    }
    compare_objects(&walk, a, b, known);
    vrmi_pointer_release(&walk.at);
}
