/*
 * What the C++ headers are made of: views, owners, results and reports. <vrm/vrm.hpp> includes it.
 * It needs no header of the C++ library.
 */
#ifndef VRM_CPP_CORE_HPP
#define VRM_CPP_CORE_HPP

#include "vrm/cpp/enums.hpp"

#ifdef VRM_EXCEPTIONS
#include <exception>
#endif
#include "vrm/cpp/prefix.hpp"

namespace vrm {

/** What a call on a temporary object returns that would refer to it: such a call does not compile.
 */
struct name_the_object_first;

namespace detail {

template <class T> T &&declval() noexcept;
template <class T> struct plain { using type = T; };
template <class T> struct plain<T &> { using type = T; };
template <bool, class = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };

/** What data() of a container points to, if a slice of T may refer to it: T, or T without const. */
template <class C> using element_of = typename plain<decltype(*declval<C>().data())>::type;
template <class T> void is_same_but_const(T (*)[1]);
template <class C, class T, class = decltype(declval<C>().size())>
using if_holds = decltype(is_same_but_const<T>(static_cast<element_of<C> (*)[1]>(nullptr)));
template <class C> using if_bytes = typename enable_if<sizeof(element_of<C>) == 1>::type;
/** Slices and std::span refer to what is not theirs, so that temporary ones do no harm. */
template <class C> char view_test(typename C::element_type *);
template <class C> int view_test(...);
template <class C, bool Is = true>
using if_view = typename enable_if<(sizeof(view_test<C>(nullptr)) == 1) == Is>::type;

template <class A, class B> constexpr bool is_same = false;
template <class T> constexpr bool is_same<T, T> = true;
template <class S, class T, class = decltype(S::extent)> constexpr bool is_writable_span() {
    return is_same<typename S::element_type, T> && S::extent == static_cast<size_t>(-1) &&
           !is_same<T, const T>;
}

struct unfilled {};

/** The pointer of a callback's user: the address of a callable object. */
template <class F> void *user_of(F &call) noexcept {
    return const_cast<void *>(static_cast<const volatile void *>(&call));
}

} // namespace detail

/** Elements that belong to something else. It becomes a std::span, and is made of one. */
template <class T> class slice {
  public:
    using element_type = T;
    constexpr slice() noexcept = default;
    constexpr slice(T *data, size_t size) noexcept : data_(data), size_(size) {}
    template <size_t N> constexpr slice(T (&array)[N]) noexcept : data_(array), size_(N) {}
    /** From a container with data() and size(), such as std::vector; not from a temporary one. */
    template <class C, class = detail::if_holds<C &, T>>
    constexpr slice(C &container) noexcept : data_(container.data()), size_(container.size()) {}
    template <class C, class = detail::if_holds<const C &, T>, class = detail::if_view<C>>
    constexpr slice(const C &view) noexcept : data_(view.data()), size_(view.size()) {}
    template <class C, class = detail::if_holds<const C &, T>, class = detail::if_view<C, false>>
    slice(const C &&temporary) = delete; // name the container first
    constexpr T *data() const noexcept { return data_; }
    constexpr size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](size_t index) const noexcept { return data_[index]; }
    /** To a std::span, which takes temporary slices of const elements by itself. */
    template <class S, class = typename detail::enable_if<detail::is_writable_span<S, T>()>::type>
    operator S() &&noexcept {
        return S(data_, size_);
    }

  private:
    T *data_ = nullptr;
    size_t size_ = 0;
};

/** Bytes that belong to something else; Byte is unsigned char or const unsigned char. */
template <class Byte, class Void> class basic_bytes : public slice<Byte> {
  public:
    constexpr basic_bytes() noexcept = default;
    constexpr basic_bytes(Byte *data, size_t size) noexcept : slice<Byte>(data, size) {}
    basic_bytes(Void *data, size_t size) noexcept : slice<Byte>(static_cast<Byte *>(data), size) {}
    /** From a container of plain bytes, such as std::vector<std::byte>; not from a temporary one.
     */
    template <class C, class = detail::if_bytes<C &>>
    basic_bytes(C &container) noexcept
        : basic_bytes(static_cast<Void *>(container.data()), container.size()) {}
    template <class C, class = detail::if_bytes<const C &>, class = detail::if_view<C>>
    basic_bytes(const C &view) noexcept
        : basic_bytes(static_cast<Void *>(view.data()), view.size()) {}
    template <class C, class = detail::if_bytes<const C &>, class = detail::if_view<C, false>>
    basic_bytes(const C &&temporary) = delete; // name the container first
};
using bytes = basic_bytes<const unsigned char, const void>;
using writable_bytes = basic_bytes<unsigned char, void>;

