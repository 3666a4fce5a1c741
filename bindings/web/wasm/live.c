/*
 * libvrm-live for JavaScript: times in seconds, and names with their length, so that an update
 * makes no BigInt and no struct is filled in by hand. Only the module live has it.
 */
#include "vrm/live.h"

#include <string.h>

#define NANOSECONDS 1e9
#define MOST_SECONDS 9e9

static int64_t nanoseconds(double seconds) {
    if (!(seconds > -MOST_SECONDS)) seconds = seconds < 0.0 ? -MOST_SECONDS : 0.0;
    if (seconds > MOST_SECONDS) seconds = MOST_SECONDS;
    return (int64_t)(seconds * NANOSECONDS + (seconds < 0.0 ? -0.5 : 0.5));
}

void vrm_web_companion_update(vrm_companion *companion, vrm_avatar *avatar, const vrm_pose *body,
                              double now);
int32_t vrm_web_companion_say(vrm_companion *companion, const vrm_speech *speech, double start);
int32_t vrm_web_companion_cue(vrm_companion *companion, int32_t kind, int32_t index, float strength,
                              double hold, double time);
void vrm_web_companion_attend(vrm_companion *companion, const vrm_vec3 *target, double until);
void vrm_web_companion_set_action(vrm_companion_action *action, const char *name, uint32_t length,
                                  const vrm_clip *clip, double hold, int32_t expression,
                                  float weight, int32_t is_whole_body);
void vrm_web_phoneme_set(vrm_phoneme *phoneme, double start, double end, const char *symbol,
                         uint32_t length, float stress, float loudness);
void vrm_web_speech_sample(const vrm_speech *speech, double seconds, vrm_mouth *out);
double vrm_web_speech_end(const vrm_speech *speech);
uint32_t vrm_web_vmc_receiver_add(vrm_vmc_receiver *receiver, const void *bytes, uint32_t size,
                                  double now);

/* vrm_companion_update in seconds. */
void vrm_web_companion_update(vrm_companion *companion, vrm_avatar *avatar, const vrm_pose *body,
                              double now) {
    vrm_companion_update(companion, avatar, body, nanoseconds(now));
}

/* vrm_companion_say in seconds. */
int32_t vrm_web_companion_say(vrm_companion *companion, const vrm_speech *speech, double start) {
    return vrm_companion_say(companion, speech, nanoseconds(start));
}

/* vrm_companion_cue of the fields of a tag, in seconds. */
int32_t vrm_web_companion_cue(vrm_companion *companion, int32_t kind, int32_t index, float strength,
                              double hold, double time) {
    vrm_companion_tag tag = {kind, index, nanoseconds(hold), strength, 0};
    return vrm_companion_cue(companion, &tag, nanoseconds(time));
}

/* vrm_companion_attend in seconds. */
void vrm_web_companion_attend(vrm_companion *companion, const vrm_vec3 *target, double until) {
    vrm_companion_attend(companion, target, nanoseconds(until));
}

/* Fills in an action, whose name is borrowed. */
void vrm_web_companion_set_action(vrm_companion_action *action, const char *name, uint32_t length,
                                  const vrm_clip *clip, double hold, int32_t expression,
                                  float weight, int32_t is_whole_body) {
    memset(action, 0, sizeof *action);
    action->name.data = name;
    action->name.length = length;
    action->clip = clip;
    action->hold = nanoseconds(hold);
    action->bones = is_whole_body ? VRM_ALL_BONES : 0;
    action->expression = expression;
    action->weight = weight;
}

/* Fills in a phoneme, whose symbol is borrowed. */
void vrm_web_phoneme_set(vrm_phoneme *phoneme, double start, double end, const char *symbol,
                         uint32_t length, float stress, float loudness) {
    memset(phoneme, 0, sizeof *phoneme);
    phoneme->start = nanoseconds(start);
    phoneme->end = nanoseconds(end);
    phoneme->symbol.data = symbol;
    phoneme->symbol.length = length;
    phoneme->stress = stress;
    phoneme->loudness = loudness;
}

/* vrm_speech_sample in seconds. */
void vrm_web_speech_sample(const vrm_speech *speech, double seconds, vrm_mouth *out) {
    vrm_speech_sample(speech, nanoseconds(seconds), out);
}

/* When the last phoneme of a speech ends, in seconds. */
double vrm_web_speech_end(const vrm_speech *speech) {
    const vrm_speech_info *info = vrm_speech_get_info(speech);
    return info != NULL ? (double)info->end / NANOSECONDS : 0.0;
}

/* vrm_vmc_receiver_add in seconds. */
uint32_t vrm_web_vmc_receiver_add(vrm_vmc_receiver *receiver, const void *bytes, uint32_t size,
                                  double now) {
    return vrm_vmc_receiver_add(receiver, bytes, size, nanoseconds(now));
}
