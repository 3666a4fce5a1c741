/* Stress of a speech, for those who nod at it. */
#ifndef VRMI_LIVE_VOICE_STRESS_H
#define VRMI_LIVE_VOICE_STRESS_H

#include "vrm/live/voice.h"

/* The greatest stress of the vowels that begin after `from` and up to `to`, which are close. */
float vrmi_speech_stress(const vrm_speech *speech, int64_t from, int64_t to);

#endif
