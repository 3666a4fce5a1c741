/* The entry point of the extension, and its classes. */
#include "avatar.hpp"
#include "companion.hpp"
#include "crowd.hpp"
#include "load.hpp"
#include "modifier.hpp"
#include "vmc.hpp"

#if defined(_WIN32)
#define VRM_GODOT_EXPORT __declspec(dllexport)
#else
#define VRM_GODOT_EXPORT __attribute__((visibility("default")))
#endif

namespace vrm_godot {

namespace {

/* In the order in which they are removed. */
const char *const class_names[] = {"VRMCompanion", "VRMVmcSender", "VRMVmcReceiver",
                                   "VRMCrowd",     "VRMAvatar",    "VRMModifier",
                                   "VRMClip",      "VRMModel",     "VRM"};

void start(void *, GDExtensionInitializationLevel level) {
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    if (!find_frame_methods()) {
        report_error("libvrm: this engine lacks methods of Skeleton3D that the extension calls");
        return;
    }
    register_loader();
    register_model();
    register_clip();
    register_modifier();
    register_avatar();
    register_crowd();
    register_vmc();
    register_companion();
}

void stop(void *, GDExtensionInitializationLevel level) {
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    release_shaders();
    for (const char *c : class_names) {
        engine.unregister_class(engine.library, name(c).get());
    }
}

} // namespace

} // namespace vrm_godot

extern "C" VRM_GODOT_EXPORT GDExtensionBool vrm_godot_start(GDExtensionInterfaceGetProcAddress find,
                                                            GDExtensionClassLibraryPtr library,
                                                            GDExtensionInitialization *out) {
    if (!vrm_godot::find_interface(find, library)) return 0;
    out->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
    out->userdata = nullptr;
    out->initialize = vrm_godot::start;
    out->deinitialize = vrm_godot::stop;
    return 1;
}
