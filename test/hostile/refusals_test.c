/* Memory that is refused and loads that are cancelled, at every place where they can be. */
#include "hostile/hostile_files.h"
#include "support/avatar.h"
#include "support/refusals.h"
#include "test.h"
#include "testkit/check_tables.h"
#include "testkit/create.h"
#include "testkit/read_everything.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What the files of hostile_files.c have not. */
static const avatar rich[] = {
    {VRM_DIALECT_1,
     "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0]},"
     "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}],"
     "'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,0,0,1]}],"
     "'textureTransformBinds':[{'material':0,'scale':[2,2],'offset':[0.5,0]}]}},"
     "'custom':{'own':{'morphTargetBinds':[{'node':18,'index':0,'weight':0.5}]}}},"
     "'firstPerson':{'meshAnnotations':[{'node':16,'type':'auto'}]}",
     "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_springBone_extended_collider',"
     "'VRMC_node_constraint','VRMC_materials_mtoon','VRMC_materials_hdr_emissiveMultiplier'],"
     "'materials':[{'name':'skin','extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
     "'uvAnimationScrollXSpeedFactor':1}}},{'name':'cloth','alphaMode':'BLEND','extensions':{"
     "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2}}}]",
     "'VRMC_springBone':{'specVersion':'1.0',"
     "'colliders':[{'node':3,'shape':{'sphere':{'radius':0.1}}},"
     "{'node':24,'shape':{'capsule':{'radius':0.1,'tail':[0,0.1,0]}}},"
     "{'node':2,'shape':{'sphere':{'radius':0.1}},'extensions':{"
     "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{'plane':{}}}}}],"
     "'colliderGroups':[{'colliders':[0,2]},{'colliders':[1]}],"
     "'springs':[{'name':'a','joints':[{'node':21},{'node':22},{'node':23}],"
     "'colliderGroups':[0,1]},{'joints':[{'node':24},{'node':25}],'colliderGroups':[0],"
     "'center':2}]}",
     "{'translation':[0.1,0,0],'children':[25]},{'translation':[0,-0.1,0]},"
     "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'rotation':{"
     "'source':3}}}}},{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
     "'roll':{'source':26,'rollAxis':'X'}}}}}"},
    /* The beta with springs of its time: settings, roots, and colliders of nodes. */
    {VRM_DIALECT_1_BETA,
     "'firstPerson':{'meshAnnotations':[{'node':16,'type':'auto'}]},'expressions':{'custom':{'own':"
     "{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}}}",
     "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_node_collider'],"
     "'meshes':[{'extras':{'targetNames':['one']},'primitives':[{'attributes':{'POSITION':0},"
     "'targets':[{'POSITION':0},{'POSITION':0}]}]},{'primitives':[{'attributes':{'POSITION':0}}]}],"
     "'images':[{'uri':'a.png'},{'uri':'b.png'},{'uri':'ab.png'}]",
     "'VRMC_springBone':{'settings':[{'stiffness':2}],'springs':[{'setting':0,'springRoot':21,"
     "'colliders':[24,25]},{'setting':0,'springRoot':26,'colliders':[25]},"
     "{'joints':[{'node':28},{'node':30}]}]}",
     "{'extensions':{'VRMC_node_collider':{'shapes':[{'sphere':{'radius':0.1}}]}}},"
     "{'extensions':{'VRMC_node_collider':{'shapes':[{'sphere':{'radius':0.2}},{'sphere':{}}]}}},"
     "{'children':[27]},{'translation':[0,1,0]},{'children':[29]},{'translation':[0,1,0],"
     "'children':[30]},{'translation':[0,1,0]}"},
    /* The draft: groups without names, and a title with a reference. */
    {VRM_DIALECT_1_DRAFT,
     "'meta':{'title':'t','author':'a','reference':'r'},'blendShape':{'blendShapeGroups':[{},"
     "{'binds':[{'mesh':0,'index':0,'weight':50}],'materialValues':[{'material':0,'type':'color',"
     "'targetValue':[1,1,1,1]}]},{'preset':'joy','binds':[{'mesh':0,'index':1,'weight':1}]}]},"
     "'springBone':{'colliderGroups':[{'node':3,'colliders':[{'shapeType':'capsule','size':[1,2]},"
     "{'size':[-1]}]}],'boneGroups':[{'bones':[21],'colliderGroups':[0,0]}]}",
     NULL, NULL, NULL},
    /* 0.x: groups without names, a curve, and colliders that a group names twice. */
    {VRM_DIALECT_0,
     "'meta':{'title':'t','author':'a','reference':'r'},'blendShapeMaster':{'blendShapeGroups':["
     "{'binds':[{'mesh':0,'index':0,'weight':100}]},{},{'name':'x','materialValues':[{"
     "'materialName':'skin','propertyName':'_Color','targetValue':[1,1,1,1]}]}]},"
     "'firstPerson':{'lookAtTypeName':'Bone','lookAtHorizontalInner':{'curve':[0,0,0,0,1,1,0,0]}},"
     "'secondaryAnimation':{'colliderGroups':[{'node':3,'colliders':[{'radius':1}]},{'node':2,"
     "'colliders':[{'radius':1}]}],'boneGroups':[{'bones':[21],'colliderGroups':[0,1,0]}]}",
     NULL, NULL, NULL},
    /* Groups that name colliders twice, and springs that name groups twice. */
    {VRM_DIALECT_1, NULL, NULL,
     "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{"
     "'radius':0.1}}},{'node':2,'shape':{'sphere':{'radius':0.1}}}],"
     "'colliderGroups':[{'colliders':[0,0,1]},{'colliders':[1]}],"
     "'springs':[{'joints':[{'node':21},{'node':23}],'colliderGroups':[0,1,0]},{},{},{},{},{},{},{}"
     ","
     "{},{}]}",
     NULL},
};

