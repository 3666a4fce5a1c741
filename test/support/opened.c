#include "support/opened.h"

#include "test.h"

opened open_json(const char *json, const void *bin, size_t bin_size) {
    opened o = {fixture_glb(json, bin, bin_size), NULL};
    CHECK_INT(vrm_edit_create(o.file.bytes, o.file.size, NULL, &o.edit, NULL), VRM_OK);
    return o;
}

void close_json(opened *o) {
    vrm_edit_destroy(o->edit);
    fixture_free(&o->file);
}

void check_json(vrm_edit *edit, const char *pointer, const char *expected) {
    char text[4096];
    size_t length;
    const char *json = vrm_edit_get(edit, pointer, &length);
    if (json == NULL) {
        CHECK_TEXT("nothing", expected);
        return;
    }
    REQUIRE(length < sizeof text);
    for (size_t i = 0; i < length; ++i) text[i] = json[i] == '"' ? '\'' : json[i];
    text[length] = '\0';
    test_note("%s", pointer);
    CHECK_TEXT(text, expected);
    test_note(NULL);
}
