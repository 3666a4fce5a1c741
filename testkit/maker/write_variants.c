/* Keys that older files have, for tests of what is read: the library writes one form alone. */
#include "write.h"

#include <string.h>

static void rename_key(glb *file, json *object, const char *from, const char *to) {
    if (yyjson_mut_obj_get(object, from) == NULL) return;
    if (!yyjson_mut_obj_rename_key(file->doc, object, from, to)) {
        die("there is not enough memory", NULL);
    }
}

static json *extension(glb *file, const char *name) {
    return yyjson_mut_obj_get(yyjson_mut_obj_get(file->root, "extensions"), name);
}

/* --- The text of the draft (§4.4) --- */

static void use_prose_shapes(glb *file, json *vrm) {
    json *groups, *group, *value;
    size_t i, k, count, value_count;
    rename_key(file, vrm, "blendShape", "blendshape");
    groups = yyjson_mut_obj_get(yyjson_mut_obj_get(vrm, "blendshape"), "blendShapeGroups");
    yyjson_mut_arr_foreach(groups, i, count, group) {
        rename_key(file, group, "binds", "values");
        rename_key(file, group, "materialValues", "materials");
        rename_key(file, group, "isBinary", "is_binary");
        yyjson_mut_arr_foreach(yyjson_mut_obj_get(group, "materials"), k, value_count, value) {
            rename_key(file, value, "type", "target");
        }
    }
}

/* The text has angles in radians, the schema in degrees (LA-029). */
static void use_prose_look_at(glb *file, json *vrm) {
    static const char *const maps[4][2] = {{"lookAtHorizontalInner", "horizontalInner"},
                                           {"lookAtHorizontalOuter", "horizontalOuter"},
                                           {"lookAtVerticalDown", "verticalDown"},
                                           {"lookAtVerticalUp", "verticalUp"}};
    json *look_at = yyjson_mut_obj_get(vrm, "lookAt");
    bool is_bone = yyjson_mut_equals_str(yyjson_mut_obj_get(look_at, "lookAtType"), "bone");
    if (look_at == NULL) return;
    for (int i = 0; i < 4; ++i) {
        json *map, *scale;
        rename_key(file, look_at, maps[i][0], maps[i][1]);
        map = yyjson_mut_obj_get(look_at, maps[i][1]);
        scale = yyjson_mut_obj_get(map, "outputScale");
        if (!is_bone || scale == NULL) continue;
        yyjson_mut_set_real(scale, round_to(yyjson_mut_get_num(scale) * PI / 180, 6));
    }
}

/* A sphere has a name of its shape, and its radius in a list. */
static void use_prose_collider(glb *file, json *collider) {
    json *radius = yyjson_mut_obj_get(collider, "radius"), *offset;
    double size = yyjson_mut_get_num(radius);
    if (radius == NULL) return; /* a capsule */
    yyjson_mut_obj_remove_key(collider, "radius");
    offset = yyjson_mut_obj_remove_key(collider, "offset");
    put_text(file, collider, "shapeType", "sphere");
    yyjson_mut_obj_add(collider, yyjson_mut_str(file->doc, "offset"), offset);
    put_numbers(file, collider, "size", &size, 1);
}

static void use_prose_springs(glb *file, json *vrm) {
    json *springs = yyjson_mut_obj_get(vrm, "springBone"), *group, *collider;
    size_t i, k, count, collider_count;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(springs, "boneGroups"), i, count, group) {
        rename_key(file, group, "name", "comment");
    }
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(springs, "colliderGroups"), i, count, group) {
        json *colliders = yyjson_mut_obj_get(group, "colliders");
        yyjson_mut_arr_foreach(colliders, k, collider_count, collider) {
            use_prose_collider(file, collider);
        }
    }
}

void use_prose(glb *file) {
    json *vrm = extension(file, "VRMC_vrm"), *note;
    json *first_person = yyjson_mut_obj_get(vrm, "firstPerson");
    size_t i, count;
    use_prose_shapes(file, vrm);
    use_prose_look_at(file, vrm);
    use_prose_springs(file, vrm);
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(first_person, "meshAnnotations"), i, count, note) {
        rename_key(file, note, "firstPersonType", "firstPersonFlag");
    }
}

/* --- The beta before June 2022 (§4.6) --- */

void use_old_thumbs(glb *file) {
    json *humanoid = yyjson_mut_obj_get(extension(file, "VRMC_vrm"), "humanoid");
    json *bones = yyjson_mut_obj_get(humanoid, "humanBones");
    rename_key(file, bones, "leftThumbProximal", "leftThumbIntermediate");
    rename_key(file, bones, "leftThumbMetacarpal", "leftThumbProximal");
    rename_key(file, bones, "rightThumbProximal", "rightThumbIntermediate");
    rename_key(file, bones, "rightThumbMetacarpal", "rightThumbProximal");
}
