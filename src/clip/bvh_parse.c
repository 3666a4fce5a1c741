#include "clip/bvh.h"

#include "clip/diagnostics.h"

#include <string.h>

/* --- Words and numbers --- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Where a word or a number ends. */
static bool is_end(const vrmi_bvh_text *text, const char *at) {
    return at == text->end || is_space(*at) || *at == '{' || *at == '}';
}

void vrmi_bvh_skip_space(vrmi_bvh_text *text) {
    while (text->at != text->end && is_space(*text->at)) ++text->at;
}

vrm_string vrmi_bvh_word(vrmi_bvh_text *text) {
    vrm_string word;
    vrmi_bvh_skip_space(text);
    word.data = text->at;
    if (text->at != text->end && (*text->at == '{' || *text->at == '}')) {
        ++text->at;
    } else {
        while (!is_end(text, text->at)) ++text->at;
    }
    word.length = (uint32_t)(text->at - word.data);
    return word;
}

static char lower_of(char c) {
    if (c < 'A' || c > 'Z') return c;
    return (char)(c - 'A' + 'a');
}

bool vrmi_bvh_begins_with(vrm_string word, const char *lower) {
    size_t length = strlen(lower);
    if (word.length < length) return false;
    for (size_t i = 0; i < length; ++i) {
        if (lower_of(word.data[i]) != lower[i]) return false;
    }
    return true;
}

bool vrmi_bvh_is_word(vrm_string word, const char *lower) {
    return word.length == strlen(lower) && vrmi_bvh_begins_with(word, lower);
}

/* 10 to the powers that a double has exactly. */
static const double small_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* In steps of 22, of which a number of 19 digits needs few before it is 0 or too large. */
static double scale_by_ten(double value, int32_t exponent) {
    while (exponent > 22 && value < 1e30) {
        value *= 1e22;
        exponent -= 22;
    }
    while (exponent < -22 && value > 1e-60) {
        value /= 1e22;
        exponent += 22;
    }
    if (exponent > 22) return value != 0.0 ? 1e30 : 0.0;
    if (exponent < -22) return 0.0;
    return exponent < 0 ? value / small_powers[-exponent] : value * small_powers[exponent];
}

/* The digits of a number, up to where 19 of them fill 64 bits. */
typedef struct bvh_digits {
    uint64_t whole;
    int32_t exponent; /* of ten */
    uint32_t count;   /* of digits that count: those behind the first that is not 0 */
    bool has_any;
} bvh_digits;

static const char *read_digits(const char *at, const char *end, bool is_fraction,
                               bvh_digits *digits) {
    for (; at != end && is_digit(*at); ++at) {
        digits->has_any = true;
        if (digits->count < 19) {
            digits->whole = digits->whole * 10 + (uint64_t)(*at - '0');
            digits->count += digits->whole != 0;
            digits->exponent -= is_fraction;
        } else if (!is_fraction && digits->exponent < INT32_MAX / 2) {
            digits->exponent += 1;
        }
    }
    return at;
}

/* "e-17". False: there are no digits behind it. */
static bool read_exponent(const char **at, const char *end, int32_t *exponent) {
    const char *p = *at + 1;
    bool is_negative = p != end && *p == '-';
    int32_t value = 0;
    if (p != end && (*p == '-' || *p == '+')) ++p;
    if (p == end || !is_digit(*p)) return false;
    for (; p != end && is_digit(*p); ++p) {
        if (value < 100000) value = value * 10 + (*p - '0');
    }
    *exponent += is_negative ? -value : value;
    *at = p;
    return true;
}

bool vrmi_bvh_number(vrmi_bvh_text *text, double *out) {
    const double largest = 1e12;
    const char *at, *end = text->end;
    bvh_digits digits = {0, 0, 0, false};
    bool is_negative;
    double value;
    vrmi_bvh_skip_space(text);
    at = text->at;
    is_negative = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    at = read_digits(at, end, false, &digits);
    if (at != end && *at == '.') at = read_digits(at + 1, end, true, &digits);
    if (!digits.has_any) return false;
    if (at != end && (*at == 'e' || *at == 'E') && !read_exponent(&at, end, &digits.exponent)) {
        return false;
    }
    if (!is_end(text, at)) return false;
    value = scale_by_ten((double)digits.whole, digits.exponent);
    if (value > largest) value = largest;
    *out = is_negative ? -value : value;
    text->at = at;
    return true;
}