enum { FILES = HOSTILE_FILE_COUNT + (int)COUNT(rich) };

/* Its bytes are NULL where it is absent. */
static hostile_file make_file(int index) {
    hostile_file made = {"rich", {NULL, 0}, 20, 0, true};
    if (index < HOSTILE_FILE_COUNT) return hostile_file_make(index);
    made.file = avatar_file(&rich[index - HOSTILE_FILE_COUNT]);
    for (int i = 3; i >= 0; --i) made.json_end = made.json_end << 8 | made.file.bytes[12 + i];
    made.json_end += made.json_begin;
    return made;
}

static vrm_result give_file(const char *path, uint64_t most, const void **out_bytes,
                            size_t *out_size, void *user) {
    (void)path, (void)most, (void)user;
    *out_bytes = "file";
    *out_size = 4;
    return VRM_OK;
}

static const vrm_resolver files = {give_file, NULL, NULL};

typedef struct outcome {
    vrm_result result;
    int64_t pieces; /* taken from arenas by the load */
} outcome;

/* Loads while one allocation fails, and checks the result: a whole model, or a failure with its
 * reason; and nothing is held after it. */
static outcome load_refused(const fixture *file, int64_t refused) {
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    const char *problem;
    outcome got;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.resolver = &files;
    refuse_piece(refused);
    got.result = vrm_model_load(file->bytes, file->size, &desc, &model, &report);
    got.pieces = pieces_asked();
    refuse_piece(-1);
    CHECK_INT(model != NULL, got.result == VRM_OK);
    problem = check_report(report, got.result);
    if (problem == NULL && model != NULL) {
        problem = check_tables(vrm_model_gltf(model), vrm_model_tables(model));
    }
    if (problem != NULL) test_check(false, problem, __FILE__, __LINE__);
    if (got.result != VRM_OK && CHECK(vrm_report_failure(report) != NULL)) {
        CHECK_INT(got.result, VRM_ERROR_OUT_OF_MEMORY);
        CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    return got;
}

/* ER-020: the load does not take a single piece for granted. */
TEST(er_020_any_piece_of_a_load_may_be_refused) {
    if (!refusals_work()) {
        test_skip("this linker does not wrap symbols");
        return;
    }
    for (int i = 0; i < FILES; ++i) {
        hostile_file made = make_file(i);
        int64_t refused = 0, failures = 0;
        outcome got = {VRM_OK, INT64_MAX};
        for (; made.file.bytes != NULL && refused < got.pieces; ++refused) {
            test_note("%s, piece %d", made.name, (int)refused);
            got = load_refused(&made.file, refused);
            failures += got.result != VRM_OK;
            if (got.result != VRM_OK) got.pieces = INT64_MAX;
        }
        /* Only the texts of the report can be done without. */
        if (made.file.bytes != NULL) CHECK(failures > 10 && refused < 2000);
        hostile_file_free(&made);
    }
    test_note(NULL);
}

/* ER-020: nor does the first avatar of a model, which prepares what all of them share. */
TEST(er_020_any_piece_of_the_shared_tables_may_be_refused) {
    if (!refusals_work()) {
        test_skip("this linker does not wrap symbols");
        return;
    }
    for (int i = 0; i < FILES; ++i) {
        hostile_file made = make_file(i);
        vrm_avatar *first = NULL;
        int64_t refused = 0;
        for (; made.file.bytes != NULL && first == NULL && refused < 1000; ++refused) {
            counting counter;
            vrm_load_desc desc;
            vrm_model *model = NULL;
            counting_init(&counter, -1);
            vrm_load_desc_init(&desc);
            desc.allocator = &counter.allocator;
            desc.flags = VRM_LOAD_ANY_GLTF;
            test_note("%s, piece %d", made.name, (int)refused);
            CHECK_INT(vrm_model_load(made.file.bytes, made.file.size, &desc, &model, NULL), VRM_OK);
            refuse_piece(refused);
            first = create_avatar(model, NULL);
            CHECK_INT(first != NULL, pieces_asked() <= refused);
            refuse_piece(-1);
            if (first == NULL) {
                /* The next attempt finds what it needs. */
                vrm_avatar *again = create_avatar(model, NULL);
                CHECK(again != NULL);
                vrm_avatar_destroy(again);
            }
            vrm_avatar_destroy(first);
            vrm_model_release(model);
            CHECK_INT(counter.live, 0);
        }
        if (made.file.bytes != NULL) CHECK(first != NULL && refused > 10);
        hostile_file_free(&made);
    }
    test_note(NULL);
}

/* A triangle of the head, one of the body, and points, which have no part in it. */
static const char split_json[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"
    "'specVersion':'1.0','humanoid':{'humanBones':{'head':{'node':1}}}}},"
    "'buffers':[{'byteLength':160}],'bufferViews':[{'buffer':0,'byteLength':72},{'buffer':0,"
    "'byteOffset':72,'byteLength':24},{'buffer':0,'byteOffset':96,'byteLength':24}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':6,'type':'VEC3','min':[0,0,0],"
    "'max':[0,0,0]},{'bufferView':1,'componentType':5121,'count':6,'type':'VEC4'},{'bufferView':2,"
    "'componentType':5121,'normalized':true,'count':6,'type':'VEC4'}],"
    "'meshes':[{'primitives':[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}},"
    "{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],"
    "'nodes':[{'children':[1]},{},{'mesh':0,'skin':0}],'skins':[{'joints':[0,1]}]}";

TEST(er_020_any_piece_of_first_person_may_be_refused) {
    unsigned char bin[160] = {0};
    loaded file;
    uint32_t out[6];
    size_t count = 0;
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t refused = 0;
    for (int i = 0; i < 6; ++i) {
        bin[72 + 4 * i] = i < 3; /* the first triangle is the head's */
        bin[96 + 4 * i] = 255;
    }
    file = load_fixture(fixture_glb(split_json, bin, sizeof bin), NULL);
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_model_first_person(file.model, 2), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, 2, 1, out, 6, &count), VRM_OK);
    CHECK_INT(count, 3);
    CHECK_INT(out[0], 3);
    if (!refusals_work()) test_skip("this linker does not wrap symbols");
    for (; refusals_work() && result != VRM_OK && refused < 100; ++refused) {
        test_note("piece %d", (int)refused);
        refuse_piece(refused);
        result = vrm_model_read_first_person_triangles(file.model, 2, 1, out, 6, &count);
        refuse_piece(-1);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
        CHECK_INT(count, result == VRM_OK ? 3 : 0);
        refuse_piece(refused);
        CHECK_INT(vrm_model_first_person(file.model, 2), VRM_FIRST_PERSON_SPLIT);
        refuse_piece(-1);
    }
    test_note(NULL);
    if (refusals_work()) CHECK(result == VRM_OK && refused > 3);
    unload(&file);
}

