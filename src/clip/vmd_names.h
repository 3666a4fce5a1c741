/*
 * The names of MMD, in Shift-JIS as files have them: 15 bytes at most, so that nothing has to be
 * decoded. Those of a side stand behind 左 or 右.
 */
#ifndef VRMI_CLIP_VMD_NAMES_H
#define VRMI_CLIP_VMD_NAMES_H

#include "clip/vmd.h"

#define VMD_NAME_LEFT "\x8d\xb6"  /* 左 */
#define VMD_NAME_RIGHT "\x89\x45" /* 右 */

typedef struct vmd_name {
    const char *name;
    int32_t index; /* vrmi_vmd_bone, vrmi_vmd_side, or a preset */
} vmd_name;

static const vmd_name middle_names[] = {
    {"\x91\x53\x82\xc4\x82\xcc\x90\x65", VRMI_VMD_ALL},    /* 全ての親 */
    {"\x83\x5a\x83\x93\x83\x5e\x81\x5b", VRMI_VMD_CENTER}, /* センター */
    {"\x83\x4f\x83\x8b\x81\x5b\x83\x75", VRMI_VMD_GROOVE}, /* グルーブ */
    {"\x8d\x98", VRMI_VMD_WAIST},                          /* 腰 */
    {"\x89\xba\x94\xbc\x90\x67", VRMI_VMD_LOWER},          /* 下半身 */
    {"\x8f\xe3\x94\xbc\x90\x67", VRMI_VMD_UPPER},          /* 上半身 */
    {"\x8f\xe3\x94\xbc\x90\x67\x32", VRMI_VMD_UPPER2},     /* 上半身2 */
    {"\x8f\xe3\x94\xbc\x90\x67\x33", VRMI_VMD_UPPER3},     /* 上半身3 */
    {"\x8e\xf1", VRMI_VMD_NECK},                           /* 首 */
    {"\x93\xaa", VRMI_VMD_HEAD},                           /* 頭 */
    {"\x97\xbc\x96\xda", VRMI_VMD_EYES},                   /* 両目 */
};

/* 人指１ to ３ and so on: full-width digits. */
#define VMD_FINGER(name, first)                                                                    \
    {name "\x82\x50", first}, {name "\x82\x51", first + 1}, { name "\x82\x52", first + 2 }

static const vmd_name side_names[] = {
    {"\x8c\xa8\x50", VRMI_VMD_SHOULDER_P},                         /* 肩P */
    {"\x8c\xa8", VRMI_VMD_SHOULDER},                               /* 肩 */
    {"\x98\x72", VRMI_VMD_ARM},                                    /* 腕 */
    {"\x98\x72\x9d\x80", VRMI_VMD_ARM_TWIST},                      /* 腕捩 */
    {"\x82\xd0\x82\xb6", VRMI_VMD_ELBOW},                          /* ひじ */
    {"\x8e\xe8\x9d\x80", VRMI_VMD_HAND_TWIST},                     /* 手捩 */
    {"\x8e\xe8\x8e\xf1", VRMI_VMD_WRIST},                          /* 手首 */
    {"\x90\x65\x8e\x77\x82\x4f", VRMI_VMD_THUMB},                  /* 親指０ */
    {"\x90\x65\x8e\x77\x82\x50", VRMI_VMD_THUMB + 1},              /* 親指１ */
    {"\x90\x65\x8e\x77\x82\x51", VRMI_VMD_THUMB + 2},              /* 親指２ */
    VMD_FINGER("\x90\x6c\x8e\x77", VRMI_VMD_INDEX),                /* 人指 */
    VMD_FINGER("\x92\x86\x8e\x77", VRMI_VMD_MIDDLE),               /* 中指 */
    VMD_FINGER("\x96\xf2\x8e\x77", VRMI_VMD_RING),                 /* 薬指 */
    VMD_FINGER("\x8f\xac\x8e\x77", VRMI_VMD_LITTLE),               /* 小指 */
    {"\x91\xab", VRMI_VMD_LEG},                                    /* 足 */
    {"\x91\xab\x44", VRMI_VMD_LEG_D},                              /* 足D */
    {"\x82\xd0\x82\xb4", VRMI_VMD_KNEE},                           /* ひざ */
    {"\x82\xd0\x82\xb4\x44", VRMI_VMD_KNEE_D},                     /* ひざD */
    {"\x91\xab\x8e\xf1", VRMI_VMD_ANKLE},                          /* 足首 */
    {"\x91\xab\x8e\xf1\x44", VRMI_VMD_ANKLE_D},                    /* 足首D */
    {"\x82\xc2\x82\xdc\x90\xe6", VRMI_VMD_TOE},                    /* つま先 */
    {"\x91\xab\x90\xe6\x45\x58", VRMI_VMD_TOE_EX},                 /* 足先EX */
    {"\x96\xda", VRMI_VMD_EYE},                                    /* 目 */
    {"\x91\xab\x49\x4b\x90\x65", VRMI_VMD_IK_PARENT},              /* 足IK親 */
    {"\x91\xab\x82\x68\x82\x6a", VRMI_VMD_FOOT_IK},                /* 足ＩＫ */
    {"\x91\xab\x49\x4b", VRMI_VMD_FOOT_IK},                        /* 足IK */
    {"\x82\xc2\x82\xdc\x90\xe6\x82\x68\x82\x6a", VRMI_VMD_TOE_IK}, /* つま先ＩＫ */
    {"\x82\xc2\x82\xdc\x90\xe6\x49\x4b", VRMI_VMD_TOE_IK},         /* つま先IK */
};