/** A view that is needed for a call alone, so that it may be of a temporary container. */
template <class View> class argument : public View {
  public:
    template <class... A, class = decltype(View(detail::declval<A &>()...))>
    constexpr argument(A &&...from) noexcept : View(from...) {}
};

/** A text of the library: UTF-8, with a NUL byte behind it. It becomes a std::string_view. */
class text : public slice<const char> {
  public:
    text(const vrm_string &string) noexcept : slice(string.data, string.length) {}
    const char *c_str() const noexcept { return data(); }
    template <class String, class = typename String::traits_type> operator String() const {
        return String(data(), size());
    }
};

/** A text for a call, which ends in a NUL byte: a literal, or a std::string. */
class zstring {
  public:
    constexpr zstring(const char *text) noexcept : text_(text) {}
    template <class S, class = decltype(zstring(detail::declval<const S &>().c_str()))>
    zstring(const S &string) noexcept : text_(string.c_str()) {}
    constexpr const char *c_str() const noexcept { return text_; }

  private:
    const char *text_;
};

/** An argument that may be left out: an object, its address, or nullptr. */
template <class T> class maybe {
  public:
    constexpr maybe(decltype(nullptr) = nullptr) noexcept {}
    constexpr maybe(T &object) noexcept : object_(&object) {}
    constexpr maybe(T *object) noexcept : object_(object) {}
    constexpr T *get() const noexcept { return object_; }

  private:
    T *object_ = nullptr;
};

/** What objects and references to objects have in common: a pointer, which may be null. */
template <class T> class handle {
  public:
    using c_type = T;
    T *raw() noexcept { return object_; }
    const T *raw() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    friend bool operator==(const handle &a, const handle &b) noexcept { return a.raw() == b.raw(); }
    friend bool operator!=(const handle &a, const handle &b) noexcept { return a.raw() != b.raw(); }
    /** Where a function of C puts an object. */
    T **out() noexcept { return &object_; }

  protected:
    explicit handle(T *object) noexcept : object_(object) {}
    handle(const handle &) = default;
    handle &operator=(const handle &) = default;
    ~handle() = default;
    T *object_;
};

/** Refers to an object without owning it. */
template <class Any> class ref : public Any {
  public:
    ref(decltype(nullptr) = nullptr) noexcept : Any(nullptr) {}
    ref(typename Any::c_type *object) noexcept : Any(object) {}
    ref(Any &object) noexcept : Any(object.raw()) {}
    ref(Any &&) = delete; // name the object first
};

/** Owns an object, and releases it in the end. It moves, and is not copied. */
template <class Any, void (*Release)(typename Any::c_type *)> class owner : public Any {
  public:
    using c_type = typename Any::c_type;
    owner() noexcept : Any(nullptr) {}
    /** Takes what a function of C has returned. */
    explicit owner(c_type *object) noexcept : Any(object) {}
    owner(owner &&other) noexcept : Any(other.take()) {}
    owner &operator=(owner &&other) noexcept {
        c_type *object = other.take(); // first, for an object that is moved to itself
        reset(object);
        return *this;
    }
    ~owner() { release(this->object_); }
    c_type *raw() &noexcept { return this->object_; }
    const c_type *raw() const &noexcept { return this->object_; }
    name_the_object_first raw() const && = delete;
    c_type **out() noexcept {
        reset();
        return &this->object_;
    }
    /** Gives the object away, without releasing it. */
    c_type *take() noexcept {
        c_type *object = this->object_;
        this->object_ = nullptr;
        return object;
    }
    /** Releases the object, and takes another. */
    void reset(c_type *object = nullptr) noexcept {
        c_type *old = this->object_;
        this->object_ = object;
        release(old);
    }

  private:
    /** Releasing NULL does nothing, and is left out where the compiler sees that it is NULL. */
    static void release(c_type *object) noexcept {
#if defined(__GNUC__)
        if (!__builtin_constant_p(!object) || object) Release(object);
#else
        if (object) Release(object);
#endif
    }
};

