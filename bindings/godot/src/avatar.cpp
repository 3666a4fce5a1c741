#include "avatar.hpp"

#include "companion.hpp"
#include "crowd.hpp"
#include "modifier.hpp"
#include "space.hpp"

#include <cmath>
#include <cstring>

namespace vrm_godot {

const char *const avatar_class = "VRMAvatar";
frame_methods methods;

namespace {

/* Bindings under this address are instances of avatar. */
const char token = 0;

/* Bit by bit: a NaN that stays is no change, and a zero that changes its sign is one. */
template <class T> bool is_same(const T &a, const T &b) { return memcmp(&a, &b, sizeof a) == 0; }

} // namespace

bool find_frame_methods() {
    const char *skeleton = "Skeleton3D";
    methods.get_global_transform = find_method("Node3D", "get_global_transform", 3229777777);
    methods.is_inside_tree = find_method("Node", "is_inside_tree", 36873697);
    methods.set_bone_position = find_method(skeleton, "set_bone_pose_position", 1530502735);
    methods.set_bone_rotation = find_method(skeleton, "set_bone_pose_rotation", 2823819782);
    methods.set_bone_scale = find_method(skeleton, "set_bone_pose_scale", 1530502735);
    methods.get_bone_position = find_method(skeleton, "get_bone_pose_position", 711720468);
    methods.get_bone_rotation = find_method(skeleton, "get_bone_pose_rotation", 476865136);
    methods.get_bone_scale = find_method(skeleton, "get_bone_pose_scale", 711720468);
    methods.set_blend_shape = find_method("MeshInstance3D", "set_blend_shape_value", 1602489585);
    methods.emit_signal = find_method("Object", "emit_signal", 4047867050);
    methods.has_connections = find_method("Object", "has_connections", 2619796661);
    return methods.get_global_transform && methods.is_inside_tree && methods.set_bone_position &&
           methods.set_bone_rotation && methods.set_bone_scale && methods.get_bone_position &&
           methods.get_bone_rotation && methods.get_bone_scale && methods.set_blend_shape &&
           methods.emit_signal;
}

avatar::avatar(void *object) : object_(object) {}

avatar::~avatar() {
    if (crowd_ != nullptr) crowd_->forget(this);
    if (companion_ != nullptr) companion_->forget();
    vrm_avatar_destroy(avatar_);
}

avatar *avatar::make() {
    void *object = engine.construct_object(name("Node3D").get());
    auto *made = new avatar(object);
    engine.object_set_instance(any(object), name(avatar_class).get(), any(made));
    engine.object_set_binding(any(object), const_cast<char *>(&token), made, &no_callbacks);
    constexpr int after_others = 1000;
    call(value::object(object), "set_process_priority", after_others);
    return made;
}

avatar *avatar::of(void *object) {
    if (object == nullptr) return nullptr;
    return static_cast<avatar *>(
        engine.object_get_binding(any(object), const_cast<char *>(&token), nullptr));
}

avatar *avatar::at(const value &node, const value &path) {
    if (!path.is(GDEXTENSION_VARIANT_TYPE_NODE_PATH)) return nullptr;
    return of(call(node, "get_node_or_null", path).as_object());
}

bool avatar::set_companion(companion *driver) {
    if (driver != nullptr && companion_ != nullptr) return false;
    companion_ = driver;
    return true;
}

/* --- The running avatar --- */

vrm_avatar *avatar::create_in(vrm_crowd *members) const {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    if (sleep_) desc.flags |= VRM_AVATAR_FLAG_SLEEP;
    desc.collider_capacity = most_colliders;
    vrm_avatar *out = nullptr;
    if (members != nullptr) {
        vrm_crowd_add(members, model_, &desc, &out, nullptr);
    } else {
        vrm_avatar_create(model_, &desc, &out, nullptr);
    }
    return out;
}

vrm_avatar *avatar::running() {
    if (avatar_ == nullptr && model_ != nullptr) avatar_ = create_in(members_);
    return avatar_;
}

/* With its state, bit by bit, unless its flags have changed. */
void avatar::restart_in(vrm_crowd *members) {
    members_ = members;
    if (avatar_ == nullptr) return;
    vrm_avatar *next = create_in(members);
    if (next == nullptr) return;
    std::vector<uint8_t> state(vrm_avatar_save_size(avatar_));
    if (vrm_avatar_save(avatar_, state.data(), state.size()) != VRM_OK ||
        vrm_avatar_restore(next, state.data(), state.size()) != VRM_OK) {
        vrm_avatar_carry_over(next, avatar_);
    }
    vrm_avatar_destroy(avatar_);
    avatar_ = next;
}

/* The next crowd may take it before the one that it leaves lists its children again. */
void avatar::move_to(crowd *next, vrm_crowd *members) {
    if (crowd_ != nullptr && crowd_ != next) crowd_->forget(this);
    crowd_ = next;
    restart_in(members);
    update_modifier();
}

void avatar::set_sleep(bool on) {
    if (on == sleep_) return;
    sleep_ = on;
    restart_in(members_);
}

void avatar::set_model(const value &resource) {
    model *given = model::of(resource);
    vrm_model *next = given != nullptr ? given->get() : nullptr;
    if (next != model_ || next == nullptr) {
        vrm_avatar_destroy(avatar_);
        avatar_ = nullptr;
        mixer_.reset();
        meshes_.clear();
        materials_ = materials();
        shown_weights_.clear();
        shown_.clear();
        skeleton_ = 0; /* that of the old model may have other bones */
        has_root_ = is_shown_ = has_pose_ = is_bound_ = false;
        model_ = next;
        make_sliders();
    }
    resource_ = given != nullptr ? resource : value();
    call(value::object(object_), "notify_property_list_changed");
}

/* --- The nodes that show it --- */

/* The nodes may come from a load, from a scene or from a copy: meshes have the index of their node
 * as metadata, and materials theirs. */
void avatar::bind() {
    const value children = call(value::object(object_), "get_children");
    value skeleton;
    const int64_t count = call(children, "size").as_int();
    for (int64_t i = 0; i < count && skeleton.as_object() == nullptr; ++i) {
        const value child = call(children, "get", i);
        if (call(child, "is_class", "Skeleton3D").as_bool()) skeleton = child;
    }
    const uint32_t bones = vrm_avatar_frame(avatar_)->node_count;
    if (skeleton.as_object() == nullptr ||
        call(skeleton, "get_bone_count").as_int() != static_cast<int64_t>(bones)) {
        return;
    }
    is_bound_ = true;
    skeleton_ = engine.object_get_instance_id(any(skeleton.as_object()));
    shown_.resize(bones);
    const value parts = call(skeleton, "get_children");
    const int64_t part_count = call(parts, "size").as_int();
    for (int64_t i = 0; i < part_count; ++i) {
        const value part = call(parts, "get", i);
        if (call(part, "has_meta", node_key).as_bool()) bind_mesh(part);
    }
    update_modifier();
}

void avatar::bind_mesh(const value &instance) {
    const int64_t node = call(instance, "get_meta", node_key).as_int();
    const vrm_frame *frame = vrm_avatar_frame(avatar_);
    if (node < 0 || node >= frame->node_count) return;
    const auto n = static_cast<int32_t>(node);
    const auto first = static_cast<uint32_t>(shown_weights_.size());
    const int64_t shapes = call(instance, "get_blend_shape_count").as_int();
    uint32_t count = frame->morph_offsets[n + 1] - frame->morph_offsets[n];
    if (shapes < count) count = static_cast<uint32_t>(shapes < 0 ? 0 : shapes);
    shown_weights_.resize(first + count);
    const GDObjectInstanceID id = engine.object_get_instance_id(any(instance.as_object()));
    meshes_.push_back({id, n, first, count});
    materials_.adopt(model_, instance, owns_materials_);
}

value avatar::get_skeleton() {
    if (running() != nullptr && !is_bound_) bind();
    const void *skeleton = engine.object_get_instance_from_id(skeleton_);
    return skeleton == nullptr ? value() : value::object(skeleton);
}

bool avatar::is_modified() const { return follow_skeleton_ && auto_update_ && crowd_ == nullptr; }

/* A skeleton without modifiers is cheaper for the engine: there is one only if it is used. */
void avatar::update_modifier() {
    if (!is_bound_) return;
    const void *skeleton = engine.object_get_instance_from_id(skeleton_);
    const void *present = engine.object_get_instance_from_id(modifier_);
    is_shown_ = false;
    if (present == nullptr && is_modified() && skeleton != nullptr) {
        const value made = modifier::make(engine.object_get_instance_id(any(object_)));
        constexpr int internal_back = 2; /* after all others, and not stored in scenes */
        call(value::object(skeleton), "add_child", made, false, internal_back);
        modifier_ = engine.object_get_instance_id(any(made.as_object()));
        present = made.as_object();
    }
    if (present != nullptr) call(value::object(present), "set_active", is_modified());
}

void avatar::set_follow_skeleton(bool on) {
    if (on == follow_skeleton_) return;
    follow_skeleton_ = on;
    update_modifier();
}

void avatar::set_auto_update(bool on) {
    if (on == auto_update_) return;
    auto_update_ = on;
    update_modifier();
}

/* --- Every frame --- */

void avatar::process(double delta) {
    if (auto_update_ && crowd_ == nullptr && !is_modified() && !is_in_editor()) advance(delta);
}

void avatar::advance(double delta) {
    if (!begin_update(delta)) return;
    vrm_avatar_update(avatar_, static_cast<float>(delta));
    end_update();
}

bool avatar::start() {
    if (running() == nullptr) return false;
    if (!is_bound_) bind();
    vrm_trs root;
    if (read_root(&root)) vrm_avatar_set_root(avatar_, &root);
    const std::vector<vrm_spring_collider> &shapes = colliders_.read(object_);
    for (size_t i = 0; i < shapes.size() || i < collider_count_; ++i) {
        const bool is_there = i < shapes.size() && shapes[i].shape != VRM_COLLIDER_NONE;
        vrm_avatar_set_collider(avatar_, static_cast<uint32_t>(i), is_there ? &shapes[i] : nullptr);
    }
    collider_count_ = shapes.size();
    return true;
}

bool avatar::begin_update(double delta) {
    if (!start()) return false;
    void *skeleton = engine.object_get_instance_from_id(skeleton_);
    if (follow_skeleton_ && skeleton != nullptr && has_pose_ && companion_ == nullptr) {
        gather(skeleton);
    } else {
        advance_motion(delta);
    }
    return true;
}

void avatar::end_update() {
    if (avatar_ == nullptr) return;
    void *skeleton = engine.object_get_instance_from_id(skeleton_);
    if (skeleton != nullptr) show_bones(skeleton);
    show_state();
}

/* The engine restores the bones afterwards: what was written does not come back as the pose. */
void avatar::modify(double delta) {
    if (!is_modified() || is_in_editor() || !start()) return;
    void *skeleton = engine.object_get_instance_from_id(skeleton_);
    if (skeleton == nullptr) return;
    gather(skeleton);
    if (companion_ != nullptr) {
        vrm_pose body; /* the bones: expressions and lookAt are the companion's */
        vrm_pose_init(&body);
        vrm_avatar_read_pose(avatar_, &body);
        body.presets = 0;
        body.parts &= VRM_POSE_HIPS;
        companion_->drive(&body, delta);
    }
    vrm_avatar_update(avatar_, static_cast<float>(delta));
    is_shown_ = true; /* gather has read what the bones have */
    show_bones(skeleton);
    show_state();
}

void avatar::show_state() {
    show_weights();
    materials_.show(avatar_);
    is_shown_ = has_pose_ = true;
    if (debug_draw_) show_lines();
    note_expressions();
    if (is_heard("updated")) note("updated", {});
    emit_notes();
}

void avatar::note_expressions() {
    if (!is_heard("expression_changed")) return;
    const vrm_tables *tables = vrm_model_tables(model_);
    shown_expressions_.resize(tables->expression_count);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const float now = vrm_avatar_expression_weight(avatar_, static_cast<int32_t>(i));
        if (is_same(now, shown_expressions_[i])) continue;
        shown_expressions_[i] = now;
        const vrm_string &text = tables->expressions[i].name;
        note("expression_changed", {std::string(text.data, text.length), now});
    }
}

