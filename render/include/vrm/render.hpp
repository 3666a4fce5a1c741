/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * vrm-render: draw avatars with OpenGL. Experimental: may change in any minor release.
 */
#ifndef VRM_RENDER_HPP
#define VRM_RENDER_HPP

#ifndef VRM_EXPERIMENTAL
#error "<vrm/render.hpp> is experimental (docs/reference/abi.md): define VRM_EXPERIMENTAL to use it"
#endif
#include <vrm/vrm.hpp>
#include <vrm/cpp/prefix.hpp>
#include <vrm/camera.h>
#include <vrm/render.h>

namespace vrm {

// --- Enumerations ---
/** Bits of the flags of a renderer: VRM_RENDERER_ constants. */
namespace renderer_flags_enum { using flags::operator|; enum renderer_flags : uint32_t {
    none, few_programs, many_programs, host_images = 4, no_shortcuts = 8
}; } using renderer_flags_enum::renderer_flags;
/** The state of an image of the file. */
namespace image_state_enum { enum image_state : int32_t {
    good, missing, unknown, damaged, too_large
}; } using image_state_enum::image_state;
/** Bits of the flags of a view: VRM_RENDER_ constants. */
namespace render_flags_enum { using flags::operator|; enum render_flags : uint32_t {
    none, first_person, no_outline, linear = 4, environment = 8
}; } using render_flags_enum::render_flags;
/** How much of an avatar a picture shows. */
namespace shot_enum { enum shot : int32_t { full, upper, portrait, face }; } using shot_enum::shot;

// --- Values ---
class any_renderer; class renderer; using renderer_ref = ref<any_renderer>;
using render_skipped = ::vrm_render_skipped; using render_times = ::vrm_render_times;
using light = ::vrm_light; using draw = ::vrm_draw; using mtoon_input = ::vrm_mtoon_input;
using camera = ::vrm_camera;
/** Settings of a renderer. */
struct renderer_desc : ::vrm_renderer_desc {
    renderer_desc() noexcept { vrm_renderer_desc_init_sized(this, sizeof(vrm_renderer_desc)); }
};
/** Resource limits of a render model. 0 in any field means its default. */
struct render_limits : ::vrm_render_limits {
    render_limits() noexcept { vrm_render_limits_init_sized(this, sizeof(vrm_render_limits)); }
};
/** How to frame an avatar. */
struct framing : ::vrm_framing {
    framing() noexcept { vrm_framing_init_sized(this, sizeof(vrm_framing)); }
};

// --- Objects ---

/** What renderer and renderer_ref can do. */
class any_renderer : public handle<vrm_renderer> {
  public:
    /** Returns the first problem since the renderer was created. */
    const char *problem() const & { return vrm_renderer_problem(raw()); }
    /** Returns how many triangles the last vrm_renderer_draw skipped because of `max_overdraw`. */
    uint64_t skipped() const { return vrm_renderer_skipped(raw()); }
    /** Returns how many triangles the last vrm_renderer_draw drew. */
    uint64_t drawn() const { return vrm_renderer_drawn(raw()); }
    /** Draws avatars into the bound framebuffer and viewport. */
    void draw(const vrm_view &view, argument<slice<const vrm::draw>> draws) {
        vrm_renderer_draw(raw(), &view, draws.data(), static_cast<uint32_t>(draws.size()));
    }
    /** Draws lines, such as those of vrm_avatar_debug_lines. */
    void draw_lines(const vrm_view &view, const vrm_line *lines, const float *colors, size_t count,
        int32_t depth_test) {
        vrm_renderer_draw_lines(raw(), &view, lines, colors, count, depth_test);
    }
  protected: using handle::handle;
};
/** The programs of a GL context, and everything that models share. */
class renderer : public owner<any_renderer, &vrm_renderer_destroy> {
  public: using owner::owner;
    /** Creates a renderer for the GL context that is current. */
    static expected<vrm::renderer> create(const vrm_renderer_desc &desc) {
        expected<vrm::renderer> made{detail::unfilled()};
        made.set_code(vrm_renderer_create(&desc, made->out(), made.report_out())); return made;
    }
    using any_renderer::problem; name_the_object_first problem() const && = delete;
};

/** The meshes and textures of a model on the GPU. */
class render_model : public owner<handle<vrm_render_model>, &vrm_render_model_destroy> {
  public: using owner::owner;
    /** Uploads the drawn parts of a model to the GPU. */
    static expected<vrm::render_model> create(vrm::renderer_ref renderer, vrm::model_ref model,
        maybe<const vrm_render_limits> limits = {}) {
        expected<vrm::render_model> made{detail::unfilled()};
        made.set_code(vrm_render_model_create(renderer.raw(), model.raw(), limits.get(),
            made->out(), made.report_out())); return made;
    }
    /** Sets the pixels of an image that the host has decoded. */
    vrm::image_state set_image(int32_t image, const vrm::pixels &decoded) {
        return static_cast<vrm::image_state>(vrm_render_model_set_image(raw(), image, &decoded));
    }
    /** Returns the state of an image of the file. */
    vrm::image_state image(int32_t image) const {
        return static_cast<vrm::image_state>(vrm_render_model_image(raw(), image));
    }
    /** Returns how much memory the textures of an image take on the GPU. */
    uint64_t image_bytes(int32_t image, maybe<uint32_t> out_width = {},
        maybe<uint32_t> out_height = {}) const {
        return vrm_render_model_image_bytes(raw(), image, out_width.get(), out_height.get());
    }
    /** Limits the width of outlines, for pictures of very small avatars. */
    void limit_outlines(float meters) { vrm_render_model_limit_outlines(raw(), meters); }
    /** Returns what the limits skipped of a model. */
    const vrm::render_skipped &skipped() const & { return *vrm_render_model_skipped(raw()); }
    name_the_object_first skipped() const && = delete;
    /** Returns how long vrm_render_model_create took. */
    const vrm::render_times &times() const & { return *vrm_render_model_times(raw()); }
    name_the_object_first times() const && = delete;
    /** Like vrm_render_model_create, but optimized for pictures of one view. */
    static expected<vrm::render_model> create_for_view(vrm::renderer_ref renderer,
        vrm::model_ref model, maybe<const vrm_render_limits> limits = {},
        maybe<const vrm_view> view = {}, maybe<const vrm::frame> frame = {}) {
        expected<vrm::render_model> made{detail::unfilled()};
        made.set_code(vrm_render_model_create_for_view(renderer.raw(), model.raw(), limits.get(),
            view.get(), frame.get(), made->out(), made.report_out())); return made;
    }
};

/** The extent of an avatar, measured at each vertex, without morph targets. */
class extent : public owner<handle<vrm_extent>, &vrm_extent_destroy> {
  public: using owner::owner;
    /** Measures an avatar after its last update. */
    static expected<vrm::extent> create(const any_avatar &avatar,
        maybe<const vrm::allocator> allocator = {}) {
        expected<vrm::extent> made{detail::unfilled()};
        made.set_code(vrm_extent_create(avatar.raw(), allocator.get(), made->out(),
            made.report_out())); return made;
    }
    /** Extends an extent by the present state of the avatar. */
    vrm::result include(const any_avatar &avatar) {
        return vrm::result{vrm_extent_include(raw(), avatar.raw())};
    }
    /** Computes the camera that shows an extent, as vrm_view_frame does. */
    expected<vrm::camera> camera(maybe<const vrm_framing> framing, float aspect) const {
        expected<vrm::camera> made{detail::unfilled()};
        made.set_code(vrm_extent_get_camera(raw(), framing.get(), aspect, &*made)); return made;
    }
    const vrm_extent *operator->() const noexcept { return raw(); }
};

/** The camera and the light. */
struct view : ::vrm_view {
    view() noexcept { vrm_view_init_sized(this, sizeof(vrm_view)); }
    /** Writes both matrices of a view for a camera with perspective. */
    void look_at(const vrm::vec3 &eye, const vrm::vec3 &target, const vrm::vec3 &up, float fov,
        float aspect, float z_near, float z_far) {
        vrm_view_look_at(this, &eye, &target, &up, fov, aspect, z_near, z_far);
    }
    /** Sets the camera of a view to show an avatar after its last update. */
    vrm::result frame(const any_avatar &avatar, maybe<const vrm_framing> framing = {},
        maybe<vrm::camera> out_camera = {}) {
        return vrm::result{vrm_view_frame(this, avatar.raw(), framing.get(), out_camera.get())};
    }
    /** Computes the point that an avatar looks at to follow a cursor. */
    vrm::vec3 look_at_point(const vrm::vec3 &eyes, float x, float y) const {
        vrm::vec3 out{}; vrm_view_get_look_at_point(this, &eyes, x, y, &out); return out;
    }
};

// --- Functions ---
/** Decodes an image, for programs that write it again. */
inline vrm::image_state image_decode(argument<vrm::bytes> bytes, uint64_t max_bytes,
    maybe<const vrm::allocator> allocator, vrm::pixels &out) {
    return static_cast<vrm::image_state>(vrm_image_decode(bytes.data(), bytes.size(), max_bytes,
        allocator.get(), &out));
}
/** Releases the pixels of vrm_image_decode. */
inline void image_release(maybe<vrm::pixels> image, const vrm::allocator &allocator) {
    vrm_image_release(image.get(), &allocator);
}
/** Decodes an image and drops its pixels: for programs that check files. */
inline vrm::image_state image_try(argument<vrm::bytes> bytes, uint64_t max_bytes,
    maybe<const vrm::allocator> allocator = {}) {
    return static_cast<vrm::image_state>(vrm_image_try(bytes.data(), bytes.size(), max_bytes,
        allocator.get()));
}

} // namespace vrm

#include <vrm/cpp/suffix.hpp>
#endif
