/* What a written file says of itself. */
#include "author/document/written.h"
#include "test.h"

#include <string.h>

static vrm_string words(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

TEST(changes_are_listed_in_order) {
    vrm_written *file = vrmi_written_create(NULL, NULL);
    REQUIRE(file != NULL);
    CHECK_INT(vrm_written_change_count(file), 0);
    CHECK(vrm_written_change(file, 0) == NULL);
    for (int i = 0; i < 40; ++i) {
        vrmi_written_add_change(file, i % 7, "meta-license", words("/a"), words(""), words("text"));
    }
    CHECK_INT(vrm_written_change_count(file), 40);
    CHECK_INT(vrm_written_change(file, 8)->kind, VRM_CHANGE_CONVERTED);
    CHECK(strcmp(vrm_written_change(file, 39)->code, "meta-license") == 0);
    CHECK(strcmp(vrm_written_change(file, 39)->from, "/a") == 0);
    CHECK(strcmp(vrm_written_change(file, 39)->to, "") == 0);
    CHECK(strcmp(vrm_written_change(file, 39)->text, "text") == 0);
    CHECK(vrm_written_change(file, 40) == NULL);
    CHECK(!file->is_refused);
    vrm_written_destroy(file);
}

TEST(kinds_of_changes_have_names) {
    CHECK(strcmp(vrm_change_kind_name(VRM_CHANGE_KEPT), "kept") == 0);
    CHECK(strcmp(vrm_change_kind_name(VRM_CHANGE_GUESSED), "guessed") == 0);
    CHECK(strcmp(vrm_change_kind_name(VRM_CHANGE_SET), "set") == 0);
    CHECK(strcmp(vrm_change_kind_name(VRM_CHANGE_SET + 1), "") == 0);
    CHECK(strcmp(vrm_change_kind_name(-1), "") == 0);
    CHECK_INT(vrm_written_change_count(NULL), 0);
}

TEST(a_list_without_memory_says_so) {
    vrm_limits limits;
    vrm_written *file;
    memset(&limits, 0, sizeof limits);
    limits.max_memory_bytes = sizeof *file + 8;
    limits.max_allocations = 100;
    file = vrmi_written_create(NULL, &limits);
    REQUIRE(file != NULL);
    vrmi_written_add_change(file, VRM_CHANGE_LOST, "c", words("/a"), words(""), words("t"));
    CHECK(file->is_refused);
    CHECK_INT(vrm_written_change_count(file), 0);
    vrm_written_destroy(file);
}

TEST_SUITE(written, ENTRY(changes_are_listed_in_order), ENTRY(kinds_of_changes_have_names),
           ENTRY(a_list_without_memory_says_so));