/** What a function that counts and one that returns an element make together. */
template <class Object, class Item, uint32_t (*Count)(const Object *), auto Get> class list {
  public:
    class iterator {
      public:
        using value_type = typename detail::plain<Item>::type;
        using difference_type = ptrdiff_t;
        iterator() = default;
        iterator(const Object *object, uint32_t index) noexcept : object_(object), index_(index) {}
        Item operator*() const { return list(object_)[index_]; }
        iterator &operator++() noexcept { return ++index_, *this; }
        iterator operator++(int) noexcept { return {object_, index_++}; }
        bool operator==(const iterator &other) const noexcept { return index_ == other.index_; }
        bool operator!=(const iterator &other) const noexcept { return index_ != other.index_; }

      private:
        const Object *object_ = nullptr;
        uint32_t index_ = 0;
    };
    explicit list(const Object *object) noexcept : object_(object) {}
    uint32_t size() const { return Count(object_); }
    bool empty() const { return size() == 0; }
    Item operator[](uint32_t index) const { return item(Get(object_, index), 0); }
    iterator begin() const { return {object_, 0}; }
    iterator end() const { return {object_, size()}; }

  private:
    template <class P> static auto item(P *pointer, int) -> decltype(Item(*pointer)) {
        return *pointer;
    }
    template <class P> static Item item(P *pointer, long) { return Item(pointer); }
    const Object *object_;
};

/** A list of diagnostics. */
class report : public owner<handle<vrm_report>, &vrm_report_destroy> {
  public:
    using owner::owner;
    using diagnostic_list =
        list<vrm_report, const vrm_diagnostic &, &vrm_report_count, &vrm_report_get>;
    diagnostic_list diagnostics() const &noexcept { return diagnostic_list(raw()); }
    name_the_object_first diagnostics() const && = delete;
    /** How many diagnostics of a severity were found, also those that the report does not hold. */
    uint32_t found(severity severity) const { return vrm_report_found(raw(), severity); }
    /** The diagnostic that made the call fail; null if it did not fail. */
    const vrm_diagnostic *failure() const & { return vrm_report_failure(raw()); }
    name_the_object_first failure() const && = delete;
    /** Writes all diagnostics as text, and returns its length. */
    size_t text(slice<char> out = {}) const {
        return vrm_report_text(raw(), out.data(), out.size());
    }
    /** Prints all diagnostics to a stream of C, such as stderr. */
    template <class File> void print(File *stream) const { vrm_report_print(raw(), stream); }
};

/** Thrown by value() of a result and by require(). It is there if you define VRM_EXCEPTIONS. */
class error;

/** A value, or why there is none; and the report of the call. */
template <class T> class [[nodiscard]] expected {
  public:
    /** For a function of C that fills it, with its code and its report. */
    explicit expected(detail::unfilled) noexcept {}
    void set_code(vrm_result code) noexcept { code_ = result{code}; }
    vrm_report **report_out() noexcept { return report_of(value_).out(); }
    explicit operator bool() const noexcept { return code_ == result::ok; }
    result code() const noexcept { return code_; }
    /** On success too: it lists what the library repaired. */
    const vrm::report &report() const &noexcept { return report_of(value_); }
    name_the_object_first report() const && = delete;
    /** Gives the report away. */
    vrm::report take_report() noexcept { return vrm::report(report_of(value_).take()); }
    /** The value: an empty object if there is none. */
    T &operator*() &noexcept { return value_; }
    const T &operator*() const &noexcept { return value_; }
    T &&operator*() &&noexcept { return static_cast<T &&>(value_); }
    T *operator->() &noexcept { return &value_; }
    const T *operator->() const &noexcept { return &value_; }
    name_the_object_first operator->() const && = delete;
    /** The value; throws vrm::error if there is none. */
    template <class Error = error> T value() && {
        if (code_ != result::ok) throw_error(Error(code_, report()));
        return static_cast<T &&>(value_);
    }

  private:
    template <class Error> [[noreturn]] static void throw_error(const Error &error) {
        error.raise();
    }
    template <class U> const vrm::report &report_of(const U &) const noexcept { return report_; }
    template <class U> vrm::report &report_of(U &) noexcept { return report_; }
    const vrm::report &report_of(const vrm::report &value) const noexcept { return value; }
    vrm::report &report_of(vrm::report &value) noexcept { return value; }
    result code_;
    T value_{};
    vrm::report report_{};
};

#ifdef VRM_EXCEPTIONS
class error : public std::exception {
  public:
    explicit error(result code, const report &report = {}) noexcept : code_(code) {
        const vrm_diagnostic *failure = report.failure();
        const char *text = failure ? failure->message : vrm_result_name(static_cast<int32_t>(code));
        for (size_t i = 0; i + 1 < sizeof text_ && text[i]; ++i) text_[i] = text[i];
    }
    const char *what() const noexcept override { return text_; }
    result code() const noexcept { return code_; }
    [[noreturn]] void raise() const { throw *this; }

  private:
    result code_;
    char text_[512] = {};
};

/** Throws vrm::error if a call did not end well. */
inline void require(result code) {
    if (code != result::ok) error(code).raise();
}
#endif

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