bool avatar::is_heard(const char *signal) const {
    if (methods.has_connections == nullptr) return true;
    const name signal_name(signal);
    const GDExtensionConstTypePtr arguments[] = {signal_name.get()};
    GDExtensionBool heard = 0;
    engine.ptrcall(methods.has_connections, any(object_), arguments, any(&heard));
    return heard != 0;
}

void avatar::note(const char *signal, std::initializer_list<value> arguments) {
    note_of(object_, signal, arguments);
}

void avatar::note_of(void *node, const char *signal, std::initializer_list<value> arguments) {
    notes_.push_back({engine.object_get_instance_id(any(node)), arguments});
    std::vector<value> &all = notes_.back().arguments;
    all.insert(all.begin(), value(signal));
}

/* At the end of an update, when a handler may do anything: it may free this avatar too. */
void avatar::emit_notes() {
    if (notes_.empty()) return;
    std::vector<signal_note> notes;
    notes.swap(notes_);
    for (const signal_note &n : notes) {
        void *object = engine.object_get_instance_from_id(n.node);
        if (object == nullptr) continue;
        std::vector<GDExtensionConstVariantPtr> given;
        for (const value &v : n.arguments) given.push_back(v.get());
        GDExtensionCallError error{};
        value out;
        engine.variant_destroy(out.get());
        engine.method_call(methods.emit_signal, any(object), given.data(),
                           static_cast<GDExtensionInt>(given.size()), out.get(), &error);
    }
}

