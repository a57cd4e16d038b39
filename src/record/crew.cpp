#include "src/record/crew.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace gpumodel::record {
namespace {

class Crew {
 public:
  void work(unsigned others, const std::function<void()>& act) {
    {
      const std::lock_guard lock(mutex_);
      act_ = &act;
      open_ = others;
      for (; hired_ < others; ++hired_) hire();
    }
    begin_.notify_all();
    act();
    std::unique_lock lock(mutex_);
    open_ = 0;  // who has not begun is not needed any more
    end_.wait(lock, [&] { return busy_ == 0; });
  }
  pid_t process() const { return process_; }

 private:
  // Signals are the application's own threads' to handle.
  void hire() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { wait_for_work(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  void wait_for_work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      begin_.wait(lock, [&] { return open_ > 0; });
      --open_;
      ++busy_;
      const std::function<void()>& act = *act_;
      lock.unlock();
      act();
      lock.lock();
      if (--busy_ == 0) end_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void()>* act_ = nullptr;
  unsigned hired_ = 0, open_ = 0, busy_ = 0;
  pid_t process_ = getpid();
};

}  // namespace

void work_together(unsigned cores, const std::function<void()>& act) {
  static Crew* crew = nullptr;  // never destroyed: its threads wait until the process is gone
  if (crew == nullptr || crew->process() != getpid()) crew = new Crew;  // a fork has no threads
  crew->work(cores - 1, act);
}

}  // namespace gpumodel::record
