#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <memory>
#include <vector>

namespace warpscope {

/// Stacks for fibers, kept for the next block: making 1024 of them anew costs more than a block.
class StackPool {
 public:
  /// AddressSanitizer's red zones make frames several times larger.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t stack_bytes = 256 * 1024;
#else
  static constexpr std::size_t stack_bytes = 64 * 1024;
#endif

  [[nodiscard]] boost::context::stack_context take();
  void give_back(const boost::context::stack_context& stack) { free_.push_back(stack); }

 private:
  std::vector<std::unique_ptr<std::byte[]>> owned_;
  std::vector<boost::context::stack_context> free_;
};

/// A function that can be left in the middle and entered again. Not movable while running.
class Fiber {
 public:
  Fiber() = default;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Prepares `entry(argument)`; it first runs at the next resume().
  void start(StackPool& pool, void (*entry)(void*), void* argument);
  /// Runs the function until it calls suspend() or returns.
  void resume();
  /// Called inside the function: goes back to whoever resumed it.
  void suspend();

 private:
  boost::context::fiber inside_;
  boost::context::fiber outside_;
  void* resumer_stack_ = nullptr;  // what AddressSanitizer must know of a switch
  std::size_t resumer_bytes_ = 0;
  void* stack_bottom_ = nullptr;
};

}  // namespace warpscope