/* Returns false if the node has not moved, or is in no tree. */
bool avatar::read_root(vrm_trs *out) {
    GDExtensionBool inside = 0;
    engine.ptrcall(methods.is_inside_tree, any(object_), nullptr, any(&inside));
    if (!inside) return false;
    transform now;
    engine.ptrcall(methods.get_global_transform, any(object_), nullptr, any(&now));
    if (has_root_ && is_same(now, root_)) return false;
    root_ = now;
    has_root_ = true;
    *out = decompose(now);
    return true;
}

namespace {

/* The half turn about Y of a node without a parent, and back. The skeleton has the half turn of a
 * file that faces -Z; libvrm takes it as a part of these nodes. Signs alone change. */
void turn(vrm_trs *t, float way) {
    t->translation = vrm_vec3_make(-t->translation.x, t->translation.y, -t->translation.z);
    const vrm_quat q = t->rotation;
    t->rotation = vrm_quat_make(way * q.z, way * q.w, -way * q.x, -way * q.y);
}

} // namespace

/* What a stage writes at present is skipped by libvrm. */
void avatar::gather(void *skeleton) {
    std::vector<vrm_trs> &pose = shown_;
    if (pose.empty()) return;
    for (size_t n = 0; n < pose.size(); ++n) {
        auto bone = static_cast<int64_t>(n);
        const GDExtensionConstTypePtr arguments[] = {any(&bone)};
        engine.ptrcall(methods.get_bone_position, any(skeleton), arguments,
                       any(&pose[n].translation));
        engine.ptrcall(methods.get_bone_rotation, any(skeleton), arguments, any(&pose[n].rotation));
        engine.ptrcall(methods.get_bone_scale, any(skeleton), arguments, any(&pose[n].scale));
    }
    const vrm_gltf *gltf = vrm_model_gltf(model_);
    const auto turn_roots = [&](float way) {
        if (!vrm_model_tables(model_)->humanoid.faces_minus_z) return;
        for (size_t n = 0; n < pose.size(); ++n) {
            if (gltf->nodes[n].parent == VRM_NONE) turn(&pose[n], way);
        }
    };
    vrm_node_array nodes;
    vrm_node_array_init(&nodes);
    nodes.count = static_cast<uint32_t>(pose.size());
    nodes.translation = &pose.data()->translation;
    nodes.rotation = &pose.data()->rotation;
    nodes.scale = &pose.data()->scale;
    nodes.stride = sizeof pose[0];
    turn_roots(1.0f);
    vrm_avatar_gather(avatar_, &nodes);
    turn_roots(-1.0f);
}

