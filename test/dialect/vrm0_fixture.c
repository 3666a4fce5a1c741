#include "dialect/vrm0_fixture.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char before[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM','KHR_materials_emissive_strength'],"
    "'accessors':[{'componentType':5126,'type':'VEC3','count':3}],"
    "'nodes':["
    "{'translation':[0,1,0],'children':[1,5,6,8,10]},"
    "{'translation':[0,0,0.1],'children':[2,4]},"
    "{'translation':[0,-0.1,0],'children':[3]},"
    "{'translation':[0,-0.1,0]},"
    "{'translation':[0.1,0,0]},"
    "{'mesh':0},{'mesh':0},"
    "{'translation':[5,0,0]},"
    "{'scale':[2,2,2],'children':[9]},"
    "{'translation':[0,0,-0.1]},"
    "{'mesh':1}],"
    "'meshes':["
    "{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0},{'POSITION':0}],"
    "'extras':{'targetNames':['frown','smile']}}]},"
    "{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0}]}]}],"
    "'images':[{'uri':'a.png'},{'uri':'b.png'},{'uri':'c.png'}],"
    "'textures':[{'source':1},{'source':0},{'source':2},{'source':1},{'source':2}],"
    "'materials':["
    "{'name':'skin'},"
    "{'name':'hair','alphaMode':'BLEND','doubleSided':true,"
    "'pbrMetallicRoughness':{'baseColorFactor':[0.1,0.2,0.3,0.4],'baseColorTexture':{'index':1}}},"
    "{'name':'skin','emissiveFactor':[0.5,0,0]},"
    "{'name':'cloth','emissiveFactor':[1,1,1],'extensions':{'KHR_materials_emissive_strength':"
    "{'emissiveStrength':2}}}],"
    "'extensions':{'VRM':{";

loaded load_vrm0(const char *vrm) {
    char *json = malloc(sizeof before + strlen(vrm) + 8);
    loaded file;
    sprintf(json, "%s%s}}}", before, vrm);
    file = load_json(json);
    free(json);
    return file;
}

loaded load_vrm0_corpus(const char *path) {
    loaded none;
    fixture file = fixture_corpus(path);
    memset(&none, 0, sizeof none);
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return none;
    }
    return load_fixture(file, NULL);
}

const vrm_expression *find_vrm0_expression(const loaded *file, int32_t preset, const char *name) {
    for (uint32_t i = 0; file->tables != NULL && i < file->tables->expression_count; ++i) {
        const vrm_expression *expression = &file->tables->expressions[i];
        if (preset != VRM_NONE
                ? expression->preset == preset
                : expression->preset == VRM_NONE && strcmp(expression->name.data, name) == 0) {
            return expression;
        }
    }
    return NULL;
}

int found_below(const loaded *file, const char *pointer) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(file->report, i);
        if (strcmp(entry->code, "bone-missing") == 0) continue;
        if (strncmp(entry->pointer, pointer, strlen(pointer)) == 0) ++count;
    }
    return count;
}
