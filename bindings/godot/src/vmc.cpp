#include "vmc.hpp"

#include "avatar.hpp"

namespace vrm_godot {

namespace {

const char *const receiver_class = "VRMVmcReceiver";
const char *const sender_class = "VRMVmcSender";
constexpr uint32_t most_customs = 256;
constexpr int most_datagrams = 4096; /* in a frame; more wait for the next */

} // namespace

void vmc_node::notify(int32_t what) {
    if (what == notification_enter_tree && !is_in_editor()) open();
    if (what == notification_exit_tree) close();
}

void vmc_node::close() {
    if (is_open()) call(socket_, "close");
    socket_ = value();
}

void vmc_node::reopen() {
    if (!is_open()) return;
    close();
    open();
}

void vmc_node::set_port(int64_t port) {
    port_ = port > 0 && port < 65536 ? port : VRM_VMC_PORT;
    reopen();
}

void vmc_node::set_address(const std::string &address) {
    address_ = address;
    reopen();
}

avatar *vmc_node::find_avatar() const { return avatar::at(value::object(object_), path_); }

/* --- Receive --- */

vmc_receiver::vmc_receiver(void *object) : vmc_node(object), customs_(most_customs) {
    vrm_vmc_receiver_desc desc;
    vrm_vmc_receiver_desc_init(&desc);
    desc.custom_capacity = most_customs;
    vrm_vmc_receiver_create(&desc, &receiver_, nullptr);
}

vmc_receiver::~vmc_receiver() { vrm_vmc_receiver_destroy(receiver_); }

void vmc_receiver::open() {
    const value socket = create("PacketPeerUDP");
    if (call(socket, "bind", port_, address_).as_int() != 0) {
        report_error("VRMVmcReceiver: port " + std::to_string(port_) + " of " + address_ +
                     " cannot be opened. Is another program listening on it?");
        return;
    }
    socket_ = socket;
}

void vmc_receiver::add_datagram(const bytes &datagram) {
    const byte_view view(datagram);
    const int64_t now = call(singleton("Time"), "get_ticks_usec").as_int() * 1000;
    vrm_vmc_receiver_add(receiver_, view.data(), view.size(), now);
}

bool vmc_receiver::receive() {
    int count = 0;
    while (count < most_datagrams && call(socket_, "get_available_packet_count").as_int() > 0) {
        add_datagram(bytes(call(socket_, "get_packet")));
        ++count;
    }
    return count > 0;
}

void vmc_receiver::apply() {
    avatar *shown = find_avatar();
    vrm_avatar *running = shown != nullptr ? shown->running() : nullptr;
    if (running == nullptr) return;
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.customs = customs_.data();
    pose.custom_capacity = most_customs;
    vrm_vmc_receiver_read_pose(receiver_, &pose);
    vrm_avatar_apply_pose(running, &pose, nullptr);
}

/* Without a socket too: a program may pass datagrams itself. */
void vmc_receiver::process(double) {
    if (receiver_ == nullptr) return;
    if (is_open()) receive();
    if (vrm_vmc_receiver_counts(receiver_)->messages > 0) apply();
}

dictionary vmc_receiver::get_counts() {
    dictionary out;
    if (receiver_ == nullptr) return out;
    const vrm_vmc_counts *c = vrm_vmc_receiver_counts(receiver_);
    const auto put = [&out](const char *key, uint64_t count) {
        call(out, "set", key, static_cast<int64_t>(count));
    };
    put("datagrams", c->datagrams);
    put("refused_datagrams", c->refused_datagrams);
    put("messages", c->messages);
    put("refused_messages", c->refused_messages);
    put("frames", c->frames);
    put("restarts", c->restarts);
    return out;
}

/* --- Send --- */

vmc_sender::~vmc_sender() { vrm_vmc_sender_destroy(sender_); }

void vmc_sender::open() {
    const value socket = create("PacketPeerUDP");
    if (call(socket, "set_dest_address", address_, port_).as_int() != 0) {
        report_error("VRMVmcSender: '" + address_ + "' is not an address");
        return;
    }
    socket_ = socket;
}

/* The datagrams of the avatar's present pose. */
uint32_t vmc_sender::write() {
    avatar *shown = find_avatar();
    vrm_avatar *running = shown != nullptr ? shown->running() : nullptr;
    if (running == nullptr) return 0;
    if (sender_ == nullptr || model_.as_object() != shown->get_model().as_object()) {
        vrm_vmc_sender_destroy(sender_);
        sender_ = nullptr;
        model_ = shown->get_model();
        vrm_vmc_sender_desc desc;
        vrm_vmc_sender_desc_init(&desc);
        desc.model = shown->tables();
        desc.custom_capacity = most_customs;
        vrm_vmc_sender_create(&desc, &sender_, nullptr);
    }
    customs_.resize(most_customs);
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.customs = customs_.data();
    pose.custom_capacity = most_customs;
    vrm_avatar_read_pose(running, &pose);
    if (sender_ == nullptr) return 0;
    return vrm_vmc_sender_write(sender_, &pose, nullptr, static_cast<float>(clock_));
}

array vmc_sender::get_datagrams() {
    array out;
    const uint32_t count = write();
    for (uint32_t i = 0; i < count; ++i) {
        size_t size = 0;
        const void *data = vrm_vmc_sender_datagram(sender_, i, &size);
        call(out, "append", packed_bytes(data, size));
    }
    return out;
}

void vmc_sender::process(double delta) {
    clock_ += delta;
    if (!is_open()) return;
    const uint32_t count = write();
    for (uint32_t i = 0; i < count; ++i) {
        size_t size = 0;
        const void *data = vrm_vmc_sender_datagram(sender_, i, &size);
        call(socket_, "put_packet", packed_bytes(data, size));
    }
}

/* --- Classes --- */

namespace {

template <class T> vmc_node *construct(const char *class_name, int priority) {
    void *object = engine.construct_object(name("Node").get());
    vmc_node *made = new T(object);
    engine.object_set_instance(any(object), name(class_name).get(), any(made));
    call(value::object(object), "set_process_priority", priority);
    return made;
}

/* Before avatars update. */
GDExtensionObjectPtr create_receiver(void *) {
    return any(construct<vmc_receiver>(receiver_class, 900)->object());
}

GDExtensionObjectPtr create_sender(void *) {
    return any(construct<vmc_sender>(sender_class, 1100)->object());
}

void free_node(void *, GDExtensionClassInstancePtr instance) {
    vmc_node *self = any(instance);
    delete self;
}

void call_process(GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr *arguments,
                  GDExtensionTypePtr) {
    vmc_node *self = any(instance);
    const double *delta = any(arguments[0]);
    self->process(*delta);
}

GDExtensionClassCallVirtual find_virtual(void *, GDExtensionConstStringNamePtr method) {
    return is_name(method, "_process") ? call_process : nullptr;
}

void notify(GDExtensionClassInstancePtr instance, int32_t what, GDExtensionBool) {
    vmc_node *self = any(instance);
    self->notify(what);
}

void register_common(const char *c, GDExtensionClassCreateInstance create_instance) {
    GDExtensionClassCreationInfo3 info{};
    info.get_virtual_func = find_virtual;
    info.notification_func = notify;
    register_with(c, "Node", create_instance, free_node, info);
    bound<&vmc_node::set_avatar>::add(c, "set_avatar", {"path"});
    bound<&vmc_node::get_avatar>::add(c, "get_avatar");
    bound<&vmc_node::set_port>::add(c, "set_port", {"port"});
    bound<&vmc_node::get_port>::add(c, "get_port");
    bound<&vmc_node::set_address>::add(c, "set_address", {"address"});
    bound<&vmc_node::get_address>::add(c, "get_address");
    bound<&vmc_node::is_open>::add(c, "is_open");
    register_property(c, "avatar", GDEXTENSION_VARIANT_TYPE_NODE_PATH, "set_avatar", "get_avatar",
                      {hint_node_path_types, "VRMAvatar"});
    register_property(c, "port", GDEXTENSION_VARIANT_TYPE_INT, "set_port", "get_port",
                      {hint_range, "1,65535"});
    register_property(c, "address", GDEXTENSION_VARIANT_TYPE_STRING, "set_address", "get_address");
}

} // namespace

void register_vmc() {
    register_common(receiver_class, create_receiver);
    bound<&vmc_receiver::add_datagram>::add(receiver_class, "add_datagram", {"datagram"});
    bound<&vmc_receiver::get_counts>::add(receiver_class, "get_counts");
    register_common(sender_class, create_sender);
    bound<&vmc_sender::get_datagrams>::add(sender_class, "get_datagrams");
}

} // namespace vrm_godot
