/* The variant of base/atomic.h that other compilers take. (The one that this compiler takes is run
 * by every test of models; threads_test runs it on several threads.) */
#define VRMI_ATOMIC_BUILTINS
#include "base/atomic.h"
#include "test.h"

TEST(the_last_reference_is_told) {
    vrmi_atomic_count count;
    vrmi_atomic_count_init(&count, 1);
    vrmi_atomic_count_up(&count);
    vrmi_atomic_count_up(&count);
    CHECK(!vrmi_atomic_count_down(&count));
    CHECK(!vrmi_atomic_count_down(&count));
    CHECK(vrmi_atomic_count_down(&count));
}

TEST(a_pointer_is_set_once) {
    vrmi_atomic_pointer pointer;
    int first, second;
    vrmi_atomic_pointer_init(&pointer);
    CHECK(vrmi_atomic_pointer_get(&pointer) == NULL);
    CHECK(vrmi_atomic_pointer_offer(&pointer, &first) == NULL);
    CHECK(vrmi_atomic_pointer_get(&pointer) == &first);
    CHECK(vrmi_atomic_pointer_offer(&pointer, &second) == &first);
    CHECK(vrmi_atomic_pointer_get(&pointer) == &first);
}

TEST_SUITE(atomic, ENTRY(the_last_reference_is_told), ENTRY(a_pointer_is_set_once));
