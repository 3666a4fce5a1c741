/* JSON of one object, read in one pass without memory. What is not known is skipped, within a
 * depth. */
#ifndef VRMI_LIVE_TEXT_JSON_H
#define VRMI_LIVE_TEXT_JSON_H

#include "live/text/scan.h"
#include "vrm/base.h"

typedef struct vrmi_json_text {
    vrmi_scan scan;
    int depth;  /* 0 at first */
    void *user; /* of the readers of members */
} vrmi_json_text;

/* Reads the value of a member. False: it is wrong. */
typedef bool vrmi_json_member_reader(vrmi_json_text *r, vrm_string key, float *numbers);

void vrmi_json_text_space(vrmi_json_text *r);
/* A string as it is written, with its escapes. */
bool vrmi_json_text_string(vrmi_json_text *r, vrm_string *out);
bool vrmi_json_text_word(vrmi_json_text *r, const char *word);
bool vrmi_json_text_number(vrmi_json_text *r, float *out);
bool vrmi_json_text_skip(vrmi_json_text *r);
bool vrmi_json_text_object(vrmi_json_text *r, vrmi_json_member_reader *read, float *numbers);
bool vrmi_json_text_array(vrmi_json_text *r, bool (*read)(vrmi_json_text *));

#endif
