#include "meta_fields.h"
#include "apps/kit/options/options.h"
#include "edit_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

const char *meta_pointer(vrm_edit *edit) {
    if (vrm_edit_get(edit, META_1, NULL) != NULL) return META_1;
    return vrm_edit_get(edit, META_0, NULL) != NULL ? META_0 : NULL;
}

#define TEXT(key)                                                                                  \
    { key, META_TEXT, NULL, "text", false }
#define NEEDED(key)                                                                                \
    { key, META_TEXT, NULL, "text that is not empty", true }
#define FLAG(key)                                                                                  \
    { key, META_BOOL, "true|false", "true or false", false }
#define WORDS(key, words)                                                                          \
    { key, META_WORDS, words, "one of " words, false }

static const meta_field fields_1[] = {
    NEEDED("name"),
    TEXT("version"),
    {"authors", META_LIST, NULL, "names with commas between them", true},
    TEXT("copyrightInformation"),
    TEXT("contactInformation"),
    {"references", META_LIST, NULL, "texts with commas between them", false},
    TEXT("thirdPartyLicenses"),
    NEEDED("licenseUrl"),
    WORDS("avatarPermission", "onlyAuthor|onlySeparatelyLicensedPerson|everyone"),
    FLAG("allowExcessivelyViolentUsage"),
    FLAG("allowExcessivelySexualUsage"),
    WORDS("commercialUsage", "personalNonProfit|personalProfit|corporation"),
    FLAG("allowPoliticalOrReligiousUsage"),
    FLAG("allowAntisocialOrHateUsage"),
    WORDS("creditNotation", "required|unnecessary"),
    FLAG("allowRedistribution"),
    WORDS("modification", "prohibited|allowModification|allowModificationRedistribution"),
    TEXT("otherLicenseUrl"),
};

static const meta_field fields_0[] = {
    TEXT("title"),
    TEXT("version"),
    TEXT("author"),
    TEXT("contactInformation"),
    TEXT("reference"),
    WORDS("allowedUserName", "OnlyAuthor|ExplicitlyLicensedPerson|Everyone"),
    WORDS("violentUssageName", "Disallow|Allow"), /* so spelled by the specification */
    WORDS("sexualUssageName", "Disallow|Allow"),
    WORDS("commercialUssageName", "Disallow|Allow"),
    TEXT("otherPermissionUrl"),
    WORDS("licenseName", "Redistribution_Prohibited|CC0|CC_BY|CC_BY_NC|CC_BY_SA|CC_BY_NC_SA|"
                         "CC_BY_ND|CC_BY_NC_ND|Other"),
    TEXT("otherLicenseUrl"),
};

const meta_field *meta_field_find(bool is_0, const char *key) {
    const meta_field *fields = is_0 ? fields_0 : fields_1;
    size_t count =
        is_0 ? sizeof fields_0 / sizeof fields_0[0] : sizeof fields_1 / sizeof fields_1[0];
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(fields[i].key, key) == 0) return &fields[i];
    }
    return NULL;
}

/* Near to the beginning of a key is near, too: licence is licenseUrl. */
static int farness(const char *text, const char *key) {
    const size_t length = strlen(text);
    char begin[64];
    int whole = name_farness(text, length, key), part;
    if (length < 4 || length >= sizeof begin) return whole;
    snprintf(begin, sizeof begin, "%.*s", (int)length, key);
    part = name_farness(text, length, begin);
    return whole < part ? whole : part;
}

const char *meta_field_nearest(bool is_0, const char *key) {
    const meta_field *fields = is_0 ? fields_0 : fields_1;
    size_t count =
        is_0 ? sizeof fields_0 / sizeof fields_0[0] : sizeof fields_1 / sizeof fields_1[0];
    const char *best = NULL;
    int least = NAME_IS_FAR;
    for (size_t i = 0; i < count; ++i) {
        int far = farness(key, fields[i].key);
        if (far >= least) continue;
        least = far;
        best = fields[i].key;
    }
    return best;
}

/* Texts as a list; those of one text have commas between them. */
static char *list_json(const char *const *texts, int count, bool splits) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *list = yyjson_mut_arr(document);
    char *json = NULL;
    yyjson_mut_doc_set_root(document, list);
    for (int i = 0; i < count; ++i) {
        const char *at = texts[i];
        while (at != NULL) {
            const char *comma = splits ? strchr(at, ',') : NULL;
            size_t length = comma != NULL ? (size_t)(comma - at) : strlen(at);
            while (splits && length > 0 && at[0] == ' ') {
                ++at;
                --length;
            }
            if (length > 0) yyjson_mut_arr_add_strncpy(document, list, at, length);
            at = comma != NULL ? comma + 1 : NULL;
        }
    }
    if (document != NULL)
        json = yyjson_mut_write(document, YYJSON_WRITE_ALLOW_INVALID_UNICODE, NULL);
    yyjson_mut_doc_free(document);
    return json;
}

bool meta_field_json(const meta_field *field, const char *value, char **out_json) {
    *out_json = NULL;
    switch (field->kind) {
    case META_TEXT:
        if (field->is_required && value[0] == '\0') return false;
        *out_json = json_of_words(value);
        return true;
    case META_LIST:
        *out_json = list_json(&value, 1, true);
        return *out_json == NULL || !field->is_required || strcmp(*out_json, "[]") != 0;
    default:
        if (words_find(field->words, value, strlen(value)) < 0) return false;
        *out_json = field->kind == META_BOOL ? json_of_value(value) : json_of_words(value);
        return true;
    }
}

char *meta_authors_list(const char *const *names, int count) {
    return list_json(names, count, false);
}

char *meta_authors_joined(const char *const *names, int count) {
    size_t size = 1, length = 0;
    char *text, *json = NULL;
    for (int i = 0; i < count; ++i) size += strlen(names[i]) + 2;
    text = malloc(size);
    if (text == NULL) return NULL;
    for (int i = 0; i < count; ++i) {
        const size_t name_length = strlen(names[i]);
        if (i > 0) {
            memcpy(text + length, ", ", 2);
            length += 2;
        }
        memcpy(text + length, names[i], name_length);
        length += name_length;
    }
    text[length] = '\0';
    json = json_of_words(text);
    free(text);
    return json;
}
