/*
 * crowd: many avatars in one call, on threads of the host. The threads here are a small pool; an
 * engine hands the work to its own job system instead. The result does not depend on it: one
 * avatar of the crowd is compared, byte for byte, with the same avatar alone.
 *
 * usage: crowd FILE.vrm
 */
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>
#include <vrm/vrm.hpp>

static const int avatars = 64, updates = 120, watched = 7;

class Pool {
  public:
    explicit Pool(int thread_count) {
        for (int i = 0; i < thread_count; ++i) threads.emplace_back([this] { run(); });
    }
    ~Pool() {
        {
            std::lock_guard<std::mutex> guard(lock);
            quit = true;
        }
        work_came.notify_all();
        for (std::thread &thread : threads) thread.join();
    }
    // Covers 0 to end in ranges, and returns when all of it is done.
    void operator()(int32_t end, int32_t min_range, vrm_range_fn *its_work, void *its_context) {
        std::unique_lock<std::mutex> guard(lock);
        work = its_work;
        context = its_context;
        next = 0;
        count = end;
        step = min_range > 1 ? min_range : 1;
        work_came.notify_all();
        take_ranges(guard);
        work_done.wait(guard, [this] { return running == 0; });
    }

  private:
    void take_ranges(std::unique_lock<std::mutex> &guard) {
        while (next < count) {
            const int32_t begin = next, end = count - begin > step ? begin + step : count;
            next = end;
            ++running;
            guard.unlock();
            work(begin, end, context);
            guard.lock();
            --running;
        }
    }
    void run() {
        std::unique_lock<std::mutex> guard(lock);
        while (!quit) {
            take_ranges(guard);
            if (running == 0) work_done.notify_one();
            work_came.wait(guard, [this] { return quit || next < count; });
        }
    }

    std::mutex lock;
    std::condition_variable work_came, work_done;
    std::vector<std::thread> threads;
    vrm_range_fn *work = nullptr;
    void *context = nullptr;
    int32_t next = 0, count = 0, step = 1; // what is not yet taken, the end, and how much one takes
    int running = 0;
    bool quit = false;
};

// The input of one avatar in one frame: each of them turns at its own pace.
static void steer(vrm::avatar_ref avatar, int number, int frame) {
    avatar.set_look_at_degrees(float((frame * (number + 3)) % 40 - 20), 0.0f);
    avatar.set_wind({float(number % 5) * 0.1f, 0.0f, 0.0f});
}

int main(int argc, char **argv) {
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    Pool pool(3); // beside the calling thread
    vrm::crowd_desc desc;
    desc.set_parallel_for(pool);
    auto crowd = vrm::crowd::create(desc);
    auto alone = vrm::avatar::create(*model);
    for (int i = 0; i < avatars; ++i) {
        if (!crowd->add(*model)) return 1;
    }
    for (int frame = 0; frame < updates; ++frame) {
        int number = 0;
        for (vrm::avatar_ref avatar : crowd->avatars()) steer(avatar, number++, frame);
        crowd->update(1.0f / 60.0f);
        steer(*alone, watched, frame);
        alone->update(1.0f / 60.0f);
    }
    const auto a = vrm::views::world(alone->frame());
    const auto b = vrm::views::world(crowd->avatars()[watched].frame());
    const bool same = std::memcmp(a.data(), b.data(), a.size() * sizeof(vrm::mat4)) == 0;
    std::printf("%u avatars, %d updates, same bits as alone: %s\n", crowd->avatars().size(),
                updates, same ? "yes" : "no");
    return same ? 0 : 1;
}
