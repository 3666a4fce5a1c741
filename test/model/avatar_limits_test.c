/* Avatars that are broken in part, that are too large, or that meet with too little memory. */
#include "support/avatar.h"
#include "support/long_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- One part is broken (ER-009) --- */

enum { SPRINGS, CONSTRAINTS, EXPRESSIONS, LOOK_AT, FIRST_PERSON, MTOON, PART_COUNT };

static const char *const parts[PART_COUNT] = {
    "{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{'radius':1}}}],"
    "'springs':[{'joints':[{'node':21},{'node':22}]}]}",
    "{'specVersion':'1.0','constraint':{'rotation':{'source':1}}}",
    "{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}},"
    "'custom':{'x':{}}}",
    "{'type':'expression','rangeMapVerticalUp':{'outputScale':0.5}}",
    "{'meshAnnotations':[{'node':17,'type':'both'}]}",
    "{'specVersion':'1.0','outlineWidthFactor':2}",
};

static loaded load_parts(const char *const *values) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL};
    from.extensions = format_members("'VRMC_springBone':%s", values[SPRINGS]);
    from.nodes = format_members("{'extensions':{'VRMC_node_constraint':%s}}", values[CONSTRAINTS]);
    from.vrm = format_members("'expressions':%s,'lookAt':%s,'firstPerson':%s", values[EXPRESSIONS],
                              values[LOOK_AT], values[FIRST_PERSON]);
    from.root = format_members("'materials':[{'extensions':{'VRMC_materials_mtoon':%s}},{}]",
                               values[MTOON]);
    return load_avatar(&from);
}

static bool has_part(const vrm_tables *tables, int part) {
    switch (part) {
    case SPRINGS:
        return tables->spring_joint_count == 1 && tables->spring_collider_count == 1;
    case CONSTRAINTS:
        return tables->constraint_count == 1 && tables->constraints[0].node == AVATAR_NODE_COUNT;
    case EXPRESSIONS:
        return tables->expression_count == 2 && tables->expressions[0].morph_bind_count == 1;
    case LOOK_AT:
        return tables->look_at.is_present && tables->look_at.type == VRM_LOOK_AT_TYPE_EXPRESSION;
    case FIRST_PERSON:
        return tables->first_person.types[17] == VRM_FIRST_PERSON_BOTH;
    default:
        return tables->mtoons[0].is_present && tables->mtoons[0].outline_width_factor == 2;
    }
}

TEST(er_009_what_is_broken_takes_nothing_else_with_it) {
    static const char *const garbage[] = {
        "3",
        "'x'",
        "[]",
        "[{}]",
        "{}",
        "null",
        "true",
        "-1.5",
        "{'specVersion':[],'springs':3,'constraint':'x','preset':7,'type':{},'meshAnnotations':9}",
        "{'specVersion':'1.0','springs':[[]],'colliders':[null],'constraint':{'roll':[]},"
        "'preset':{'happy':[]},'custom':[],'rangeMapVerticalUp':[],'meshAnnotations':[[]],"
        "'outlineWidthFactor':{},'matcapTexture':[]}",
    };
    for (int broken = 0; broken < PART_COUNT; ++broken) {
        for (size_t i = 0; i < COUNT(garbage); ++i) {
            const char *values[PART_COUNT];
            loaded file;
            memcpy(values, parts, sizeof values);
            values[broken] = garbage[i];
            file = load_parts(values);
            test_note("part %d is %s", broken, garbage[i]);
            CHECK_INT(file.result, VRM_OK);
            for (int part = 0; file.tables != NULL && part < PART_COUNT; ++part) {
                CHECK_INT(has_part(file.tables, part), part != broken);
            }
            if (file.tables != NULL) CHECK_INT(file.tables->humanoid.is_complete, 1);
            unload(&file);
        }
    }
    test_note(NULL);
}

/* --- Limits (ER-018) --- */

/* `item` repeated, with its number for %d, and commas between. */
static void repeat(long_text *text, const char *item, int count) {
    for (int i = 0; i < count; ++i) {
        if (i != 0) append(text, ",");
        append(text, item, i);
    }
}

typedef struct limit_case {
    const char *name;
    size_t offset; /* of the limit */
    vrm_dialect dialect;
    const char *vrm;        /* `count` of them */
    const char *extensions; /* likewise */
    uint32_t count;
    const char *what;
} limit_case;

#define LIMIT(member) offsetof(vrm_limits, member)

