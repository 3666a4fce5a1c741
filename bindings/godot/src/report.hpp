/* Reports of libvrm that destroy themselves. */
#ifndef VRM_GODOT_REPORT_HPP
#define VRM_GODOT_REPORT_HPP

#include <vrm/vrm.h>

#include <string>

namespace vrm_godot {

class report {
  public:
    report() = default;
    report(const report &) = delete;
    report &operator=(const report &) = delete;
    ~report() { vrm_report_destroy(report_); }
    /* Replaces the report of an earlier try. */
    vrm_report **receive() {
        vrm_report_destroy(report_);
        report_ = nullptr;
        return &report_;
    }
    const vrm_report *get() const { return report_; }
    uint32_t count() const { return vrm_report_count(report_); }
    std::string line(uint32_t index) const {
        char text[2048];
        vrm_diagnostic_text(vrm_report_get(report_, index), text, sizeof text);
        return text;
    }
    /* The first line of the worst severity. */
    std::string reason() const {
        for (uint32_t i = 0; i < count(); ++i) {
            if (vrm_report_get(report_, i)->severity == VRM_SEVERITY_ERROR) return line(i);
        }
        return count() > 0 ? line(0) : std::string("no reason given");
    }

  private:
    vrm_report *report_ = nullptr;
};

} // namespace vrm_godot

#endif
