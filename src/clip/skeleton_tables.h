/*
 * The names of joints, family by family; skeleton_names.c reads them. Names are in lower case and
 * without spaces, dots, hyphens and underscores, and each list is in the order of strcmp. Names of
 * one side stand once, without the mark of the side, with the bone of the left.
 */
#ifndef VRMI_CLIP_SKELETON_TABLES_H
#define VRMI_CLIP_SKELETON_TABLES_H

#include "clip/skeleton_names.h"

/* A joint that a family knows and that is no bone: its motion counts for the bone below it. */
#define BETWEEN VRM_BONE_COUNT

typedef struct skeleton_name {
    const char *name;
    vrm_bone bone; /* or BETWEEN */
} skeleton_name;

static const skeleton_name humanik_centre[] = {
    {"head", VRM_BONE_HEAD},    {"hips", VRM_BONE_HIPS},
    {"jaw", VRM_BONE_JAW},      {"neck", VRM_BONE_NECK},
    {"neck1", BETWEEN},         {"spine", VRM_BONE_SPINE},
    {"spine1", VRM_BONE_CHEST}, {"spine2", VRM_BONE_UPPER_CHEST},
    {"spine3", BETWEEN},        {"spine4", BETWEEN},
};

static const skeleton_name humanik_sides[] = {
    {"arm", VRM_BONE_LEFT_UPPER_ARM},
    {"armroll", BETWEEN},
    {"eye", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"forearmroll", BETWEEN},
    {"hand", VRM_BONE_LEFT_HAND},
    {"handindex1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"handindex2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"handindex3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"handmiddle1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"handmiddle2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"handmiddle3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"handpinky1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"handpinky2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"handpinky3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"handring1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"handring2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"handring3", VRM_BONE_LEFT_RING_DISTAL},
    {"handthumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"handthumb2", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"handthumb3", VRM_BONE_LEFT_THUMB_DISTAL},
    {"inhandindex", BETWEEN},
    {"inhandmiddle", BETWEEN},
    {"inhandpinky", BETWEEN},
    {"inhandring", BETWEEN},
    {"inhandthumb", BETWEEN},
    {"leg", VRM_BONE_LEFT_LOWER_LEG},
    {"legroll", BETWEEN},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"toebase", VRM_BONE_LEFT_TOES},
    {"upleg", VRM_BONE_LEFT_UPPER_LEG},
    {"uplegroll", BETWEEN},
};

static const skeleton_name cmu_centre[] = {
    {"head", VRM_BONE_HEAD},
    {"hips", VRM_BONE_HIPS},
    {"lhipjoint", BETWEEN},
    {"lowerback", VRM_BONE_SPINE},
    {"lthumb", BETWEEN},
    {"neck", BETWEEN},
    {"neck1", VRM_BONE_NECK},
    {"rhipjoint", BETWEEN},
    {"rthumb", BETWEEN},
    {"spine", VRM_BONE_CHEST},
    {"spine1", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name cmu_sides[] = {
    {"arm", VRM_BONE_LEFT_UPPER_ARM}, {"fingerbase", BETWEEN},
    {"foot", VRM_BONE_LEFT_FOOT},     {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"hand", VRM_BONE_LEFT_HAND},     {"handindex1", BETWEEN},
    {"leg", VRM_BONE_LEFT_LOWER_LEG}, {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"toebase", VRM_BONE_LEFT_TOES},  {"upleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name daz_centre[] = {
    {"abdomen", VRM_BONE_SPINE},
    {"abdomen2", BETWEEN},
    {"abdomenlower", VRM_BONE_SPINE},
    {"abdomenupper", BETWEEN},
    {"chest", VRM_BONE_CHEST},
    {"chestlower", VRM_BONE_CHEST},
    {"chestupper", VRM_BONE_UPPER_CHEST},
    {"head", VRM_BONE_HEAD},
    {"hip", VRM_BONE_HIPS},
    {"lefteye", VRM_BONE_LEFT_EYE},
    {"neck", VRM_BONE_NECK},
    {"necklower", VRM_BONE_NECK},
    {"neckupper", BETWEEN},
    {"pelvis", BETWEEN},
    {"righteye", VRM_BONE_RIGHT_EYE},
};

static const skeleton_name daz_sides[] = {
    {"buttock", BETWEEN},
    {"collar", VRM_BONE_LEFT_SHOULDER},
    {"eye", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"forearmbend", VRM_BONE_LEFT_LOWER_ARM},
    {"forearmtwist", BETWEEN},
    {"hand", VRM_BONE_LEFT_HAND},
    {"index1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"index2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"index3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"metatarsals", BETWEEN},
    {"mid1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"mid2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"mid3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"pinky1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"pinky2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"pinky3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"ring1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"ring2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ring3", VRM_BONE_LEFT_RING_DISTAL},
    {"shin", VRM_BONE_LEFT_LOWER_LEG},
    {"shldr", VRM_BONE_LEFT_UPPER_ARM},
    {"shldrbend", VRM_BONE_LEFT_UPPER_ARM},
    {"shldrtwist", BETWEEN},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"thighbend", VRM_BONE_LEFT_UPPER_LEG},
    {"thightwist", BETWEEN},
    {"thumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb2", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb3", VRM_BONE_LEFT_THUMB_DISTAL},
    {"toe", VRM_BONE_LEFT_TOES},
};

static const skeleton_name biovision_centre[] = {
    {"chest", VRM_BONE_SPINE},        {"chest2", VRM_BONE_CHEST}, {"chest3", BETWEEN},
    {"chest4", VRM_BONE_UPPER_CHEST}, {"head", VRM_BONE_HEAD},    {"hips", VRM_BONE_HIPS},
    {"neck", VRM_BONE_NECK},
};

static const skeleton_name biovision_sides[] = {
    {"ankle", VRM_BONE_LEFT_FOOT},      {"collar", VRM_BONE_LEFT_SHOULDER},
    {"elbow", VRM_BONE_LEFT_LOWER_ARM}, {"hip", VRM_BONE_LEFT_UPPER_LEG},
    {"knee", VRM_BONE_LEFT_LOWER_LEG},  {"shoulder", VRM_BONE_LEFT_UPPER_ARM},
    {"toe", VRM_BONE_LEFT_TOES},        {"wrist", VRM_BONE_LEFT_HAND},
};

static const skeleton_name wisconsin_centre[] = {
    {"chest", VRM_BONE_SPINE},
    {"head", VRM_BONE_HEAD},
    {"hips", VRM_BONE_HIPS},
    {"neck", VRM_BONE_NECK},
};

static const skeleton_name wisconsin_sides[] = {
    {"collar", VRM_BONE_LEFT_SHOULDER},  {"foot", VRM_BONE_LEFT_FOOT},
    {"hand", VRM_BONE_LEFT_HAND},        {"lowarm", VRM_BONE_LEFT_LOWER_ARM},
    {"lowleg", VRM_BONE_LEFT_LOWER_LEG}, {"uparm", VRM_BONE_LEFT_UPPER_ARM},
    {"upleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name lafan1_centre[] = {
    {"head", VRM_BONE_HEAD},   {"hips", VRM_BONE_HIPS},    {"neck", VRM_BONE_NECK},
    {"spine", VRM_BONE_SPINE}, {"spine1", VRM_BONE_CHEST}, {"spine2", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name lafan1_sides[] = {
    {"arm", VRM_BONE_LEFT_UPPER_ARM},     {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM}, {"hand", VRM_BONE_LEFT_HAND},
    {"leg", VRM_BONE_LEFT_LOWER_LEG},     {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"toe", VRM_BONE_LEFT_TOES},          {"upleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name bandai_centre[] = {
    {"chest", VRM_BONE_CHEST}, {"head", VRM_BONE_HEAD}, {"hips", VRM_BONE_HIPS},
    {"jointroot", BETWEEN},    {"neck", VRM_BONE_NECK}, {"spine", VRM_BONE_SPINE},
};

static const skeleton_name bandai_sides[] = {
    {"foot", VRM_BONE_LEFT_FOOT},          {"hand", VRM_BONE_LEFT_HAND},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM}, {"lowerleg", VRM_BONE_LEFT_LOWER_LEG},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},  {"toes", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM}, {"upperleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name mocopi_centre[] = {
    {"head", VRM_BONE_HEAD},
    {"neck1", VRM_BONE_NECK},
    {"neck2", BETWEEN},
    {"root", VRM_BONE_HIPS},
    {"torso1", BETWEEN},
    {"torso2", VRM_BONE_SPINE},
    {"torso3", BETWEEN},
    {"torso4", VRM_BONE_CHEST},
    {"torso5", BETWEEN},
    {"torso6", BETWEEN},
    {"torso7", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name mocopi_sides[] = {
    {"foot", VRM_BONE_LEFT_FOOT},         {"hand", VRM_BONE_LEFT_HAND},
    {"lowarm", VRM_BONE_LEFT_LOWER_ARM},  {"lowleg", VRM_BONE_LEFT_LOWER_LEG},
    {"shoulder", VRM_BONE_LEFT_SHOULDER}, {"toes", VRM_BONE_LEFT_TOES},
    {"uparm", VRM_BONE_LEFT_UPPER_ARM},   {"upleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name vroid_centre[] = {
    {"jadjlfaceeye", VRM_BONE_LEFT_EYE}, {"jadjrfaceeye", VRM_BONE_RIGHT_EYE},
    {"jbipcchest", VRM_BONE_CHEST},      {"jbipchead", VRM_BONE_HEAD},
    {"jbipchips", VRM_BONE_HIPS},        {"jbipcneck", VRM_BONE_NECK},
    {"jbipcspine", VRM_BONE_SPINE},      {"jbipcupperchest", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name vroid_sides[] = {
    {"foot", VRM_BONE_LEFT_FOOT},
    {"hand", VRM_BONE_LEFT_HAND},
    {"index1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"index2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"index3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"little1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"little2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"little3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM},
    {"lowerleg", VRM_BONE_LEFT_LOWER_LEG},
    {"middle1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"middle2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"middle3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"ring1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"ring2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ring3", VRM_BONE_LEFT_RING_DISTAL},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"thumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb2", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb3", VRM_BONE_LEFT_THUMB_DISTAL},
    {"toebase", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
    {"upperleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name unreal_centre[] = {
    {"head", VRM_BONE_HEAD},     {"neck01", VRM_BONE_NECK},
    {"neck02", BETWEEN},         {"pelvis", VRM_BONE_HIPS},
    {"root", BETWEEN},           {"spine01", VRM_BONE_SPINE},
    {"spine02", VRM_BONE_CHEST}, {"spine03", VRM_BONE_UPPER_CHEST},
    {"spine04", BETWEEN},        {"spine05", BETWEEN},
};

static const skeleton_name unreal_sides[] = {
    {"ball", VRM_BONE_LEFT_TOES},
    {"calf", VRM_BONE_LEFT_LOWER_LEG},
    {"calftwist01", BETWEEN},
    {"clavicle", VRM_BONE_LEFT_SHOULDER},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"hand", VRM_BONE_LEFT_HAND},
    {"index01", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"index02", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"index03", VRM_BONE_LEFT_INDEX_DISTAL},
    {"indexmetacarpal", BETWEEN},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM},
    {"lowerarmtwist01", BETWEEN},
    {"middle01", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"middle02", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"middle03", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"middlemetacarpal", BETWEEN},
    {"pinky01", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"pinky02", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"pinky03", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"pinkymetacarpal", BETWEEN},
    {"ring01", VRM_BONE_LEFT_RING_PROXIMAL},
    {"ring02", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ring03", VRM_BONE_LEFT_RING_DISTAL},
    {"ringmetacarpal", BETWEEN},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"thightwist01", BETWEEN},
    {"thumb01", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb02", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb03", VRM_BONE_LEFT_THUMB_DISTAL},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
    {"upperarmtwist01", BETWEEN},
};

static const skeleton_name vrm_centre[] = {
    {"chest", VRM_BONE_CHEST},
    {"head", VRM_BONE_HEAD},
    {"hips", VRM_BONE_HIPS},
    {"jaw", VRM_BONE_JAW},
    {"neck", VRM_BONE_NECK},
    {"spine", VRM_BONE_SPINE},
    {"upperchest", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name vrm_sides[] = {
    {"eye", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"hand", VRM_BONE_LEFT_HAND},
    {"indexdistal", VRM_BONE_LEFT_INDEX_DISTAL},
    {"indexintermediate", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"indexproximal", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"littledistal", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"littleintermediate", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"littleproximal", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM},
    {"lowerleg", VRM_BONE_LEFT_LOWER_LEG},
    {"middledistal", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"middleintermediate", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"middleproximal", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"ringdistal", VRM_BONE_LEFT_RING_DISTAL},
    {"ringintermediate", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ringproximal", VRM_BONE_LEFT_RING_PROXIMAL},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"thumbdistal", VRM_BONE_LEFT_THUMB_DISTAL},
    {"thumbmetacarpal", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumbproximal", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"toes", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
    {"upperleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name unity_sides[] = {
    {"eye", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"hand", VRM_BONE_LEFT_HAND},
    {"indexdistal", VRM_BONE_LEFT_INDEX_DISTAL},
    {"indexintermediate", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"indexproximal", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"littledistal", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"littleintermediate", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"littleproximal", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM},
    {"lowerleg", VRM_BONE_LEFT_LOWER_LEG},
    {"middledistal", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"middleintermediate", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"middleproximal", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"ringdistal", VRM_BONE_LEFT_RING_DISTAL},
    {"ringintermediate", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ringproximal", VRM_BONE_LEFT_RING_PROXIMAL},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"thumbdistal", VRM_BONE_LEFT_THUMB_DISTAL},
    {"thumbintermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumbproximal", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"toes", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
    {"upperleg", VRM_BONE_LEFT_UPPER_LEG},
};

static const skeleton_name biped_centre[] = {
    {"head", VRM_BONE_HEAD},          {"neck", VRM_BONE_NECK},   {"neck1", BETWEEN},
    {"pelvis", VRM_BONE_HIPS},        {"spine", VRM_BONE_SPINE}, {"spine1", VRM_BONE_CHEST},
    {"spine2", VRM_BONE_UPPER_CHEST}, {"spine3", BETWEEN},
};

static const skeleton_name biped_sides[] = {
    {"calf", VRM_BONE_LEFT_LOWER_LEG},
    {"clavicle", VRM_BONE_LEFT_SHOULDER},
    {"finger0", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"finger01", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"finger02", VRM_BONE_LEFT_THUMB_DISTAL},
    {"finger1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"finger11", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"finger12", VRM_BONE_LEFT_INDEX_DISTAL},
    {"finger2", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"finger21", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"finger22", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"finger3", VRM_BONE_LEFT_RING_PROXIMAL},
    {"finger31", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"finger32", VRM_BONE_LEFT_RING_DISTAL},
    {"finger4", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"finger41", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"finger42", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"hand", VRM_BONE_LEFT_HAND},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"toe0", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
};

static const skeleton_name rigify_centre[] = {
    {"jaw", VRM_BONE_JAW},        {"spine", VRM_BONE_HIPS},           {"spine001", VRM_BONE_SPINE},
    {"spine002", VRM_BONE_CHEST}, {"spine003", VRM_BONE_UPPER_CHEST}, {"spine004", VRM_BONE_NECK},
    {"spine005", BETWEEN},        {"spine006", VRM_BONE_HEAD},
};

static const skeleton_name rigify_sides[] = {
    {"breast", BETWEEN},
    {"eye", VRM_BONE_LEFT_EYE},
    {"findex01", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"findex02", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"findex03", VRM_BONE_LEFT_INDEX_DISTAL},
    {"fmiddle01", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"fmiddle02", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"fmiddle03", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"fpinky01", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"fpinky02", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"fpinky03", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"fring01", VRM_BONE_LEFT_RING_PROXIMAL},
    {"fring02", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"fring03", VRM_BONE_LEFT_RING_DISTAL},
    {"hand", VRM_BONE_LEFT_HAND},
    {"palm01", BETWEEN},
    {"palm02", BETWEEN},
    {"palm03", BETWEEN},
    {"palm04", BETWEEN},
    {"pelvis", BETWEEN},
    {"shin", VRM_BONE_LEFT_LOWER_LEG},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"thumb01", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb02", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb03", VRM_BONE_LEFT_THUMB_DISTAL},
    {"toe", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
};

static const skeleton_name character_creator_centre[] = {
    {"facialbone", BETWEEN},   {"head", VRM_BONE_HEAD},        {"hip", VRM_BONE_HIPS},
    {"jawroot", VRM_BONE_JAW}, {"necktwist01", VRM_BONE_NECK}, {"necktwist02", BETWEEN},
    {"pelvis", BETWEEN},       {"spine01", VRM_BONE_CHEST},    {"spine02", VRM_BONE_UPPER_CHEST},
    {"waist", VRM_BONE_SPINE},
};

static const skeleton_name character_creator_sides[] = {
    {"calf", VRM_BONE_LEFT_LOWER_LEG},
    {"calftwist01", BETWEEN},
    {"calftwist02", BETWEEN},
    {"clavicle", VRM_BONE_LEFT_SHOULDER},
    {"eye", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"forearmtwist01", BETWEEN},
    {"forearmtwist02", BETWEEN},
    {"hand", VRM_BONE_LEFT_HAND},
    {"index1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"index2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"index3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"mid1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"mid2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"mid3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"pinky1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"pinky2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"pinky3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"ring1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"ring2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ring3", VRM_BONE_LEFT_RING_DISTAL},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"thightwist01", BETWEEN},
    {"thightwist02", BETWEEN},
    {"thumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb2", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb3", VRM_BONE_LEFT_THUMB_DISTAL},
    {"toebase", VRM_BONE_LEFT_TOES},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM},
    {"upperarmtwist01", BETWEEN},
    {"upperarmtwist02", BETWEEN},
};

static const skeleton_name makehuman_centre[] = {
    {"head", VRM_BONE_HEAD},
    {"jaw", VRM_BONE_JAW},
    {"neck01", VRM_BONE_NECK},
    {"neck02", BETWEEN},
    {"neck03", BETWEEN},
    {"root", VRM_BONE_HIPS},
    {"spine01", VRM_BONE_UPPER_CHEST},
    {"spine02", BETWEEN},
    {"spine03", VRM_BONE_CHEST},
    {"spine04", BETWEEN},
    {"spine05", VRM_BONE_SPINE},
};

static const skeleton_name makehuman_sides[] = {
    {"clavicle", VRM_BONE_LEFT_SHOULDER},
    {"eye", VRM_BONE_LEFT_EYE},
    {"finger11", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"finger12", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"finger13", VRM_BONE_LEFT_THUMB_DISTAL},
    {"finger21", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"finger22", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"finger23", VRM_BONE_LEFT_INDEX_DISTAL},
    {"finger31", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"finger32", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"finger33", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"finger41", VRM_BONE_LEFT_RING_PROXIMAL},
    {"finger42", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"finger43", VRM_BONE_LEFT_RING_DISTAL},
    {"finger51", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"finger52", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"finger53", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"lowerarm01", VRM_BONE_LEFT_LOWER_ARM},
    {"lowerarm02", BETWEEN},
    {"lowerleg01", VRM_BONE_LEFT_LOWER_LEG},
    {"lowerleg02", BETWEEN},
    {"metacarpal1", BETWEEN},
    {"metacarpal2", BETWEEN},
    {"metacarpal3", BETWEEN},
    {"metacarpal4", BETWEEN},
    {"pelvis", BETWEEN},
    {"shoulder01", BETWEEN},
    {"toe11", BETWEEN},
    {"upperarm01", VRM_BONE_LEFT_UPPER_ARM},
    {"upperarm02", BETWEEN},
    {"upperleg01", VRM_BONE_LEFT_UPPER_LEG},
    {"upperleg02", BETWEEN},
    {"wrist", VRM_BONE_LEFT_HAND},
};

static const skeleton_name smpl_centre[] = {
    {"head", VRM_BONE_HEAD},          {"jaw", VRM_BONE_JAW},      {"neck", VRM_BONE_NECK},
    {"pelvis", VRM_BONE_HIPS},        {"spine1", VRM_BONE_SPINE}, {"spine2", VRM_BONE_CHEST},
    {"spine3", VRM_BONE_UPPER_CHEST},
};

static const skeleton_name smpl_sides[] = {
    {"ankle", VRM_BONE_LEFT_FOOT},
    {"collar", VRM_BONE_LEFT_SHOULDER},
    {"elbow", VRM_BONE_LEFT_LOWER_ARM},
    {"eyesmplhf", VRM_BONE_LEFT_EYE},
    {"foot", VRM_BONE_LEFT_TOES},
    {"hand", BETWEEN},
    {"hip", VRM_BONE_LEFT_UPPER_LEG},
    {"index1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"index2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"index3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"knee", VRM_BONE_LEFT_LOWER_LEG},
    {"middle1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"middle2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"middle3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"pinky1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"pinky2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"pinky3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"ring1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"ring2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"ring3", VRM_BONE_LEFT_RING_DISTAL},
    {"shoulder", VRM_BONE_LEFT_UPPER_ARM},
    {"thumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"thumb2", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"thumb3", VRM_BONE_LEFT_THUMB_DISTAL},
    {"wrist", VRM_BONE_LEFT_HAND},
};

static const skeleton_name rokoko_centre[] = {
    {"head", VRM_BONE_HEAD},    {"hips", VRM_BONE_HIPS},    {"neck", VRM_BONE_NECK},
    {"spine1", VRM_BONE_SPINE}, {"spine2", VRM_BONE_CHEST}, {"spine3", VRM_BONE_UPPER_CHEST},
    {"spine4", BETWEEN},
};

static const skeleton_name rokoko_sides[] = {
    {"arm", VRM_BONE_LEFT_UPPER_ARM},
    {"finger1distal", VRM_BONE_LEFT_THUMB_DISTAL},
    {"finger1metacarpal", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"finger1proximal", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"finger2distal", VRM_BONE_LEFT_INDEX_DISTAL},
    {"finger2medial", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"finger2metacarpal", BETWEEN},
    {"finger2proximal", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"finger3distal", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"finger3medial", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"finger3metacarpal", BETWEEN},
    {"finger3proximal", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"finger4distal", VRM_BONE_LEFT_RING_DISTAL},
    {"finger4medial", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"finger4metacarpal", BETWEEN},
    {"finger4proximal", VRM_BONE_LEFT_RING_PROXIMAL},
    {"finger5distal", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"finger5medial", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"finger5metacarpal", BETWEEN},
    {"finger5proximal", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"foot", VRM_BONE_LEFT_FOOT},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM},
    {"hand", VRM_BONE_LEFT_HAND},
    {"shin", VRM_BONE_LEFT_LOWER_LEG},
    {"shoulder", VRM_BONE_LEFT_SHOULDER},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG},
    {"toe", VRM_BONE_LEFT_TOES},
};

static const skeleton_name mmd_centre[] = {
    {"グルーブ", BETWEEN},
    {"センター", VRM_BONE_HIPS},
    {"上半身", VRM_BONE_SPINE},
    {"上半身2", VRM_BONE_CHEST},
    {"上半身3", VRM_BONE_UPPER_CHEST},
    {"下半身", BETWEEN},
    {"両目", BETWEEN},
    {"全ての親", BETWEEN},
    {"腰", BETWEEN},
    {"頭", VRM_BONE_HEAD},
    {"首", VRM_BONE_NECK},
};

static const skeleton_name mmd_sides[] = {
    {"つま先", VRM_BONE_LEFT_TOES},
    {"ひざ", VRM_BONE_LEFT_LOWER_LEG},
    {"ひじ", VRM_BONE_LEFT_LOWER_ARM},
    {"中指1", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"中指2", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"中指3", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"中指１", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"中指２", VRM_BONE_LEFT_MIDDLE_INTERMEDIATE},
    {"中指３", VRM_BONE_LEFT_MIDDLE_DISTAL},
    {"人指1", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"人指2", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"人指3", VRM_BONE_LEFT_INDEX_DISTAL},
    {"人指１", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"人指２", VRM_BONE_LEFT_INDEX_INTERMEDIATE},
    {"人指３", VRM_BONE_LEFT_INDEX_DISTAL},
    {"小指1", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"小指2", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"小指3", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"小指１", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"小指２", VRM_BONE_LEFT_LITTLE_INTERMEDIATE},
    {"小指３", VRM_BONE_LEFT_LITTLE_DISTAL},
    {"手捩", BETWEEN},
    {"手首", VRM_BONE_LEFT_HAND},
    {"目", VRM_BONE_LEFT_EYE},
    {"肩", VRM_BONE_LEFT_SHOULDER},
    {"肩c", BETWEEN},
    {"肩p", BETWEEN},
    {"腕", VRM_BONE_LEFT_UPPER_ARM},
    {"腕捩", BETWEEN},
    {"薬指1", VRM_BONE_LEFT_RING_PROXIMAL},
    {"薬指2", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"薬指3", VRM_BONE_LEFT_RING_DISTAL},
    {"薬指１", VRM_BONE_LEFT_RING_PROXIMAL},
    {"薬指２", VRM_BONE_LEFT_RING_INTERMEDIATE},
    {"薬指３", VRM_BONE_LEFT_RING_DISTAL},
    {"親指0", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"親指1", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"親指2", VRM_BONE_LEFT_THUMB_DISTAL},
    {"親指０", VRM_BONE_LEFT_THUMB_METACARPAL},
    {"親指１", VRM_BONE_LEFT_THUMB_PROXIMAL},
    {"親指２", VRM_BONE_LEFT_THUMB_DISTAL},
    {"足", VRM_BONE_LEFT_UPPER_LEG},
    {"足先ex", BETWEEN},
    {"足首", VRM_BONE_LEFT_FOOT},
};

/* How a family tells left from right. */
typedef enum skeleton_side { SIDE_BEGINS_NAME, SIDE_ENDS_NAME } skeleton_side;

typedef struct skeleton_table {
    vrmi_skeleton_family family;
    const char *prefix; /* every name of the family begins with it; NULL: with none */
    skeleton_side side;
    const char *left, *right;
    const skeleton_name *centre, *sides;
    uint32_t centre_count, side_count;
} skeleton_table;

#define LIST_COUNT(list) ((uint32_t)(sizeof(list) / sizeof(list)[0]))
#define LISTS(centre, sides) centre, sides, LIST_COUNT(centre), LIST_COUNT(sides)

/* Where two families know equally many names, the one that comes first is taken. */
/* clang-format off */
static const skeleton_table skeleton_tables[] = {
    {{"mixamo", 0, 0.0f}, "mixamorig", SIDE_BEGINS_NAME, "left", "right",
     LISTS(humanik_centre, humanik_sides)},
    {{"humanik", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(humanik_centre, humanik_sides)},
    {{"cmu", 1, 0.056444f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(cmu_centre, cmu_sides)},
    {{"daz", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "l", "r",
     LISTS(daz_centre, daz_sides)},
    {{"biovision", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(biovision_centre, biovision_sides)},
    {{"wisconsin", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(wisconsin_centre, wisconsin_sides)},
    {{"lafan1", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(lafan1_centre, lafan1_sides)},
    {{"bandai-namco", 0, 0.0f}, NULL, SIDE_ENDS_NAME, "l", "r",
     LISTS(bandai_centre, bandai_sides)},
    {{"mocopi", 0, 0.01f}, NULL, SIDE_BEGINS_NAME, "l", "r",
     LISTS(mocopi_centre, mocopi_sides)},
    {{"vroid", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "jbipl", "jbipr",
     LISTS(vroid_centre, vroid_sides)},
    {{"unreal", 0, 0.0f}, NULL, SIDE_ENDS_NAME, "l", "r",
     LISTS(unreal_centre, unreal_sides)},
    {{"vrm", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(vrm_centre, vrm_sides)},
    {{"unity", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(vrm_centre, unity_sides)},
    {{"biped", 0, 0.0f}, "bip", SIDE_BEGINS_NAME, "l", "r",
     LISTS(biped_centre, biped_sides)},
    {{"biped", 0, 0.0f}, "valvebipedbip", SIDE_BEGINS_NAME, "l", "r",
     LISTS(biped_centre, biped_sides)},
    {{"rigify", 0, 0.0f}, "def", SIDE_ENDS_NAME, "l", "r",
     LISTS(rigify_centre, rigify_sides)},
    {{"character-creator", 0, 0.0f}, "ccbase", SIDE_BEGINS_NAME, "l", "r",
     LISTS(character_creator_centre, character_creator_sides)},
    {{"makehuman", 0, 0.0f}, NULL, SIDE_ENDS_NAME, "l", "r",
     LISTS(makehuman_centre, makehuman_sides)},
    {{"smpl", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(smpl_centre, smpl_sides)},
    {{"rokoko", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "left", "right",
     LISTS(rokoko_centre, rokoko_sides)},
    {{"mmd", 0, 0.0f}, NULL, SIDE_BEGINS_NAME, "左", "右",
     LISTS(mmd_centre, mmd_sides)},
};
/* clang-format on */

#endif