static const limit_case limit_cases[] = {
    {"expressions", LIMIT(max_expressions), VRM_DIALECT_1,
     "'expressions':{'preset':{'happy':{},'sad':{}},'custom':{'a':{},'b':{}}}", NULL, 4,
     "expressions"},
    {"expressions that are there twice", LIMIT(max_expressions), VRM_DIALECT_1,
     "'expressions':{'custom':{'a':{},'a':{},'a':{}}}", NULL, 3, "expressions"},
    {"expressions of the draft", LIMIT(max_expressions), VRM_DIALECT_1_DRAFT,
     "'blendShape':[{},{},{}]", NULL, 3, "expressions"},
    {"expressions of 0.x", LIMIT(max_expressions), VRM_DIALECT_0,
     "'blendShapeMaster':{'blendShapeGroups':[{'name':'a'},{'name':'b'}]}", NULL, 2, "expressions"},
    {"binds of all kinds", LIMIT(max_binds), VRM_DIALECT_1,
     "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':1},"
     "{'node':16,'index':0,'weight':1}],'textureTransformBinds':[{'material':0}]},"
     "'sad':{'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,1,1,1]}]}}}",
     NULL, 4, "binds of expressions"},
    {"binds of the draft, by mesh", LIMIT(max_binds), VRM_DIALECT_1_DRAFT,
     "'blendShape':[{'binds':[{'mesh':0,'index':0,'weight':1},{'mesh':0,'index':1,'weight':1}],"
     "'materialValues':[{'material':0,'type':'color','targetValue':[1,1,1,1]},"
     "{'material':0,'type':'uvScale','targetValue':[1,1]}]}]",
     NULL, 6, "binds of expressions"},
    {"binds of 0.x, by mesh", LIMIT(max_binds), VRM_DIALECT_0,
     "'blendShapeMaster':{'blendShapeGroups':[{'name':'a','binds':"
     "[{'mesh':0,'index':0,'weight':1},{'mesh':0,'index':1,'weight':1}]}]}",
     NULL, 4, "binds of expressions"},
    {"values of 0.x", LIMIT(max_binds), VRM_DIALECT_0,
     "'blendShapeMaster':{'blendShapeGroups':[{'name':'a','materialValues':"
     "[{'materialName':'skin','propertyName':'_Color','targetValue':[1,1,1,1]},"
     "{'materialName':'skin','propertyName':'_MainTex_ST','targetValue':[1,1,0,0]}]}]}",
     NULL, 2, "binds of expressions"},
    {"joints", LIMIT(max_joints), VRM_DIALECT_1, NULL,
     "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':21},{'node':22},"
     "{'node':23}]}]}",
     2, "joints of springs"},
    {"joints of the draft", LIMIT(max_joints), VRM_DIALECT_1_DRAFT,
     "'springBone':{'boneGroups':[{'bones':[21]}]}", NULL, 3, "joints of springs"},
    {"joints of 0.x", LIMIT(max_joints), VRM_DIALECT_0,
     "'secondaryAnimation':{'boneGroups':[{'bones':[21]}]}", NULL, 3, "joints of springs"},
    {"colliders", LIMIT(max_colliders), VRM_DIALECT_1, NULL,
     "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{}}},"
     "{'node':3,'shape':{'sphere':{}}}]}",
     2, "colliders"},
    {"colliders of the draft", LIMIT(max_colliders), VRM_DIALECT_1_DRAFT,
     "'springBone':{'colliderGroups':[{'node':3,'colliders':[{},{},{}]}]}", NULL, 3, "colliders"},
    {"colliders of 0.x", LIMIT(max_colliders), VRM_DIALECT_0,
     "'secondaryAnimation':{'colliderGroups':[{'node':3,'colliders':[{'radius':1},"
     "{'radius':1}]}]}",
     NULL, 2, "colliders"},
    {"morph weights of nodes that share a mesh", LIMIT(max_morph_weights), VRM_DIALECT_1, NULL,
     NULL, 5, "morph weights of nodes"},
};

static loaded load_limited(const limit_case *limit, uint32_t value) {
    const avatar from = {limit->dialect, limit->vrm, NULL, limit->extensions, NULL};
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    memcpy((char *)&limits + limit->offset, &value, sizeof value);
    return load_avatar_file(avatar_file(&from), &desc);
}

TEST(er_018_limits_of_an_avatar) {
    for (size_t i = 0; i < COUNT(limit_cases); ++i) {
        const limit_case *limit = &limit_cases[i];
        loaded enough = load_limited(limit, limit->count);
        loaded less = load_limited(limit, limit->count - 1);
        loaded most = load_limited(limit, UINT32_MAX);
        test_note("%s", limit->name);
        CHECK_INT(enough.result, VRM_OK);
        CHECK_INT(most.result, VRM_OK);
        CHECK_INT(less.result, VRM_ERROR_LIMIT);
        CHECK(less.model == NULL);
        if (CHECK(vrm_report_failure(less.report) != NULL)) {
            CHECK_TEXT(vrm_report_failure(less.report)->code, "limit-avatar");
            CHECK_TEXT(vrm_report_failure(less.report)->message,
                       format_members("the avatar has more than the limit of %u %s",
                                      limit->count - 1, limit->what));
        }
        unload(&most);
        unload(&less);
        unload(&enough);
    }
    test_note(NULL);
}