void avatar::show_bones(void *skeleton) {
    const vrm_frame *frame = vrm_avatar_frame(avatar_);
    for (uint32_t n = 0; n < frame->node_count; ++n) {
        const vrm_trs &now = frame->local[n];
        vrm_trs &was = shown_[n];
        if (is_shown_ && is_same(now, was)) continue;
        int64_t bone = n;
        const auto write = [&](GDExtensionMethodBindPtr method, const void *value_of_bone) {
            const GDExtensionConstTypePtr arguments[] = {any(&bone), any(value_of_bone)};
            engine.ptrcall(method, any(skeleton), arguments, nullptr);
        };
        const bool all = !is_shown_;
        if (all || !is_same(now.rotation, was.rotation)) {
            write(methods.set_bone_rotation, &now.rotation);
        }
        if (all || !is_same(now.translation, was.translation)) {
            write(methods.set_bone_position, &now.translation);
        }
        if (all || !is_same(now.scale, was.scale)) write(methods.set_bone_scale, &now.scale);
        was = now;
    }
}

void avatar::show_weights() {
    const vrm_frame *frame = vrm_avatar_frame(avatar_);
    for (const mesh &m : meshes_) {
        void *instance = nullptr;
        const float *now = frame->morph_weights + frame->morph_offsets[m.node];
        float *was = shown_weights_.data() + m.first;
        for (uint32_t i = 0; i < m.count; ++i) {
            if (is_same(now[i], was[i])) continue;
            if (instance == nullptr) instance = engine.object_get_instance_from_id(m.instance);
            if (instance == nullptr) break; /* the application has freed it */
            int64_t index = i;
            double weight = now[i];
            const GDExtensionConstTypePtr arguments[] = {any(&index), any(&weight)};
            engine.ptrcall(methods.set_blend_shape, any(instance), arguments, nullptr);
            was[i] = now[i];
        }
    }
}

} // namespace vrm_godot
