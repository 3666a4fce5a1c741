/* An avatar that looks: the body of body_fixture.h with a lookAt, and where its eyes go. */
#ifndef VRM_TEST_LOOK_AT_FIXTURE_H
#define VRM_TEST_LOOK_AT_FIXTURE_H

#include "avatar/body_fixture.h"

/* Members of a lookAt: the maps of GV-035. And a member of a VRM: four expressions. */
#define GV_035_MAPS                                                                                \
    "'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':10},"                             \
    "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':8},"                              \
    "'rangeMapVerticalDown':{'inputMaxValue':90,'outputScale':12},"                                \
    "'rangeMapVerticalUp':{'inputMaxValue':90,'outputScale':6}"
#define LOOK_EXPRESSIONS                                                                           \
    "'expressions':{'preset':{'lookUp':{},'lookDown':{},'lookLeft':{},'lookRight':{}}}"

/* Members of a VRM: GV-037 and a map that has no part in it, with the expressions. */
#define GV_037                                                                                     \
    "'lookAt':{'type':'expression','rangeMapHorizontalOuter':{'inputMaxValue':90,"                 \
    "'outputScale':1},'rangeMapHorizontalInner':{'inputMaxValue':1,'outputScale':0.01},"           \
    "'rangeMapVerticalDown':{'inputMaxValue':60,'outputScale':0.8},"                               \
    "'rangeMapVerticalUp':{'inputMaxValue':60,'outputScale':0.5}}," LOOK_EXPRESSIONS

/* Between the eyes of a body that faces +Z. */
extern const point between_eyes;

/* A plain body with these members of VRMC_vrm. */
bool open_plain(figure *out, const char *vrm, uint32_t flags);
/* A body with a lookAt of these members; `more` begins with a comma, or is empty. */
bool open_look_at(figure *out, stance s, const char *members, const char *more);
/* A plain body of 0.x with these members of firstPerson. */
bool open_old(figure *out, const char *first_person);

/* Each with an update. */
void look_at(figure *s, point target);
void look_degrees(figure *s, double yaw, double pitch);

/* Of the last update. A yaw of 180 may be either. */
void check_degrees(const figure *s, double yaw, double pitch, double tolerance);

/* The turn of an eye about the axes of an avatar that faces +Z. */
turn eye_turn(const figure *s, vrm_bone eye);
void check_eye(const figure *s, vrm_bone eye, double yaw, double pitch);
void check_eyes(const figure *s, double left_yaw, double right_yaw, double pitch);
/* Of lookLeft, lookRight, lookDown and lookUp. */
void check_weights(const figure *s, double left, double right, double down, double up);

/* Whether all matrices of the frame are finite, and all rotations of unit length (ER-014). */
bool is_sound(const figure *s);

#endif