/* Members made by `repeat`. */
static loaded load_many(vrm_dialect dialect, const char *head, const char *item, int count,
                        const char *tail, const char *nodes, int node_count) {
    long_text vrm = {NULL, 0, 0}, more = {NULL, 0, 0};
    avatar from = {dialect, NULL, NULL, NULL, NULL};
    loaded file;
    append(&vrm, "%s", head);
    repeat(&vrm, item, count);
    append(&vrm, "%s", tail);
    if (nodes != NULL) repeat(&more, nodes, node_count);
    from.vrm = vrm.data;
    from.nodes = more.data;
    file = load_avatar(&from);
    free(vrm.data);
    free(more.data);
    return file;
}

TEST(er_018_4096_expressions_are_the_default) {
    loaded file =
        load_many(VRM_DIALECT_1, "'expressions':{'custom':{", "'e%d':{}", 4096, "}}", NULL, 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 4096);
    CHECK_INT(vrm_model_find_expression(file.model, "e4095"), 4095);
    unload(&file);
    file = load_many(VRM_DIALECT_1, "'expressions':{'custom':{", "'e%d':{}", 4097, "}}", NULL, 0);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    unload(&file);
    /* Skipped ones cost the same: they do not go on forever. */
    file = load_many(VRM_DIALECT_1, "'expressions':{'custom':{", "'e':{}", 100000, "}}", NULL, 0);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    unload(&file);
}

/* 2,000 binds to a mesh that 2,000 nodes have are 4 million. */
TEST(er_018_binds_by_mesh_do_not_blow_up) {
    static const char bind[] = "{'mesh':0,'index':1,'weight':1}";
    loaded file = load_many(VRM_DIALECT_1_DRAFT, "'blendShape':[{'binds':[", bind, 2000, "]}]",
                            "{'mesh':0}", 2000);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    unload(&file);
    file = load_many(VRM_DIALECT_0, "'blendShapeMaster':{'blendShapeGroups':[{'name':'a','binds':[",
                     bind, 2000, "]}]}", "{'mesh':0}", 2000);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    unload(&file);
    /* Spread over many expressions they count together. */
    file = load_many(VRM_DIALECT_1_DRAFT, "'blendShape':[",
                     "{'name':'e%d','binds':[{'mesh':0,'index':1,'weight':1}]}", 2000, "]",
                     "{'mesh':0}", 2000);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    unload(&file);
}

/* A problem of a mesh is reported once for each bind, and not for each node: otherwise this would
 * take 900 million steps. */
TEST(er_018_wrong_things_by_mesh_do_not_blow_up) {
    loaded file = load_many(VRM_DIALECT_1_DRAFT, "'blendShape':[{'binds':[",
                            "{'mesh':0,'index':9,'weight':1}", 30000, "]}]", "{'mesh':0}", 30000);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), 30000);
    unload(&file);
    file = load_many(VRM_DIALECT_1_DRAFT, "'firstPerson':{'meshAnnotations':[",
                     "{'mesh':0,'type':'both'}", 30000, "]}", "{'mesh':0}", 30000);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), 29999);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->first_person.types[30000], VRM_FIRST_PERSON_BOTH);
    unload(&file);
}

/* --- Memory and time --- */

static const avatar avatars[] = {
    {VRM_DIALECT_1,
     "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}],"
     "'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,1,1,1]}],"
     "'textureTransformBinds':[{'material':0}]}},'custom':{'a':{},'b':{},'c':{},'d':{},'e':{},"
     "'f':{},'g':{},'h':{},'i':{}}},'firstPerson':{'meshAnnotations':[{'node':16,'type':'both'}]},"
     "'lookAt':{}",
     "'materials':[{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'}}}]",
     "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{}}}],"
     "'colliderGroups':[{'colliders':[0]}],'springs':[{'joints':[{'node':21},{'node':22}],"
     "'colliderGroups':[0]}]}",
     "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
     "'constraint':{'rotation':{'source':1}}}}}"},
    {VRM_DIALECT_1_DRAFT,
     "'meta':{'title':'t','author':'a','reference':'r'},"
     "'blendShape':[{'preset':'joy','binds':[{'mesh':0,'index':0,'weight':1}],"
     "'materialValues':[{'material':0,'type':'color','targetValue':[1,1,1,1]},"
     "{'material':0,'type':'uvScale','targetValue':[1,1]}]},{},{},{},{},{},{},{},{}],"
     "'firstPerson':{'meshAnnotations':[{'mesh':0,'firstPersonType':'both'}]},"
     "'lookAt':{'lookAtType':'bone'},'springBone':{'colliderGroups':[{'node':3,"
     "'colliders':[{'radius':1}]}],'boneGroups':[{'bones':[21],'colliderGroups':[0]}]}",
     "'materials':[{'extensions':{'VRMC_materials_mtoon':{'litFactor':[1,1,1,1]}}}]", NULL, NULL},
    {VRM_DIALECT_0,
     "'meta':{'title':'t','author':'a','reference':'r'},"
     "'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy','binds':[{'mesh':0,'index':0,"
     "'weight':100}],'materialValues':[{'materialName':'skin','propertyName':'_Color',"
     "'targetValue':[1,1,1,1]}]},{'name':'a'}]},"
     "'secondaryAnimation':{'colliderGroups':[{'node':3,'colliders':[{'radius':1}]}],"
     "'boneGroups':[{'bones':[21],'colliderGroups':[0]}]}",
     NULL, NULL, NULL},
};

