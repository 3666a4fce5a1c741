// Another source of the program of use.cpp: with the headers of C before and behind, and without
// what is experimental and what throws.
#undef VRM_EXPERIMENTAL
#undef VRM_EXCEPTIONS
#include <vrm/avatar.h>
#include <vrm/vrm.h>
#include <vrm/vrm.hpp>

bool other_source_loads(const char *path);
vrm::avatar other_source_creates(vrm::model &model);

bool other_source_loads(const char *path) {
    auto model = vrm::model::load_file(path);
    vrm::avatar avatar = *vrm::avatar::create(*model);
    avatar.look_at({0, 1, 2});
    avatar.update(0);
    return avatar.look_at_state().mode == vrm::look_at_mode::target;
}

vrm::avatar other_source_creates(vrm::model &model) { return *vrm::avatar::create(model); }
