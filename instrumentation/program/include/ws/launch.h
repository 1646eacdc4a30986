// kernel<<<grid, block, shared, stream>>>(arguments), which the rewriter of launches has turned into
// kernel/$(grid, block, shared, stream)  (arguments).
#pragma once
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

#include "vector_types.h"
#include "warpscope_abi.h"
#include "ws/place.h"

struct CUstream_st;

namespace ws {

template <class T>
struct plain {
  typedef typename std::remove_cv<typename std::remove_reference<T>::type>::type type;
};

// How an argument becomes a parameter: as in a call, and also a 0 or NULL that has passed through a
// template and is no null pointer constant any more.
template <class P, class A, bool number_to_pointer>
struct conversion {
  static WS_INLINE P convert(A&& argument) {
    static_assert(std::is_convertible<A&&, P>::value,
                  "an argument of the launch does not convert to the kernel's parameter");
    return static_cast<A&&>(argument);
  }
};
template <class P, class A>
struct conversion<P, A, true> {
  static WS_INLINE P convert(A&& argument) {
    if (argument != 0) {
      ws_unsupported("a launch with a number for a pointer", "pass a pointer, or nullptr");
    }
    return nullptr;
  }
};
template <class P, class A>
WS_INLINE P to_parameter(A&& argument) {
  typedef typename plain<A>::type given;
  return conversion < P, A,
         (std::is_pointer<P>::value || std::is_member_pointer<P>::value) &&
             std::is_integral<given>::value > ::convert(static_cast<A&&>(argument));
}

// The arguments as they were written; references, which live as long as the whole expression.
template <class... A>
struct references {};
template <class A, class... Rest>
struct references<A, Rest...> {
  A&& argument;
  references<Rest...> rest;
  WS_INLINE references(A&& a, Rest&&... r)
      : argument(static_cast<A&&>(a)), rest(static_cast<Rest&&>(r)...) {}
};

// A kernel's parameters.
template <class... P>
struct values {
  WS_INLINE values(references<>&&) {}
  WS_INLINE explicit values(void**) {}
  WS_INLINE void describe(ws_parameter*) const {}
  template <class K, class... Done>
  WS_INLINE WS_UNHOOKED void call(K kernel, Done&... done) {
    kernel(done...);
  }
};
template <class P, class... Rest>
struct values<P, Rest...> {
  typename plain<P>::type value;
  values<Rest...> rest;
  template <class A, class... Others>
  WS_INLINE values(references<A, Others...>&& given)
      : value(to_parameter<typename plain<P>::type>(static_cast<A&&>(given.argument))),
        rest(static_cast<references<Others...>&&>(given.rest)) {}
  // From what cudaLaunchKernel takes.
  WS_INLINE explicit values(void** given)
      : value(*static_cast<typename plain<P>::type*>(given[0])), rest(given + 1) {}
  WS_INLINE void describe(ws_parameter* to) const {
    to->address = __builtin_addressof(value);
    to->bytes = sizeof(value);
    rest.describe(to + 1);
  }
  template <class K, class... Done>
  WS_INLINE WS_UNHOOKED void call(K kernel, Done&... done) {
    rest.call(kernel, done..., value);
  }
};

// What a thread of the launch is given.
template <class K, class V>
struct launch_frame {
  K kernel;
  V parameters;
  static WS_UNHOOKED void run(void* frame) {
    launch_frame* const self = static_cast<launch_frame*>(frame);
    do {
      self->parameters.call(self->kernel);
    } while (next_thread());
  }
};
// A lambda that calls a kernel whose type its arguments decide. It takes references: to copies on the
// thread's own stack.
template <class F, class V>
struct deduced_frame {
  const F* call;
  V parameters;
  static WS_UNHOOKED void run(void* frame) {
    deduced_frame* const self = static_cast<deduced_frame*>(frame);
    do {
      V copy(self->parameters);
      copy.template call<const F&>(*self->call);
    } while (next_thread());
  }
};

struct configuration : ws_launch_config {
  WS_INLINE configuration(dim3 grid_, dim3 block_, size_t shared_, CUstream_st* stream_,
                          int cooperative_) {
    grid[0] = grid_.x;
    grid[1] = grid_.y;
    grid[2] = grid_.z;
    block[0] = block_.x;
    block[1] = block_.y;
    block[2] = block_.z;
    shared_bytes = shared_;
    stream = stream_;
    cooperative = cooperative_;
  }
};

template <class Frame, int count>
WS_INLINE int launch(const configuration& config, const void* kernel, Frame& frame) {
  if (me()) {
    ws_unsupported("a launch inside a kernel (dynamic parallelism)",
                   "launch from the host, or call a __device__ function");
  }
  ws_parameter parameters[count + 1];
  frame.parameters.describe(parameters);
  return ws_launch(&config, kernel, nullptr, &Frame::run, &frame, parameters, count);
}

template <class... P>
WS_INLINE int launch_kernel(const configuration& config, void (*kernel)(P...),
                            values<P...>&& parameters) {
  typedef launch_frame<void (*)(P...), values<P...>> frame_type;
  frame_type frame = {kernel, static_cast<values<P...>&&>(parameters)};
  return launch<frame_type, static_cast<int>(sizeof...(P))>(
      config, reinterpret_cast<const void*>(kernel), frame);
}

// The right side of the operator.
template <class... A>
struct launch_call {
  configuration config;
  references<A...> arguments;
};

template <class... P, class... A>
WS_INLINE void operator/(void (*kernel)(P...), launch_call<A...>&& call) {
  static_assert(sizeof...(P) == sizeof...(A),
                "the launch and the kernel differ in their number of arguments");
  launch_kernel(call.config, kernel, values<P...>(static_cast<references<A...>&&>(call.arguments)));
}
// What a launch with deduced template arguments means: the rewriter of launches declares, beside each kernel template, a
// function of the same parameters that returns this type.
template <class K, K kernel>
struct found_kernel {};
template <class K, K kernel, class F, class... A>
WS_INLINE void launch_found(found_kernel<K, kernel>*, const F&, launch_call<A...>&& call) {
  kernel / static_cast<launch_call<A...>&&>(call);
}
template <class F, class... A>
WS_INLINE void launch_found(void*, const F& kernel, launch_call<A...>&& call) {
  typedef values<typename std::decay<A>::type...> values_type;
  typedef deduced_frame<F, values_type> frame_type;
  frame_type frame = {__builtin_addressof(kernel),
                      values_type(static_cast<references<A...>&&>(call.arguments))};
  launch<frame_type, static_cast<int>(sizeof...(A))>(call.config, nullptr, frame);
}
template <class F, class... A, class = typename std::enable_if<std::is_class<F>::value>::type>
WS_INLINE void operator/(const F& kernel, launch_call<A...>&& call) {
  typedef decltype(kernel(std::declval<A>()...)) found;
  launch_found(static_cast<found*>(nullptr), kernel, static_cast<launch_call<A...>&&>(call));
}

// The same where arguments in braces need the parameters' types: the launch is told its kernel before it gets them.
template <class... P>
struct typed_call {
  typedef void (*kernel_type)(P...);
  configuration config;
  references<const typename plain<P>::type&...> arguments;
};
template <class... P>
struct typed_launcher {
  configuration config;
  WS_INLINE typed_call<P...> operator()(const typename plain<P>::type&... arguments) const {
    return typed_call<P...>{config, references<const typename plain<P>::type&...>(arguments...)};
  }
};
// An overloaded kernel's name, or a template's, is the function of these parameters.
template <class... P>
WS_INLINE void operator/(typename typed_call<P...>::kernel_type kernel, typed_call<P...>&& call) {
  launch_kernel(
      call.config, kernel,
      values<P...>(static_cast<references<const typename plain<P>::type&...>&&>(call.arguments)));
}

struct launcher {
  configuration config;
  template <class... P>
  WS_INLINE typed_launcher<P...> of(void (*)(P...)) const {
    return typed_launcher<P...>{config};
  }
  template <class... P, void (*kernel)(P...)>
  WS_INLINE typed_launcher<P...> of(found_kernel<void (*)(P...), kernel>) const {
    return typed_launcher<P...>{config};
  }
  template <class... A>
  WS_INLINE launch_call<A...> operator()(A&&... arguments) const {
    return launch_call<A...>{config, references<A...>(static_cast<A&&>(arguments)...)};
  }
};

// cudaLaunchKernel with nothing but an address.
template <class... P>
struct registered {
  static WS_UNHOOKED void call(const void* kernel, void** parameters) {
    do {
      values<P...> copies(parameters);
      copies.call(reinterpret_cast<void (*)(P...)>(const_cast<void*>(kernel)));
    } while (next_thread());
  }
};
template <class... P>
inline bool register_kernel(void (*kernel)(P...)) {
  static const size_t bytes[sizeof...(P) + 1] = {sizeof(typename plain<P>::type)..., 0};
  ws_register_kernel(reinterpret_cast<const void*>(kernel), &registered<P...>::call, bytes,
                     static_cast<int>(sizeof...(P)));
  return true;
}

// The same for each kernel that a template makes, if its body names this.
template <class K, K kernel>
struct kernel_instance {
  static const bool is_known;
};
template <class K, K kernel>
const bool kernel_instance<K, kernel>::is_known = register_kernel(kernel);

}  // namespace ws

WS_INLINE ::ws::launcher $(dim3 grid, dim3 block, size_t shared_bytes = 0,
                           CUstream_st* stream = nullptr) {
  return ::ws::launcher{::ws::configuration(grid, block, shared_bytes, stream, 0)};
}