/* All allocations fail from the n-th on, for every n until the load succeeds. */
TEST(er_020_memory_that_runs_out) {
    for (size_t i = 0; i < COUNT(avatars); ++i) {
        fixture file = avatar_file(&avatars[i]);
        vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
        int64_t n = 0;
        for (; result != VRM_OK && n < 1000; ++n) {
            counting counter;
            vrm_load_desc desc;
            vrm_model *model = NULL;
            vrm_report *report = NULL;
            counting_init(&counter, n);
            vrm_load_desc_init(&desc);
            desc.allocator = &counter.allocator;
            result = vrm_model_load(file.bytes, file.size, &desc, &model, &report);
            test_note("avatar %zu, allocation %lld", i, (long long)n);
            CHECK_INT(model != NULL, result == VRM_OK);
            if (result != VRM_OK) {
                CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
                if (CHECK(vrm_report_failure(report) != NULL)) {
                    CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
                }
            }
            vrm_model_release(model);
            vrm_report_destroy(report);
            CHECK_INT(counter.live, 0);
            CHECK(!counter.is_size_wrong);
        }
        CHECK_INT(result, VRM_OK);
        CHECK(n > 8);
        fixture_free(&file);
    }
    test_note(NULL);
}

typedef struct patience {
    int asked, gives_up_at;
} patience;

static int32_t give_up(void *user) {
    patience *waiting = user;
    return ++waiting->asked >= waiting->gives_up_at;
}

/* Wherever the load is when it is asked to stop, it stops. */
TEST(er_018_loads_that_are_cancelled) {
    long_text vrm = {NULL, 0, 0};
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL};
    vrm_result result = VRM_ERROR_CANCELLED;
    fixture file;
    int at = 1;
    append(&vrm, "'expressions':{'custom':{");
    repeat(&vrm,
           "'e%d':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}],'materialColorBinds':"
           "[{'material':0,'type':'color','targetValue':[1,1,1,1]}],"
           "'textureTransformBinds':[{'material':0}]}",
           1000);
    append(&vrm, "}},'firstPerson':{'meshAnnotations':[");
    repeat(&vrm, "{'node':16,'type':'both'}", 1000);
    append(&vrm, "]}");
    from.vrm = vrm.data;
    file = avatar_file(&from);
    for (; result == VRM_ERROR_CANCELLED && at < 100; ++at) {
        vrm_model *model = NULL;
        vrm_report *report = NULL;
        patience waiting = {0, at};
        vrm_load_desc desc;
        vrm_load_desc_init(&desc);
        desc.cancel = give_up;
        desc.cancel_user = &waiting;
        result = vrm_model_load(file.bytes, file.size, &desc, &model, &report);
        CHECK_INT(model != NULL, result == VRM_OK);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_CANCELLED);
            CHECK_INT(waiting.asked, at);
        }
        vrm_model_release(model);
        vrm_report_destroy(report);
    }
    CHECK_INT(result, VRM_OK);
    CHECK(at > 16); /* every 256 of more than 4,000 things that were read */
    fixture_free(&file);
    free(vrm.data);
}

TEST_SUITE(avatar_limits, ENTRY(er_009_what_is_broken_takes_nothing_else_with_it),
           ENTRY(er_018_limits_of_an_avatar), ENTRY(er_018_4096_expressions_are_the_default),
           ENTRY(er_018_binds_by_mesh_do_not_blow_up),
           ENTRY(er_018_wrong_things_by_mesh_do_not_blow_up), ENTRY(er_020_memory_that_runs_out),
           ENTRY(er_018_loads_that_are_cancelled));
