/* VRMModel: what a file means, as a resource of the engine that avatars and scenes share. */
#ifndef VRM_GODOT_MODEL_HPP
#define VRM_GODOT_MODEL_HPP

#include "bind.hpp"

#include <vrm/vrm.h>

#include <string>
#include <vector>

namespace vrm_godot {

extern const char *const model_class;

class model {
  public:
    model() = default;
    model(const model &) = delete;
    model &operator=(const model &) = delete;
    ~model() { vrm_model_release(model_); }

    /* A new resource, which takes the reference to the model. `data` is what a scene stores; nil:
     * scenes cannot store it. */
    static value make(vrm_model *loaded, const value &data, const std::vector<std::string> &lines);
    /* The instance of an object; NULL if it is no VRMModel. */
    static model *of(const value &object);
    static void *new_object(model *instance);

    vrm_model *get() const { return model_; }
    void add_diagnostic(const std::string &line) { lines_.push_back(line); }

    /* The JSON of the file as a GLB, without meshes and images: the engine has those. */
    void set_data(const bytes &data);
    bytes get_data();
    strings get_diagnostics();
    void set_diagnostics(const strings &lines);

  private:
    vrm_model *model_ = nullptr;
    bytes data_;
    std::vector<std::string> lines_;
};

/* The JSON of a GLB as a GLB of its own; empty if the bytes are no GLB. */
bytes json_of(const value &file);

void register_model();

} // namespace vrm_godot

#endif
