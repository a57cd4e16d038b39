// Libraries of which the names are known and little more: a call says its whole numbers, and writes
// what is described to it, else where its pointers lead, else anywhere.
#pragma once

#include <type_traits>

#include "__gpumodel_library.h"
#include "library_types.h"

// What stands for memory that a call may write.
struct __gm_described {
  const void* written;
};

class __gm_any_call {
 public:
  explicit __gm_any_call(const char* name) : text_(name) {}
  template <class T>
  void add(const T& argument) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
      text_.add(static_cast<long long>(argument));
    else if constexpr (std::is_convertible_v<T, const __gm_described*>)
      described_.note(static_cast<const __gm_described*>(argument)->written);
    else if constexpr (std::is_pointer_v<T> && !std::is_const_v<std::remove_pointer_t<T>> &&
                       !std::is_function_v<std::remove_pointer_t<T>>)
      given_.note(argument);
  }
  void done() {
    const ends& written = described_.first != nullptr ? described_ : given_;
    __gpumodel_library_call(text_.closed(), written.first, written.last, "", 0);
  }

 private:
  struct ends {
    const void *first = nullptr, *last = nullptr;
    void note(const void* at) { (first == nullptr ? first : last) = at; }
  };
  __gm_call_text text_;
  ends given_, described_;
};

// How much memory it needs to work in.
template <class T>
void __gm_any_size(const T& argument) {
  if constexpr (std::is_pointer_v<T>)
    if constexpr (std::is_same_v<T, size_t*> || std::is_same_v<T, int*>) *argument = 1 << 16;
}
// What it makes: a description, of which only the address matters.
template <class T>
void __gm_any_made(T** made) {
  static int one = 0;
  *made = reinterpret_cast<T*>(&one);
}

#define __GM_CALLED(STATUS, NAME)            \
  template <class... Args>                   \
  STATUS NAME(const Args&... args) {         \
    __gm_any_call call(#NAME);               \
    (call.add(args), ...);                   \
    call.done();                             \
    return STATUS(0);                        \
  }
#define __GM_SIZED(STATUS, NAME)             \
  template <class... Args>                   \
  STATUS NAME(const Args&... args) {         \
    (__gm_any_size(args), ...);              \
    return STATUS(0);                        \
  }
#define __GM_MADE(STATUS, NAME, T)           \
  template <class... Args>                   \
  STATUS NAME(T* made, const Args&...) {     \
    __gm_any_made(made);                     \
    return STATUS(0);                        \
  }
#define __GM_SET(STATUS, NAME)               \
  template <class... Args>                   \
  STATUS NAME(const Args&...) {              \
    return STATUS(0);                        \
  }