/* ウィンク alone is the left eye. 笑い is that of closed eyes. */
static const vmd_name morph_names[VRMI_VMD_MORPH_COUNT] = {
    {"\x82\xdc\x82\xce\x82\xbd\x82\xab", VRM_PRESET_BLINK},               /* まばたき */
    {"\x8f\xce\x82\xa2", VRM_PRESET_BLINK},                               /* 笑い */
    {"\x83\x45\x83\x42\x83\x93\x83\x4e", VRM_PRESET_BLINK_LEFT},          /* ウィンク */
    {"\x83\x45\x83\x42\x83\x93\x83\x4e\x82\x51", VRM_PRESET_BLINK_LEFT},  /* ウィンク２ */
    {"\xb3\xa8\xdd\xb8\x82\x51", VRM_PRESET_BLINK_LEFT},                  /* ｳｨﾝｸ２ */
    {"\x83\x45\x83\x42\x83\x93\x83\x4e\x89\x45", VRM_PRESET_BLINK_RIGHT}, /* ウィンク右 */
    {"\x83\x45\x83\x42\x83\x93\x83\x4e\x82\x51\x89\x45", VRM_PRESET_BLINK_RIGHT}, /* ウィンク２右 */
    {"\xb3\xa8\xdd\xb8\x82\x51\x89\x45", VRM_PRESET_BLINK_RIGHT}, /* ｳｨﾝｸ２右 */
    {"\x82\xa0", VRM_PRESET_AA},                                  /* あ */
    {"\x82\xa2", VRM_PRESET_IH},                                  /* い */
    {"\x82\xa4", VRM_PRESET_OU},                                  /* う */
    {"\x82\xa6", VRM_PRESET_EE},                                  /* え */
    {"\x82\xa8", VRM_PRESET_OH},                                  /* お */
    {"\x82\xc9\x82\xb1\x82\xe8", VRM_PRESET_HAPPY},               /* にこり */
    {"\x82\xc8\x82\xb2\x82\xdd", VRM_PRESET_RELAXED},             /* なごみ */
    {"\x93\x7b\x82\xe8", VRM_PRESET_ANGRY},                       /* 怒り */
    {"\x8d\xa2\x82\xe9", VRM_PRESET_SAD},                         /* 困る */
    {"\x82\xd1\x82\xc1\x82\xad\x82\xe8", VRM_PRESET_SURPRISED},   /* びっくり */
};

#endif