bool vrmi_bvh_fail(vrmi_load *load, const vrmi_bvh_text *text, const char *expected) {
    vrmi_bvh_text rest = *text;
    vrm_string word = vrmi_bvh_word(&rest);
    if (!vrmi_load_ok(load)) return false;
    vrmi_load_found_at(load, VRMI_BVH_SYNTAX, (uint64_t)(word.data - text->begin),
                       VRMI_WITH(vrmi_words(expected), vrmi_quoted(word)));
    return false;
}

/* --- Joints --- */

/* The state between two words of the hierarchy. */
typedef struct bvh_parser {
    vrmi_load *load;
    vrmi_bvh_text *text;
    vrmi_bvh *bvh;
    uint32_t capacity; /* of joints */
    int32_t current;   /* the joint whose braces are open */
    bool is_in_end;    /* the braces of its End Site are */
} bvh_parser;

static bool read_vector(bvh_parser *parser, vrm_vec3 *out) {
    double numbers[3];
    for (int i = 0; i < 3; ++i) {
        if (vrmi_bvh_number(parser->text, &numbers[i])) continue;
        return vrmi_bvh_fail(parser->load, parser->text, "OFFSET x y z");
    }
    *out = (vrm_vec3){(float)numbers[0], (float)numbers[1], (float)numbers[2]};
    return true;
}

static bool read_brace(bvh_parser *parser) {
    vrmi_bvh_text before = *parser->text;
    if (vrmi_bvh_is_word(vrmi_bvh_word(parser->text), "{")) return true;
    return vrmi_bvh_fail(parser->load, &before, "{");
}

/* The rest of the line: a name may have spaces. */
static vrm_string read_name(vrmi_bvh_text *text) {
    const char *begin, *end;
    while (text->at != text->end && (*text->at == ' ' || *text->at == '\t')) ++text->at;
    begin = text->at;
    while (text->at != text->end && *text->at != '\n' && *text->at != '\r' && *text->at != '{') {
        ++text->at;
    }
    end = text->at;
    while (end != begin && is_space(end[-1])) --end;
    return (vrm_string){begin, (uint32_t)(end - begin)};
}

static bool make_room(bvh_parser *parser) {
    vrmi_bvh *bvh = parser->bvh;
    uint32_t capacity = parser->capacity != 0 ? parser->capacity * 2 : 64;
    vrmi_bvh_joint *joints;
    if (bvh->joint_count < parser->capacity) return true;
    if (bvh->joint_count >= parser->load->limits.max_nodes || capacity < parser->capacity) {
        vrmi_load_found(parser->load, VRMI_LIMIT_COUNT, NULL,
                        VRMI_WITH(vrmi_unsigned((uint64_t)bvh->joint_count + 1),
                                  vrmi_unsigned(parser->load->limits.max_nodes)));
        return false;
    }
    if (capacity > parser->load->limits.max_nodes) capacity = parser->load->limits.max_nodes;
    joints = VRMI_TAKE(parser->load->scratch, vrmi_bvh_joint, capacity);
    if (joints == NULL) return vrmi_load_refused(parser->load);
    if (bvh->joint_count != 0) memcpy(joints, bvh->joints, bvh->joint_count * sizeof *joints);
    bvh->joints = joints;
    parser->capacity = capacity;
    return true;
}

static bool begin_joint(bvh_parser *parser, bool is_root) {
    vrmi_bvh *bvh = parser->bvh;
    vrmi_bvh_joint *joint;
    if (is_root != (parser->current == VRM_NONE) || parser->is_in_end) {
        return vrmi_bvh_fail(parser->load, parser->text, "}");
    }
    if (!make_room(parser)) return false;
    joint = &bvh->joints[bvh->joint_count];
    memset(joint, 0, sizeof *joint);
    joint->parent = parser->current;
    joint->depth = is_root ? 1 : bvh->joints[parser->current].depth + 1;
    joint->name = read_name(parser->text);
    joint->first_channel = bvh->channel_count;
    if (joint->depth > VRMI_BVH_MAX_DEPTH) {
        vrmi_load_found(parser->load, VRMI_BVH_DEPTH, NULL,
                        VRMI_WITH(vrmi_unsigned(VRMI_BVH_MAX_DEPTH)));
        return false;
    }
    parser->current = (int32_t)bvh->joint_count++;
    bvh->root_count += is_root;
    return read_brace(parser);
}

static vrmi_bvh_channel channel_of(vrm_string word) {
    static const char *const names[] = {"xposition", "yposition", "zposition",
                                        "xrotation", "yrotation", "zrotation"};
    int i = 0;
    while (i < VRMI_BVH_OTHER && !vrmi_bvh_is_word(word, names[i])) ++i;
    return (vrmi_bvh_channel)i;
}

