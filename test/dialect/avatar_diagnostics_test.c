/*
 * Every message that the load of an avatar can give, once: the least change to an avatar without
 * fault that brings it about. The table is held against the one of build/diagnostics.h, so that
 * no entry goes without. Those of glTF are in gltf/diagnostics_test.c.
 */
#include "build/diagnostics.h"
#include "support/avatar.h"
#include "support/check_message.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- What is changed --- */

#define NO_AVATAR                                                                                  \
    { VRM_DIALECT_NONE, NULL, NULL, NULL, NULL }
#define AVATAR(dialect, vrm, root, extensions, nodes)                                              \
    { VRM_DIALECT_##dialect, vrm, root, extensions, nodes }
/* Members of VRMC_vrm, of that of the draft, and of VRM. */
#define VRM1(members) AVATAR(1, members, NULL, NULL, NULL)
#define DRAFT(members) AVATAR(1_DRAFT, members, NULL, NULL, NULL)
#define VRM0(members) AVATAR(0, members, NULL, NULL, NULL)
#define VRM0_WITH(members, root) AVATAR(0, members, root, NULL, NULL)
/* Members of the file, and further extensions of its root. */
#define ROOT(members) AVATAR(1, NULL, members, NULL, NULL)
#define EXTENSION(members) AVATAR(1, NULL, NULL, members, NULL)
#define EXTENSION_LISTED(name, members)                                                            \
    AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm','" name "']", "'" name "':{" members "}", NULL)

#define META(name, authors, url)                                                                   \
    VRM1("'meta':{'name':'" name "','authors':[" authors "],'licenseUrl':'" url "'}")
#define LICENSE "https://vrm.dev/licenses/1.0/"
#define META0(members) VRM0("'meta':{'title':'Test','author':'Tester'," members "}")

/* All required bones but the head. */
#define BODY                                                                                       \
    "'hips':{'node':1},'spine':{'node':2},'leftUpperLeg':{'node':4},'leftLowerLeg':{'node':5},"    \
    "'leftFoot':{'node':6},'rightUpperLeg':{'node':7},'rightLowerLeg':{'node':8},"                 \
    "'rightFoot':{'node':9},'leftUpperArm':{'node':10},'leftLowerArm':{'node':11},"                \
    "'leftHand':{'node':12},'rightUpperArm':{'node':13},'rightLowerArm':{'node':14},"              \
    "'rightHand':{'node':15}"
#define BONES(bones) "'humanoid':{'humanBones':{" BODY "," bones "}}"
#define HEAD "'head':{'node':3}"

#define GROUP0(members)                                                                            \
    VRM0("'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy'," members "}]}")
#define VALUE0(material, property)                                                                 \
    GROUP0("'materialValues':[{'materialName':'" material "','propertyName':'" property            \
           "','targetValue':[1,1,1,1]}]")
#define BONE_GROUP0(bones) VRM0("'secondaryAnimation':{'boneGroups':[{'bones':[" bones "]}]}")

/* Materials that blend, each with a queue of its own. */
#define QUEUE(number)                                                                              \
    "{'shader':'VRM/MToon','renderQueue':" #number ",'floatProperties':{'_BlendMode':2}}"
#define ELEVEN_QUEUES                                                                              \
    QUEUE(2990)                                                                                    \
    "," QUEUE(2991) "," QUEUE(2992) "," QUEUE(2993) "," QUEUE(2994) "," QUEUE(2995) "," QUEUE(     \
        2996) "," QUEUE(2997) "," QUEUE(2998) "," QUEUE(2999) "," QUEUE(3000)

#define SPRING_BONE(members) "'VRMC_springBone':{'specVersion':'1.0'," members "}"
#define SPRINGS(list) EXTENSION(SPRING_BONE("'springs':[" list "]"))
/* A spring whose first joint has a limit, or its last one. */
#define LIMIT(kinds)                                                                               \
    "'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':{" kinds "}}}"
#define LIMITED(kinds) SPRINGS("{'joints':[{'node':21," LIMIT(kinds) "},{'node':22}]}")
#define LIMITED_LAST(kinds) SPRINGS("{'joints':[{'node':21},{'node':22," LIMIT(kinds) "}]}")
#define SPRING(head, tail) "{'joints':[{'node':" #head "},{'node':" #tail "}]}"
#define SPRING_WITH(members, head, tail)                                                           \
    "{'joints':[{'node':" #head "},{'node':" #tail "}]," members "}"
#define COLLIDER(members) EXTENSION(SPRING_BONE("'colliders':[{'node':3," members "}]"))
#define SPHERE "'shape':{'sphere':{'radius':1}}"
#define EXTENDED(version, shape)                                                                   \
    "'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'" version                   \
    "','shape':{" shape "}}}"
#define EXTENDED_SHAPE(shape) COLLIDER(SPHERE "," EXTENDED("1.0", shape))

/* Nodes from 24 on; the first has the constraint. */
#define CONSTRAINT(kind)                                                                           \
    "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{" kind "}}}"
#define CONSTRAINED(kind, more) AVATAR(1, NULL, NULL, NULL, "{" CONSTRAINT(kind) "}" more)
#define ROTATION(source) "'rotation':{'source':" #source "}"

#define EXPRESSIONS(members) VRM1("'expressions':{" members "}")
#define HAPPY(members) EXPRESSIONS("'preset':{'happy':{" members "}}")
#define MORPH(node, index, weight)                                                                 \
    HAPPY("'morphTargetBinds':[{'node':" #node ",'index':" #index ",'weight':" #weight "}]")
#define ANNOTATIONS(list) VRM1("'firstPerson':{'meshAnnotations':[" list "]}")

#define FILE_WITH(name, value)                                                                     \
    "{'asset':{'version':'2.0'},'extensionsUsed':['" name "'],'extensions':{'" name "':" value "}" \
    "}"

/* --- The table --- */

static const struct {
    const char *code;
    avatar from;
    const char *json; /* the whole file, where there is no avatar */
} cases[] = {
    {"limit-avatar", EXPRESSIONS("'preset':{'happy':{},'sad':{},'angry':{}}"), NULL},
    {"no-vrm", NO_AVATAR, "{'asset':{'version':'2.0'}}"},
    {"only-animation", NO_AVATAR, FILE_WITH("VRMC_vrm_animation", "{'specVersion':'1.0'}")},
    {"vrm-not-object", NO_AVATAR, FILE_WITH("VRM", "[]")},
    {"two-dialects", EXTENSION_LISTED("VRM", ""), NULL},
    {"spec-version-missing", EXTENSION("'VRMC_springBone':{}"), NULL},
    {"spec-version-other", VRM1("'specVersion':'1.0.1'"), NULL},
    {"spec-version-newer", VRM1("'specVersion':'1.1'"), NULL},
    {"spec-version-unknown", EXTENSION("'VRMC_springBone':{'specVersion':'2.0'}"), NULL},
    {"alias-used", VRM1("'lookAt':{'lookAtType':'bone'}"), NULL},
    {"meta-missing", VRM1("'extras':{'meta':0}"), NULL}, /* keeps the default out */
    {"meta-name", META("", "'Tester'", LICENSE), NULL},
    {"meta-authors", META("Test", "''", LICENSE), NULL},
    {"meta-author-empty", META("Test", "'Tester',''", LICENSE), NULL},
    {"meta-license-url", META("Test", "'Tester'", "https://example.com"), NULL},
    {"humanoid-missing", VRM1("'humanoid':{}"), NULL},
    {"bone-unknown", VRM1(BONES(HEAD ",'nose':{'node':19}")), NULL},
    {"bone-twice", VRM1(BONES(HEAD ",'head':{'node':19}")), NULL},
    {"bone-missing", VRM1(BONES("'jaw':{'node':19}")), NULL},
    {"bone-node-twice", VRM1(BONES(HEAD ",'neck':{'node':3}")), NULL},
    {"legacy-key", META0("'violentUsageName':'Allow'"), NULL},
    {"meta-license-name", META0("'licenseName':'MIT'"), NULL},
    {"look-at-curve", VRM0("'firstPerson':{'lookAtVerticalUp':{'curve':[0,0,0,1]}}"), NULL},
    {"material-value-name", VALUE0("hair", "_Color"), NULL},
    {"material-value-property", VALUE0("skin", "_Cutoff"), NULL},
    {"spring-root-twice", BONE_GROUP0("21,21"), NULL},
    {"spring-root-above", BONE_GROUP0("22,21"), NULL},
    {"material-properties", VRM0("'materialProperties':[{},{},{}]"), NULL},
    {"material-shader", VRM0("'materialProperties':[{'shader':'Acme/Skin'}]"), NULL},
    {"material-emission",
     VRM0_WITH(
         "'exporterVersion':'UniVRM-0.46','materialProperties':[{'shader':'VRM_USE_GLTFSHADER'}]",
         "'materials':[{'emissiveFactor':[0.5,0,0]}]"),
     NULL},
    {"material-queues",
     VRM0_WITH("'materialProperties':[" ELEVEN_QUEUES "]",
               "'materials':[{},{},{},{},{},{},{},{},{},{},{}]"),
     NULL},
    {"collider-no-shape", COLLIDER("'shape':{}"), NULL},
    {"collider-shapes", COLLIDER("'shape':{'sphere':{},'capsule':{}}"), NULL},
    {"collider-no-fallback", COLLIDER(EXTENDED("1.0", "'plane':{}")), NULL},
    {"collider-extended-shape", EXTENDED_SHAPE("'box':{}"), NULL},
    {"collider-extended-draft", COLLIDER(SPHERE "," EXTENDED("1.0-draft", "'plane':{}")), NULL},
    {"collider-palne", EXTENDED_SHAPE("'palne':{}"), NULL},
    {"collider-normal", EXTENDED_SHAPE("'plane':{'normal':[0,2,0]}"), NULL},
    {"collider-normal-zero", EXTENDED_SHAPE("'plane':{'normal':[0,0,0]}"), NULL},
    {"springs-twice",
     AVATAR(1_DRAFT, "'springBone':{'boneGroups':[{'bones':[21]}]}", NULL,
            SPRING_BONE("'springs':[" SPRING(21, 22) "]"), NULL),
     NULL},
    {"spring-no-joints", SPRINGS("{'joints':[]}"), NULL},
    {"spring-chain", SPRINGS(SPRING(22, 21)), NULL},
    {"spring-overlap", SPRINGS(SPRING(21, 22) "," SPRING(21, 22)), NULL},
    {"spring-shared-node", SPRINGS(SPRING(21, 22) "," SPRING(22, 23)), NULL},
    {"spring-center", SPRINGS(SPRING_WITH("'center':1", 21, 22)), NULL},
    {"spring-center-sways", SPRINGS(SPRING(1, 2) "," SPRING_WITH("'center':2", 10, 11)), NULL},
    {"spring-collider-cycle",
     EXTENSION(SPRING_BONE("'colliders':[{'node':22," SPHERE "}],'colliderGroups':[{'colliders':[0]"
                           "}],'springs':[" SPRING_WITH("'colliderGroups':[0]", 21, 22) "]")),
     NULL},
    {"too-many-collider-tests",
     EXTENSION(SPRING_BONE("'colliders':[{'node':3," SPHERE "},{'node':3," SPHERE "}],"
                           "'colliderGroups':[{'colliders':[0,1]}],'springs':[" SPRING_WITH(
                               "'colliderGroups':[0]", 21, 22) "]")),
     NULL},
    {"spring-no-length", SPRINGS(SPRING(3, 16)), NULL},
    {"spring-limit-no-kind", LIMITED(""), NULL},
    {"spring-limit-kinds", LIMITED("'cone':{'angle':1},'hinge':{'angle':1}"), NULL},
    {"spring-limit-rotation", LIMITED("'cone':{'angle':1,'rotation':[0,0,0,2]}"), NULL},
    {"spring-limit-rotation-zero", LIMITED("'cone':{'angle':1,'rotation':[0,0,0,0]}"), NULL},
    {"spring-limit-last", LIMITED_LAST("'cone':{'angle':1}"), NULL},
    {"constraint-at-root", EXTENSION("'VRMC_node_constraint':{'specVersion':'1.0'}"), NULL},
    {"constraint-of-2020", EXTENSION_LISTED("VRMC_constraints", ""), NULL},
    {"constraint-no-kind", CONSTRAINED("", ""), NULL},
    {"constraint-kinds", CONSTRAINED(ROTATION(1) ",'aim':{'source':1,'aimAxis':'PositiveX'}", ""),
     NULL},
    {"constraint-self", CONSTRAINED(ROTATION(24), ""), NULL},
    {"constraint-axis-case", CONSTRAINED("'roll':{'source':1,'rollAxis':'x'}", ""), NULL},
    {"constraint-cycle", CONSTRAINED(ROTATION(25), ",{" CONSTRAINT(ROTATION(24)) "}"), NULL},
    {"constraint-source-below",
     AVATAR(1, NULL, NULL, NULL,
            "{'children':[25]," CONSTRAINT("'aim':{'source':25,'aimAxis':'PositiveX'}") "},{}"),
     NULL},
    {"constraint-on-bone",
     AVATAR(1, BONES(HEAD ",'jaw':{'node':24}"), NULL, NULL, "{" CONSTRAINT(ROTATION(1)) "}"),
     NULL},
    {"constraint-on-joint",
     AVATAR(1, NULL, NULL, SPRING_BONE("'springs':[" SPRING(24, 25) "]"),
            "{'children':[25]," CONSTRAINT(ROTATION(1)) "},{'translation':[0,1,0]}"),
     NULL},
    {"preset-unknown", EXPRESSIONS("'preset':{'smile':{}}"), NULL},
    {"custom-is-preset", EXPRESSIONS("'custom':{'happy':{}}"), NULL},
    {"expression-twice", EXPRESSIONS("'preset':{'happy':{},'happy':{}}"), NULL},
    {"bind-no-mesh", MORPH(1, 0, 1), NULL},
    {"bind-target", MORPH(18, 1, 1), NULL},
    {"bind-weight", MORPH(18, 0, 1.5), NULL},
    {"bind-color-alpha",
     HAPPY("'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,1,1]}]"), NULL},
    {"bind-percent",
     DRAFT("'blendShape':{'blendShapeGroups':[{'preset':'joy',"
           "'binds':[{'mesh':1,'index':0,'weight':100}]}]}"),
     NULL},
    {"annotation-no-mesh", ANNOTATIONS("{'node':1,'type':'both'}"), NULL},
    {"annotation-twice", ANNOTATIONS("{'node':18,'type':'both'},{'node':18,'type':'both'}"), NULL},
    {"look-at-radians", DRAFT("'lookAt':{'verticalUp':{'outputScale':0.5}}"), NULL},
    {"render-queue",
     ROOT("'materials':[{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
          "'renderQueueOffsetNumber':1}}}]"),
     NULL},
    {"look-at-weight",
     VRM1("'lookAt':{'type':'expression','rangeMapVerticalUp':{'outputScale':10}}"), NULL},
};

static const char *get_code(size_t i) { return cases[i].code; }

static loaded load_case(size_t i, uint32_t flags) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    desc.flags = flags;
    limits.max_collider_tests = 1; /* what the case of it exceeds, and no other does */
    limits.max_expressions = 2;    /* likewise */
    return load_avatar_file(cases[i].json != NULL ? fixture_glb(cases[i].json, NULL, 0)
                                                  : avatar_file(&cases[i].from),
                            &desc);
}

static const char *const followers[][2] = {{"humanoid-missing", "bone-missing"}};

static const message_fixtures fixtures = {&vrmi_build_diagnostics,
                                          COUNT(cases),
                                          get_code,
                                          load_case,
                                          followers,
                                          COUNT(followers),
                                          "test/dialect/avatar_diagnostics_test.c",
                                          "testkit/maker/faults/vrm.json"};

TEST(er_010_every_message_has_a_fixture) { check_messages_have_fixtures(&fixtures); }

TEST(er_010_every_message_is_reported_as_its_kind_says) { check_messages_are_reported(&fixtures); }

TEST(er_010_fixtures_say_nothing_else) { check_messages_stand_alone(&fixtures); }

/* --- Subjects --- */

static const struct {
    const char *code, *subject, *name;
    avatar from;
} subjects[] = {
    {"index-out-of-range", "bone", "jaw", VRM1(BONES(HEAD ",'jaw':{'node':999}"))},
    {"index-out-of-range", "bone", "jaw",
     VRM0("'humanoid':{'humanBones':[{'bone':'jaw','node':999}]}")},
    {"bone-unknown", "bone", "nose", DRAFT("'humanoid':{'humanBones':[{'bone':'nose','node':1}]}")},
    {"bone-missing", "", "", VRM1(BONES("'jaw':{'node':19}"))},
    {"bind-target", "expression", "happy", MORPH(18, 1, 1)},
    {"bind-no-mesh", "expression", "Wink",
     EXPRESSIONS("'custom':{'Wink':{'morphTargetBinds':[{'node':1,'index':0,'weight':1}]}}")},
    {"material-value-name", "expression", "Joy",
     GROUP0("'name':'Joy','materialValues':[{'materialName':'no','propertyName':'_Color',"
            "'targetValue':[1,1,1,1]}]")},
    {"material-value-name", "expression", "joy", VALUE0("no", "_Color")}, /* by its preset */
    {"index-out-of-range", "expression", "Smile",
     DRAFT("'blendShape':{'blendShapeGroups':[{'name':'Smile','preset':'joy',"
           "'binds':[{'mesh':99,'index':0,'weight':1}]}]}")},
    {"spring-no-joints", "spring", "Hair", SPRINGS("{'name':'Hair','joints':[]}")},
    /* Known by its index alone. */
    {"spring-no-length", "spring", "Tail",
     AVATAR(1, NULL, NULL, SPRING_BONE("'springs':[" SPRING_WITH("'name':'Tail'", 24, 25) "]"),
            "{'children':[25]},{}")},
    {"index-out-of-range", "collider group", "Arms",
     EXTENSION(SPRING_BONE("'colliderGroups':[{'name':'Arms','colliders':[9]}]"))},
    {"collider-no-shape", "collider", "", COLLIDER("'shape':{}")},
    {"index-out-of-range", "spring", "Ribbon",
     VRM0("'secondaryAnimation':{'boneGroups':[{'comment':'Ribbon','bones':[999]}]}")},
    {"material-shader", "material", "Face",
     VRM0_WITH("'materialProperties':[{'name':'Face','shader':'Strange'}]", "'materials':[{}]")},
    {"constraint-self", "node", "Helper",
     AVATAR(1, NULL, NULL, NULL, "{'name':'Helper'," CONSTRAINT(ROTATION(24)) "}")},
    {"render-queue", "material", "Glass",
     ROOT("'materials':[{'name':'Glass','extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
          "'renderQueueOffsetNumber':1}}}]")},
};

TEST(er_010_a_diagnostic_names_the_part_of_the_avatar) {
    for (size_t i = 0; i < COUNT(subjects); ++i) {
        loaded file = load_avatar_file(avatar_file(&subjects[i].from), NULL);
        const vrm_diagnostic *entry = find_diagnostic(&file, subjects[i].code);
        test_note("%zu: %s of %s", i, subjects[i].code, subjects[i].name);
        if (CHECK(entry != NULL)) {
            CHECK_TEXT(entry->subject, subjects[i].subject);
            CHECK_TEXT(entry->subject_name, subjects[i].name);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(avatar_diagnostics, ENTRY(er_010_every_message_has_a_fixture),
           ENTRY(er_010_every_message_is_reported_as_its_kind_says),
           ENTRY(er_010_fixtures_say_nothing_else),
           ENTRY(er_010_a_diagnostic_names_the_part_of_the_avatar));
