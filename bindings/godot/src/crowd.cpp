#include "crowd.hpp"

#include "avatar.hpp"

#include <algorithm>

namespace vrm_godot {

const char *const crowd_class = "VRMCrowd";

namespace {

enum { notification_child_order_changed = 24 };

/* A call of vrm_crowd_update, in parts of equal length. */
struct group {
    vrm_range_fn *work;
    void *context;
    int32_t count, length;
};

void run_part(void *user, uint32_t part) {
    const auto *g = static_cast<const group *>(user);
    const int32_t begin = static_cast<int32_t>(part) * g->length;
    g->work(begin, std::min(begin + g->length, g->count), g->context);
}

/* The pool of the engine, and how to wait for a group of its tasks. */
struct worker_pool {
    void *pool;
    GDExtensionMethodBindPtr wait;
};

const worker_pool &pool() {
    static const worker_pool found = {
        engine.global_get_singleton(name("WorkerThreadPool").get()),
        find_method("WorkerThreadPool", "wait_for_group_task_completion", 1286410249)};
    return found;
}

} // namespace

void crowd::run_on_threads(int32_t count, int32_t min_range, vrm_range_fn *work, void *context,
                           void *user) {
    auto *self = static_cast<crowd *>(user);
    const int32_t length = std::max(min_range, 1);
    const int32_t parts = (count + length - 1) / length;
    const worker_pool &workers = pool();
    const bool can = workers.pool != nullptr && workers.wait != nullptr;
    if (!self->use_threads_ || parts <= 1 || !can) {
        work(0, count, context);
        self->part_count_ = 0;
        return;
    }
    self->part_count_ = parts;
    group g = {work, context, count, length};
    const text described("VRMCrowd");
    constexpr int all_threads = -1;
    int64_t id = engine.add_group_task(any(workers.pool), run_part, &g, parts, all_threads, 1,
                                       described.get());
    const GDExtensionConstTypePtr arguments[] = {any(&id)};
    engine.ptrcall(workers.wait, any(workers.pool), arguments, nullptr);
}

crowd::crowd(void *object) : object_(object) {
    vrm_crowd_desc desc;
    vrm_crowd_desc_init(&desc);
    desc.parallel_for = run_on_threads;
    desc.parallel_user = this;
    desc.collider_capacity = most_colliders;
    desc.near_capacity = most_colliders;
    vrm_crowd_create(&desc, &crowd_, nullptr);
}

crowd::~crowd() {
    std::vector<avatar *> members;
    members.swap(members_);
    let_go(members);
    vrm_crowd_destroy(crowd_);
}

crowd *crowd::make() {
    void *object = engine.construct_object(name("Node3D").get());
    auto *made = new crowd(object);
    engine.object_set_instance(any(object), name(crowd_class).get(), any(made));
    constexpr int after_others = 1000;
    call(value::object(object), "set_process_priority", after_others);
    return made;
}

void crowd::notify(int32_t what) {
    if (what == notification_child_order_changed) is_changed_ = true;
}

void crowd::forget(avatar *member) {
    members_.erase(std::remove(members_.begin(), members_.end(), member), members_.end());
}

/* Outside, an avatar may add a modifier to the tree. A handler of the application then runs: it may
 * free other avatars and this crowd, or move them to another crowd. */
void crowd::let_go(const std::vector<avatar *> &leaving) {
    std::vector<GDObjectInstanceID> ids;
    ids.reserve(leaving.size());
    for (const avatar *member : leaving) {
        ids.push_back(engine.object_get_instance_id(any(member->object())));
    }
    for (const GDObjectInstanceID id : ids) {
        avatar *member = avatar::of(any(engine.object_get_instance_from_id(id)));
        if (member != nullptr && member->is_in(this)) member->move_to(nullptr, nullptr);
    }
}

/* Its avatars are its children. Returns false if a handler has freed this crowd. */
bool crowd::find_members() {
    if (!is_changed_ || crowd_ == nullptr) return true;
    is_changed_ = false;
    std::vector<avatar *> now;
    const value children = call(value::object(object_), "get_children");
    const int64_t count = call(children, "size").as_int();
    for (int64_t i = 0; i < count; ++i) {
        avatar *child = avatar::of(call(children, "get", i).as_object());
        if (child != nullptr) now.push_back(child);
    }
    const auto has = [](const std::vector<avatar *> &list, avatar *a) {
        return std::find(list.begin(), list.end(), a) != list.end();
    };
    const std::vector<avatar *> before = members_;
    members_ = now;
    for (avatar *member : now) {
        if (!has(before, member)) member->move_to(this, crowd_);
    }
    std::vector<avatar *> leaving;
    for (avatar *member : before) {
        if (!has(now, member)) leaving.push_back(member);
    }
    const GDObjectInstanceID self = engine.object_get_instance_id(any(object_));
    let_go(leaving);
    return engine.object_get_instance_from_id(self) != nullptr;
}

void crowd::set_details() {
    if (!detail_by_distance_) return;
    const value self = value::object(object_);
    if (!call(self, "is_inside_tree").as_bool()) return;
    const value camera = call(call(self, "get_viewport"), "get_camera_3d");
    if (camera.as_object() == nullptr) return;
    const vec3 position = call(camera, "get_global_position").as_vec3();
    const vrm_vec3 eye = vrm_vec3_make(position.x, position.y, position.z);
    vrm_crowd_set_detail_by_distance(crowd_, nullptr, &eye);
}

void crowd::set_detail_by_distance(bool on) {
    detail_by_distance_ = on;
    if (on) return;
    for (avatar *member : members_) {
        vrm_crowd_set_detail(crowd_, member->running(), VRM_CROWD_DETAIL_FULL);
    }
}

void crowd::set_colliders(const array &paths) {
    colliders_.set(paths);
    for (uint32_t i = 0; i < most_colliders; ++i) vrm_crowd_set_collider(crowd_, i, nullptr);
}

void crowd::set_crowd_colliders() {
    const std::vector<vrm_spring_collider> &shapes = colliders_.read(object_);
    for (size_t i = 0; i < shapes.size(); ++i) {
        vrm_crowd_collider c{};
        c.shape = shapes[i].shape;
        c.position = shapes[i].offset;
        c.tail = shapes[i].tail;
        c.radius = shapes[i].radius;
        const bool can = c.shape == VRM_COLLIDER_SPHERE || c.shape == VRM_COLLIDER_CAPSULE;
        vrm_crowd_set_collider(crowd_, static_cast<uint32_t>(i), can ? &c : nullptr);
    }
}

void crowd::process(double delta) {
    if (auto_update_ && !is_in_editor()) advance(delta);
}

/* The engine is called on this thread alone: before the update, and after it. A handler of a
 * signal may free avatars, which then leave the list, and the crowd. */
void crowd::advance(double delta) {
    if (crowd_ == nullptr || !find_members()) return;
    for (size_t i = 0; i < members_.size(); ++i) members_[i]->begin_update(delta);
    set_details();
    set_crowd_colliders();
    vrm_crowd_update(crowd_, static_cast<float>(delta));
    const GDObjectInstanceID self = engine.object_get_instance_id(any(object_));
    for (size_t i = 0; i < members_.size(); ++i) {
        members_[i]->end_update();
        if (engine.object_get_instance_from_id(self) == nullptr) return;
    }
}

int64_t crowd::get_avatar_count() {
    return find_members() ? static_cast<int64_t>(members_.size()) : 0;
}

namespace {

GDExtensionObjectPtr create_crowd(void *) { return any(crowd::make()->object()); }

void free_crowd(void *, GDExtensionClassInstancePtr instance) {
    crowd *self = any(instance);
    delete self;
}

void call_process(GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr *arguments,
                  GDExtensionTypePtr) {
    crowd *self = any(instance);
    const double *delta = any(arguments[0]);
    self->process(*delta);
}

GDExtensionClassCallVirtual find_virtual(void *, GDExtensionConstStringNamePtr method) {
    return is_name(method, "_process") ? call_process : nullptr;
}

void notify(GDExtensionClassInstancePtr instance, int32_t what, GDExtensionBool) {
    crowd *self = any(instance);
    self->notify(what);
}

} // namespace

void register_crowd() {
    const char *c = crowd_class;
    GDExtensionClassCreationInfo3 info{};
    info.get_virtual_func = find_virtual;
    info.notification_func = notify;
    register_with(c, "Node3D", create_crowd, free_crowd, info);
    bound<&crowd::advance>::add(c, "advance", {"delta"});
    bound<&crowd::get_avatar_count>::add(c, "get_avatar_count");
    bound<&crowd::get_part_count>::add(c, "get_part_count");
    bound<&crowd::set_auto_update>::add(c, "set_auto_update", {"on"});
    bound<&crowd::get_auto_update>::add(c, "get_auto_update");
    bound<&crowd::set_use_threads>::add(c, "set_use_threads", {"on"});
    bound<&crowd::get_use_threads>::add(c, "get_use_threads");
    bound<&crowd::set_detail_by_distance>::add(c, "set_detail_by_distance", {"on"});
    bound<&crowd::get_detail_by_distance>::add(c, "get_detail_by_distance");
    bound<&crowd::set_colliders>::add(c, "set_colliders", {"paths"});
    bound<&crowd::get_colliders>::add(c, "get_colliders");
    const GDExtensionVariantType boolean = GDEXTENSION_VARIANT_TYPE_BOOL;
    register_property(c, "auto_update", boolean, "set_auto_update", "get_auto_update");
    register_property(c, "use_threads", boolean, "set_use_threads", "get_use_threads");
    register_property(c, "detail_by_distance", boolean, "set_detail_by_distance",
                      "get_detail_by_distance");
    register_property(c, "colliders", GDEXTENSION_VARIANT_TYPE_ARRAY, "set_colliders",
                      "get_colliders", {hint_type_string, "22/26:CollisionShape3D"});
}

} // namespace vrm_godot
