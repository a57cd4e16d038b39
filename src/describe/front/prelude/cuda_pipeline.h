// Copies from global to shared memory that go on beside the thread: each is a load and a store. What is
// waited for are copies of the thread itself; pipelines that a whole group shares are not there.
#pragma once

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

template <size_t Alignment>
struct aligned_size_t {
  size_t value;
  __attribute__((device, host)) constexpr explicit aligned_size_t(size_t n) : value(n) {}
  __attribute__((device, host)) constexpr operator size_t() const { return value; }
};

template <thread_scope Scope>
class pipeline {
 public:
  __device__ void producer_acquire() {}
  __device__ void producer_commit() {}
  __device__ void consumer_wait() {}
  __device__ void consumer_release() {}
  __device__ bool quit() { return true; }
};
__GM_INLINE pipeline<thread_scope_thread> make_pipeline() { return {}; }
// Without a body: a kernel that calls it is refused, others of the file are not.
template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {};
enum class pipeline_role { producer, consumer };
template <class Group, thread_scope Scope, unsigned char Stages, class... Role>
__GM_DEVICE pipeline<Scope> make_pipeline(const Group&, pipeline_shared_state<Scope, Stages>*, Role...);
template <unsigned char Prior, thread_scope Scope>
__GM_INLINE void pipeline_consumer_wait_prior(pipeline<Scope>&) {}
template <thread_scope Scope, class Barrier>
__GM_INLINE void pipeline_producer_commit(pipeline<Scope>&, Barrier&) {}

// Of all threads of the block: where some arrive and others wait is not told apart.
template <thread_scope Scope>
class barrier {
 public:
  typedef int arrival_token;
  barrier() = default;
  __device__ arrival_token arrive(int = 1) { return 0; }
  __device__ void wait(arrival_token) { __syncthreads(); }
  __device__ void arrive_and_wait() { __syncthreads(); }
};
template <thread_scope Scope>
__GM_INLINE void init(barrier<Scope>*, int) {}

template <class T, size_t Alignment, class Waits>
__GM_INLINE void memcpy_async(T* to, const T* from, aligned_size_t<Alignment> size, Waits&) {
  __builtin_memcpy(__builtin_assume_aligned(to, Alignment), __builtin_assume_aligned(from, Alignment),
                   size.value);
}
template <class T, class Waits>
__GM_INLINE void memcpy_async(T* to, const T* from, size_t size, Waits&) {
  __builtin_memcpy(to, from, size);
}

}  // namespace cuda

__GM_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t = 0) {
  if (size == 16)
    __builtin_memcpy(__builtin_assume_aligned(to, 16), __builtin_assume_aligned(from, 16), 16);
  else if (size == 8)
    __builtin_memcpy(__builtin_assume_aligned(to, 8), __builtin_assume_aligned(from, 8), 8);
  else
    __builtin_memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), 4);
}
__GM_INLINE void __pipeline_commit() {}
__GM_INLINE void __pipeline_wait_prior(size_t) {}