typedef struct patience {
    int asked, gives_up_at;
} patience;

static int32_t give_up(void *user) {
    patience *waiting = user;
    return ++waiting->asked >= waiting->gives_up_at;
}

/* The file with this many samplers before those that it has. */
static fixture add_samplers(const hostile_file *made, int count) {
    static const char begins[] = "\"samplers\":[{\"magFilter\"";
    static const char samplers[] = "\"samplers\":[";
    const size_t length = sizeof samplers - 1;
    const unsigned char *json = made->file.bytes;
    char text[4096];
    size_t at = made->json_begin + 1, size = 0;
    bool is_there = false;
    for (size_t i = made->json_begin; !is_there && i + sizeof begins <= made->json_end; ++i) {
        is_there = memcmp(json + i, begins, sizeof begins - 1) == 0;
        if (is_there) at = i + length;
    }
    if (!is_there) memcpy(text, samplers, length);
    if (!is_there) size = length;
    for (int i = 0; i < count; ++i) {
        memcpy(text + size, "{},", 3);
        size += 3;
    }
    if (!is_there && count != 0) --size;
    if (!is_there) memcpy(text + size, "],", 2);
    if (!is_there) size += 2;
    text[size] = '\0';
    return hostile_file_replace(made, at, at, text);
}

/* A load asks now and then, by how much it has read. With more samplers before it, every
 * thing that is read behind them is once the one at which it asks. */
