/* VRMVmcReceiver and VRMVmcSender: motion by the VMC protocol, through UDP sockets of the engine.
 */
#ifndef VRM_GODOT_VMC_HPP
#define VRM_GODOT_VMC_HPP

#include "bind.hpp"

#include <vrm/live.h>

#include <string>
#include <vector>

namespace vrm_godot {

class avatar;

/* What both nodes share: an avatar by its path, and a socket. */
class vmc_node {
  public:
    explicit vmc_node(void *object) : object_(object) {}
    vmc_node(const vmc_node &) = delete;
    vmc_node &operator=(const vmc_node &) = delete;
    virtual ~vmc_node() = default;
    void *object() const { return object_; }
    void notify(int32_t what);
    virtual void process(double delta) = 0;

    void set_avatar(const value &path) { path_ = path; }
    value get_avatar() { return path_; }
    void set_port(int64_t port);
    int64_t get_port() { return port_; }
    void set_address(const std::string &address);
    std::string get_address() { return address_; }
    bool is_open() { return socket_.as_object() != nullptr; }

  protected:
    void *object_;
    value path_, socket_;
    int64_t port_ = VRM_VMC_PORT;
    std::string address_ = "127.0.0.1";

    avatar *find_avatar() const;
    virtual void open() = 0;
    void close();
    void reopen();
};

class vmc_receiver : public vmc_node {
  public:
    explicit vmc_receiver(void *object);
    ~vmc_receiver() override;
    void process(double delta) override;
    void add_datagram(const bytes &datagram);
    dictionary get_counts();

  private:
    vrm_vmc_receiver *receiver_ = nullptr;
    std::vector<vrm_custom_weight> customs_;

    void open() override;
    bool receive();
    void apply();
};

class vmc_sender : public vmc_node {
  public:
    explicit vmc_sender(void *object) : vmc_node(object) {}
    ~vmc_sender() override;
    void process(double delta) override;
    array get_datagrams();

  private:
    vrm_vmc_sender *sender_ = nullptr;
    value model_; /* VRMModel that the sender was made for */
    std::vector<vrm_custom_weight> customs_;
    double clock_ = 0.0;

    void open() override;
    uint32_t write();
};

void register_vmc();

} // namespace vrm_godot

#endif