static bool read_channels(bvh_parser *parser) {
    vrmi_bvh *bvh = parser->bvh;
    vrmi_bvh_joint *joint = &bvh->joints[parser->current];
    double count;
    if (!vrmi_bvh_number(parser->text, &count) || count < 0 ||
        count > (double)VRMI_BVH_MAX_CHANNELS || joint->channel_count != 0) {
        return vrmi_bvh_fail(parser->load, parser->text, "CHANNELS n");
    }
    if (bvh->channel_count > UINT32_MAX / 8 - VRMI_BVH_MAX_CHANNELS) {
        return vrmi_bvh_fail(parser->load, parser->text, "CHANNELS n");
    }
    for (uint32_t i = 0; i < (uint32_t)count; ++i) {
        vrm_string word = vrmi_bvh_word(parser->text);
        if (word.length == 0 || *word.data == '{' || *word.data == '}') {
            return vrmi_bvh_fail(parser->load, parser->text, "Xrotation");
        }
        /* Those of an End Site move nothing, but have their numbers. */
        if (!parser->is_in_end) joint->channels[i] = (uint8_t)channel_of(word);
    }
    if (!parser->is_in_end) {
        joint->first_channel = bvh->channel_count;
        joint->channel_count = (uint8_t)count;
    }
    bvh->channel_count += (uint32_t)count;
    return true;
}

static bool begin_end_site(bvh_parser *parser) {
    if (parser->current == VRM_NONE || parser->is_in_end) {
        return vrmi_bvh_fail(parser->load, parser->text, "JOINT");
    }
    read_name(parser->text); /* "Site" */
    parser->is_in_end = true;
    return read_brace(parser);
}

static bool end_braces(bvh_parser *parser) {
    if (parser->is_in_end) {
        parser->is_in_end = false;
    } else {
        parser->current = parser->bvh->joints[parser->current].parent;
    }
    return true;
}

static bool read_offset(bvh_parser *parser) {
    vrmi_bvh_joint *joint = &parser->bvh->joints[parser->current];
    if (!parser->is_in_end) return read_vector(parser, &joint->offset);
    joint->has_end = true;
    return read_vector(parser, &joint->end);
}

/* One word of the hierarchy, and what belongs to it. */
static bool read_word(bvh_parser *parser, vrm_string word, const vrmi_bvh_text *before) {
    if (vrmi_bvh_is_word(word, "root")) return begin_joint(parser, true);
    if (parser->current == VRM_NONE) return vrmi_bvh_fail(parser->load, before, "ROOT, MOTION");
    if (vrmi_bvh_is_word(word, "joint")) return begin_joint(parser, false);
    if (vrmi_bvh_begins_with(word, "end")) return begin_end_site(parser);
    if (vrmi_bvh_is_word(word, "offset")) return read_offset(parser);
    if (vrmi_bvh_is_word(word, "channels")) return read_channels(parser);
    if (vrmi_bvh_is_word(word, "}")) return end_braces(parser);
    return vrmi_bvh_fail(parser->load, before, "JOINT, End Site, OFFSET, CHANNELS, }");
}

/* The mark of the byte order that some editors put before a text. */
static void skip_mark(vrmi_bvh_text *text) {
    if (text->end - text->at >= 3 && memcmp(text->at, "\xEF\xBB\xBF", 3) == 0) text->at += 3;
}

bool vrmi_bvh_read_joints(vrmi_load *load, vrmi_bvh_text *text, vrmi_bvh *out) {
    bvh_parser parser;
    vrmi_bvh_text before = *text;
    memset(out, 0, sizeof *out);
    parser = (bvh_parser){load, text, out, 0, VRM_NONE, false};
    skip_mark(text);
    if (!vrmi_bvh_is_word(vrmi_bvh_word(text), "hierarchy")) {
        return vrmi_bvh_fail(load, &before, "HIERARCHY");
    }
    for (;;) {
        vrm_string word;
        before = *text;
        word = vrmi_bvh_word(text);
        if (parser.current == VRM_NONE && vrmi_bvh_is_word(word, "motion")) break;
        if (word.length == 0) return vrmi_bvh_fail(load, &before, "MOTION");
        if (!vrmi_load_goes_on(load) || !read_word(&parser, word, &before)) return false;
    }
    return true;
}

bool vrmi_is_bvh(const uint8_t *bytes, size_t size) {
    enum { LOOKED_AT = 4096 }; /* bytes: lines before the first word are few */
    vrmi_bvh_text text;
    if (size == 0) return false;
    if (size > LOOKED_AT) size = LOOKED_AT;
    text.begin = text.at = (const char *)bytes;
    text.end = text.begin + size;
    skip_mark(&text);
    return vrmi_bvh_is_word(vrmi_bvh_word(&text), "hierarchy");
}