TEST(a_load_can_be_cancelled_anywhere) {
    for (int i = 0; i < FILES; ++i) {
        hostile_file made = make_file(i);
        for (int more = 0; made.file.bytes != NULL && made.is_glb && more < 256; ++more) {
            fixture file = add_samplers(&made, more);
            patience waiting = {0, 1};
            vrm_result result = VRM_ERROR_CANCELLED;
            for (int at = 1; result != VRM_OK && at < 20; ++at) {
                counting counter;
                vrm_load_desc desc;
                vrm_model *model = NULL;
                vrm_report *report = NULL;
                counting_init(&counter, -1);
                vrm_load_desc_init(&desc);
                desc.allocator = &counter.allocator;
                desc.flags = VRM_LOAD_ANY_GLTF;
                desc.cancel = give_up;
                desc.cancel_user = &waiting;
                waiting.asked = 0;
                waiting.gives_up_at = at;
                result = vrm_model_load(file.bytes, file.size, &desc, &model, &report);
                test_note("%s, %d samplers, question %d", made.name, more, at);
                CHECK_INT(model != NULL, result == VRM_OK);
                if (result != VRM_OK) {
                    CHECK_INT(result, VRM_ERROR_CANCELLED);
                    CHECK_INT(waiting.asked, at); /* it does not ask again */
                    if (CHECK(vrm_report_failure(report) != NULL)) {
                        CHECK_TEXT(vrm_report_failure(report)->code, "cancelled");
                    }
                }
                vrm_model_release(model);
                vrm_report_destroy(report);
                CHECK_INT(counter.live, 0);
            }
            CHECK_INT(result, VRM_OK);
            fixture_free(&file);
        }
        hostile_file_free(&made);
    }
    test_note(NULL);
}

TEST_SUITE(refusals, ENTRY(er_020_any_piece_of_a_load_may_be_refused),
           ENTRY(er_020_any_piece_of_the_shared_tables_may_be_refused),
           ENTRY(er_020_any_piece_of_first_person_may_be_refused),
           ENTRY(a_load_can_be_cancelled_anywhere));
