// What CUDA answers about captures, host functions, sizes and registered memory. Each line is a question and its answer;
// capture_rules.txt beside it is what is expected: confirmed on an NVIDIA H100, driver 580.159.04, CUDA 13.0, 2026-11-25. To
// compare it with a GPU's:
//   nvcc -o capture_rules capture_rules.cu && ./capture_rules | diff capture_rules.txt -
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#define ASK(call) answer(#call, (call))
void answer(const char* call, cudaError_t error) {
  std::printf("  %s: %d %s\n", call, static_cast<int>(error), cudaGetErrorName(error));
}
void title(const char* what) {
  static_cast<void>(cudaGetLastError());
  std::printf("%s\n", what);
}

__global__ void add(int* p, int v) { *p += v; }
__global__ void doubled_plus(int* to, const int* a, const int* b) { *to = 2 * *a + *b; }

cudaStream_t a, b, c, free_a, free_b;
cudaEvent_t e, f;
int *p, *q, *r;

void do_nothing(cudaStream_t, cudaError_t, void*) {}

// Begins where no capture is, and ends what is left of one.
struct Scenario {
  explicit Scenario(const char* what) {
    title(what);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    cudaStreamCreateWithFlags(&free_a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&free_b, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaEventCreate(&f);
  }
  ~Scenario() {
    for (cudaStream_t s : {a, b, c, free_a, free_b}) {
      cudaGraph_t graph = nullptr;
      static_cast<void>(cudaStreamEndCapture(s, &graph));
      if (graph != nullptr) cudaGraphDestroy(graph);
    }
    cudaDeviceSynchronize();
    for (cudaStream_t s : {a, b, c, free_a, free_b}) cudaStreamDestroy(s);
    cudaEventDestroy(e);
    cudaEventDestroy(f);
    cudaDeviceSynchronize();
    static_cast<void>(cudaGetLastError());
  }
};

cudaError_t launch(cudaStream_t stream, int* to = p, int value = 1) {
  static_cast<void>(cudaGetLastError());
  add<<<1, 1, 0, stream>>>(to, value);
  return cudaGetLastError();
}
void begin(cudaStream_t stream, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  const cudaError_t error = cudaStreamBeginCapture(stream, mode);
  if (error != cudaSuccess) answer("begin", error);
}
void end(cudaStream_t stream) {
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
  const cudaError_t error = cudaStreamEndCapture(stream, &graph);
  std::size_t nodes = 0;
  if (error == cudaSuccess) cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("  end: %d %s, graph %s, %d nodes\n", static_cast<int>(error),
              cudaGetErrorName(error), graph == nullptr ? "null" : "made", static_cast<int>(nodes));
  if (error == cudaSuccess) cudaGraphDestroy(graph);
}
void status(cudaStream_t stream) {
  cudaStreamCaptureStatus is = cudaStreamCaptureStatusNone;
  const cudaError_t error = cudaStreamIsCapturing(stream, &is);
  if (error != cudaSuccess) return answer("status", error);
  std::printf("  status: %d\n", static_cast<int>(is));
}
void values() {
  cudaDeviceSynchronize();
  std::printf("  values: %d %d %d\n", *p, *q, *r);
}
void fork_to(cudaStream_t from, cudaStream_t to, cudaEvent_t event) {
  cudaEventRecord(event, from);
  cudaStreamWaitEvent(to, event, 0);
}

void forks() {
  {
    Scenario now("fork and join, launched five times");
    begin(a);
    fork_to(a, b, e);
    launch(a, p, 1);
    launch(b, q, 2);
    status(b);
    fork_to(b, a, f);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    ASK(cudaStreamEndCapture(a, &graph));
    status(b);
    ASK(cudaGraphInstantiate(&ready, graph, 0));
    for (int i = 0; i < 5; ++i) cudaGraphLaunch(ready, i % 2 ? c : a);
    values();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
  }
  {
    Scenario now("diamond in three streams, with one event twice");
    *p = *q = *r = 0;
    begin(a);
    launch(a, p, 3);
    fork_to(a, b, e);
    fork_to(a, c, e);
    launch(b, p, 4);
    fork_to(b, c, e);
    launch(c, q, 5);
    doubled_plus<<<1, 1, 0, c>>>(r, p, q);
    fork_to(c, a, f);
    launch(a, r, 100);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    ASK(cudaStreamEndCapture(a, &graph));
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, a);
    cudaGraphLaunch(ready, a);
    values();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
  }
  {
    Scenario now("copy, memset, host function and event are captured");
    static int from = 7,
               counted = 7;  // a GPU may read what is pageable before the graph gets there
    begin(a);
    cudaMemcpyAsync(p, &from, 4, cudaMemcpyDefault, a);
    cudaMemsetAsync(q, 0, 4, a);
    cudaLaunchHostFunc(
        a, [](void* to) { *static_cast<int*>(to) += 5; }, &counted);
    cudaEventRecord(e, a);
    launch(a, q, 9);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    ASK(cudaStreamEndCapture(a, &graph));
    std::size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, a);
    cudaGraphLaunch(ready, a);
    values();
    std::printf("  nodes %d, counted %d\n", static_cast<int>(nodes), counted);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
  }
  {
    Scenario now("a fork without work");
    begin(a);
    launch(a);
    fork_to(a, b, e);
    end(a);
  }
  {
    Scenario now("a fork that is not joined");
    begin(a);
    fork_to(a, b, e);
    launch(b);
    end(a);
    status(a);
    status(b);
    ASK(launch(b));
  }
  {
    Scenario now("work behind the join");
    begin(a);
    fork_to(a, b, e);
    launch(b);
    fork_to(b, a, f);
    launch(b);
    end(a);
  }
  {
    Scenario now("ended in the other stream");
    begin(a);
    fork_to(a, b, e);
    launch(b);
    end(b);
    status(a);
    end(a);
  }
  {
    Scenario now("ended twice, or never begun");
    end(a);
    begin(a);
    end(a);
    end(a);
    ASK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    ASK(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
  }
  {
    Scenario now("begun twice");
    begin(a);
    ASK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    launch(a);
    end(a);
  }
  {
    Scenario now("begun in a stream that has joined another capture");
    begin(a);
    fork_to(a, b, e);
    ASK(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
    end(a);
  }
}

void events() {
  {
    Scenario now("wait for an event of no capture");
    cudaEventRecord(e, b);
    begin(a);
    ASK(cudaStreamWaitEvent(a, e, 0));
    status(a);
    ASK(launch(a));
    end(a);
  }
  {
    Scenario now("wait for an event that was never recorded");
    begin(a);
    ASK(cudaStreamWaitEvent(a, e, 0));
    end(a);
  }
  {
    Scenario now("wait for an event of another capture");
    begin(a);
    begin(b);
    launch(a);
    launch(b);
    cudaEventRecord(e, a);
    ASK(cudaStreamWaitEvent(b, e, 0));
    end(a);
    end(b);
  }
  {
    Scenario now("query of a captured event");
    begin(a);
    cudaEventRecord(e, a);
    ASK(cudaEventQuery(e));
    end(a);
    ASK(cudaEventQuery(e));
    ASK(cudaEventSynchronize(e));
    ASK(cudaStreamWaitEvent(b, e, 0));
    cudaEventRecord(f, a);
    float time = 0;
    ASK(cudaEventElapsedTime(&time, e, f));
    ASK(cudaEventRecord(e, a));
    ASK(cudaEventSynchronize(e));
  }
  {
    Scenario now("wait for a captured event");
    begin(a);
    cudaEventRecord(e, a);
    ASK(cudaEventSynchronize(e));
    end(a);
  }
  {
    Scenario now("the legacy stream waits for a captured event");
    begin(free_a);
    cudaEventRecord(e, free_a);
    ASK(cudaStreamWaitEvent(nullptr, e, 0));
    end(free_a);
  }
  {
    Scenario now("a non-blocking stream joins");
    begin(a);
    fork_to(a, free_a, e);
    ASK(launch(free_a));
    fork_to(free_a, a, f);
    end(a);
  }
  {
    Scenario now("an event of no capture is asked for");
    cudaEventRecord(e, b);
    cudaEventSynchronize(e);
    begin(a);
    ASK(cudaEventQuery(e));
    end(a);
    begin(a, cudaStreamCaptureModeRelaxed);
    ASK(cudaEventQuery(e));
    ASK(cudaEventSynchronize(e));
    end(a);
  }
}

void waits() {
  {
    Scenario now("synchronise the captured stream");
    begin(a);
    launch(a);
    ASK(cudaStreamSynchronize(a));
    status(a);
    end(a);
    status(a);
  }
  {
    Scenario now("query the captured stream");
    begin(a);
    ASK(cudaStreamQuery(a));
    end(a);
  }
  {
    Scenario now("synchronise another stream");
    begin(a);
    ASK(cudaStreamSynchronize(b));
    ASK(cudaStreamQuery(free_b));
    end(a);
  }
  {
    Scenario now("synchronise the device");
    begin(a);
    ASK(cudaDeviceSynchronize());
    end(a);
  }
  {
    Scenario now("synchronise the device, relaxed");
    begin(free_a, cudaStreamCaptureModeRelaxed);
    ASK(cudaDeviceSynchronize());
    end(free_a);
  }
  {
    Scenario now("a callback in a captured stream");
    begin(a);
    ASK(cudaStreamAddCallback(a, do_nothing, nullptr, 0));
    end(a);
  }
  {
    Scenario now("destroy a captured stream");
    cudaStream_t doomed;
    cudaStreamCreate(&doomed);
    begin(doomed);
    const cudaError_t error = cudaStreamDestroy(doomed);
    answer("cudaStreamDestroy", error);
    if (error != cudaSuccess) {
      end(doomed);
      cudaStreamDestroy(doomed);
    }
  }
  {
    Scenario now("a wrong launch in a captured stream");
    begin(a);
    add<<<1, 2000, 0, a>>>(p, 1);
    ASK(cudaGetLastError());
    status(a);
    end(a);
  }
  {
    Scenario now("a wrong copy in a captured stream");
    begin(a);
    ASK(cudaMemcpyAsync(p, q, 4, static_cast<cudaMemcpyKind>(9), a));
    end(a);
  }
}

void legacy() {
  {
    Scenario now("legacy launch beside a blocking capture");
    begin(a);
    ASK(launch(nullptr));
    status(nullptr);
    status(a);
    end(a);
    status(nullptr);
  }
  {
    Scenario now("status of the legacy stream beside a blocking capture");
    begin(a);
    status(nullptr);
    end(a);
  }
  {
    Scenario now("legacy launch beside a relaxed blocking capture");
    begin(a, cudaStreamCaptureModeRelaxed);
    ASK(launch(nullptr));
    end(a);
  }
  {
    Scenario now("legacy launch beside a non-blocking capture");
    begin(free_a);
    ASK(launch(nullptr));
    status(nullptr);
    end(free_a);
  }
  {
    Scenario now("copy beside a blocking capture");
    begin(a);
    ASK(cudaMemcpy(p, q, 4, cudaMemcpyDefault));
    end(a);
  }
  {
    Scenario now("copy beside a non-blocking capture");
    begin(free_a);
    ASK(cudaMemcpy(p, q, 4, cudaMemcpyDefault));
    end(free_a);
  }
  {
    Scenario now("copy beside a relaxed non-blocking capture");
    begin(free_a, cudaStreamCaptureModeRelaxed);
    ASK(cudaMemcpy(p, q, 4, cudaMemcpyDefault));
    end(free_a);
  }
  {
    Scenario now("memset beside captures");
    begin(a);
    ASK(cudaMemset(p, 0, 4));
    end(a);
    begin(free_a);
    ASK(cudaMemset(p, 0, 4));
    end(free_a);
  }
  {
    Scenario now("legacy events and waits beside a blocking capture");
    begin(a);
    ASK(cudaEventRecord(e, nullptr));
    end(a);
    begin(a);
    ASK(cudaStreamSynchronize(nullptr));
    end(a);
    begin(a);
    ASK(cudaStreamQuery(nullptr));
    end(a);
  }
  {
    Scenario now("the stream of the thread is captured");
    begin(cudaStreamPerThread);
    ASK(launch(cudaStreamPerThread));
    end(cudaStreamPerThread);
  }
}

void memory() {
  void* made = nullptr;
  {
    Scenario now("cudaMalloc in a capture");
    begin(a);
    ASK(cudaMalloc(&made, 4));
    end(a);
  }
  {
    Scenario now("cudaMalloc in a relaxed capture");
    begin(a, cudaStreamCaptureModeRelaxed);
    ASK(cudaMalloc(&made, 4));
    ASK(cudaFree(made));
    end(a);
  }
  {
    Scenario now("cudaFree in a capture");
    cudaMalloc(&made, 4);
    begin(a);
    ASK(cudaFree(made));
    end(a);
    cudaFree(made);
  }
  {
    Scenario now("other allocations in a capture");
    begin(a);
    ASK(cudaMallocManaged(&made, 4));
    end(a);
    begin(a);
    ASK(cudaMallocHost(&made, 4));
    end(a);
    static char host[4096];
    begin(a);
    ASK(cudaHostRegister(host, sizeof host, 0));
    end(a);
    static_cast<void>(cudaHostUnregister(host));
  }
  {
    Scenario now("the thread's mode");
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    ASK(cudaThreadExchangeStreamCaptureMode(&mode));
    std::printf("  before: %d\n", static_cast<int>(mode));
    begin(a);
    ASK(cudaMalloc(&made, 4));
    ASK(cudaThreadExchangeStreamCaptureMode(&mode));
    std::printf("  before: %d\n", static_cast<int>(mode));
    end(a);
    cudaFree(made);
  }
  for (cudaStreamCaptureMode mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                                     cudaStreamCaptureModeRelaxed}) {
    Scenario now("another thread allocates");
    std::printf("  mode %d\n", static_cast<int>(mode));
    begin(a, mode);
    std::thread([&] { ASK(cudaMalloc(&made, 4)); }).join();
    end(a);
  }
  for (cudaStreamCaptureMode mode :
       {cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    Scenario now("another thread ends the capture");
    std::printf("  mode %d\n", static_cast<int>(mode));
    begin(a, mode);
    launch(a);
    std::thread([&] { end(a); }).join();
    status(a);
    end(a);
  }
}

void graph_memory() {
  int* m = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr, other = nullptr;
  {
    Scenario now("memory of a graph");
    *r = 0;
    begin(a);
    ASK(cudaMallocAsync(&m, 4, a));
    cudaMemsetAsync(m, 0, 4, a);
    add<<<1, 1, 0, a>>>(m, 3);
    cudaMemcpyAsync(r, m, 4, cudaMemcpyDefault, a);
    ASK(cudaFreeAsync(m, a));
    ASK(cudaStreamEndCapture(a, &graph));
    std::size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    std::printf("  nodes %d\n", static_cast<int>(nodes));
    ASK(cudaGraphInstantiate(&ready, graph, 0));
    ASK(cudaGraphInstantiate(&other, graph, 0));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaGraphLaunch(ready, a));
    values();
    ASK(cudaGraphExecDestroy(ready));
    ASK(cudaGraphDestroy(graph));
  }
  {
    Scenario now("memory that a graph does not free");
    begin(a);
    cudaMallocAsync(&m, 4, a);
    cudaMemsetAsync(m, 0, 4, a);
    add<<<1, 1, 0, a>>>(m, 4);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaMemcpy(r, m, 4, cudaMemcpyDefault));
    values();
    ASK(cudaFreeAsync(m, a));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaFree(m));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaFree(m));
    cudaGraphExecDestroy(ready);
    ASK(cudaGraphInstantiate(&ready, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaFree(m));
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
  }
  {
    Scenario now("a capture frees what none has allocated");
    cudaMalloc(&m, 4);
    begin(a);
    ASK(cudaFreeAsync(m, a));
    end(a);
    cudaFree(m);
  }
}

std::atomic<int> go{0};
std::atomic<int> called{0};
int from_callback = -1;
void wait_for_go(void*) {
  while (go == 0) std::this_thread::yield();
}
void host_functions() {
  {
    Scenario now("a host function that waits for the host");
    *p = *q = *r = 0;
    go = 0;
    ASK(cudaLaunchHostFunc(a, wait_for_go, nullptr));
    ASK(launch(a, p, 1));
    ASK(cudaEventRecord(e, a));
    ASK(cudaStreamWaitEvent(free_b, e, 0));
    ASK(launch(free_b, q, 2));
    ASK(launch(free_a, r, 3));
    ASK(cudaStreamSynchronize(free_a));
    ASK(cudaStreamQuery(a));
    ASK(cudaEventQuery(e));
    ASK(cudaStreamQuery(free_b));
    ASK(cudaStreamQuery(free_a));
    ASK(cudaStreamQuery(b));
    ASK(launch(nullptr, r, 10));
    ASK(cudaStreamQuery(nullptr));
    ASK(launch(b, r, 20));
    ASK(cudaStreamQuery(b));
    float time = 0;
    cudaEventRecord(f, free_a);
    cudaEventSynchronize(f);
    ASK(cudaEventElapsedTime(&time, f, e));
    go = 1;
    ASK(cudaStreamSynchronize(free_b));
    ASK(cudaEventQuery(e));
    ASK(cudaDeviceSynchronize());
    values();
  }
  {
    Scenario now("calls of a host function");
    static void* made = nullptr;
    from_callback = -1;
    cudaLaunchHostFunc(
        a, [](void*) { from_callback = cudaMalloc(&made, 4); }, nullptr);
    ASK(cudaStreamSynchronize(a));
    answer("cudaMalloc there", static_cast<cudaError_t>(from_callback));
    cudaStreamAddCallback(
        a, [](cudaStream_t, cudaError_t, void*) { from_callback = cudaStreamQuery(nullptr); },
        nullptr, 0);
    ASK(cudaStreamSynchronize(a));
    answer("cudaStreamQuery there", static_cast<cudaError_t>(from_callback));
    int device = 0;
    cudaLaunchHostFunc(
        a, [](void* to) { from_callback = cudaGetDevice(static_cast<int*>(to)); }, &device);
    ASK(cudaStreamSynchronize(a));
    answer("cudaGetDevice there", static_cast<cudaError_t>(from_callback));
  }
  {
    Scenario now("a host function of a graph that waits for the host");
    *p = 0;
    go = 0;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    begin(a);
    launch(a, p, 1);
    cudaLaunchHostFunc(a, wait_for_go, nullptr);
    launch(a, p, 10);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    ASK(cudaGraphLaunch(ready, a));
    ASK(cudaStreamQuery(a));
    go = 1;
    ASK(cudaStreamSynchronize(a));
    values();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
  }
}

void sizes() {
  title("sizes that wrap");
  const auto minus_4 = static_cast<std::size_t>(-4);
  int* memory = nullptr;
  std::size_t pitch = 0;
  static char host[64];
  add<<<1, 1, minus_4>>>(p, 1);
  ASK(cudaGetLastError());
  add<<<dim3(1), dim3(1u << 31, 1u << 31, 4)>>>(p, 1);
  ASK(cudaGetLastError());
  add<<<static_cast<unsigned>(-1), 1>>>(p, 1);
  ASK(cudaGetLastError());
  add<<<1, static_cast<unsigned>(-1)>>>(p, 1);
  ASK(cudaGetLastError());
  ASK(cudaMalloc(&memory, minus_4));
  ASK(cudaMallocHost(&memory, minus_4));
  ASK(cudaMallocManaged(&memory, minus_4));
  ASK(cudaMallocPitch(&memory, &pitch, minus_4, 1));
  ASK(cudaMallocPitch(&memory, &pitch, 1024, SIZE_MAX / 512));
  cudaPitchedPtr pitched{};
  ASK(cudaMalloc3D(&pitched, make_cudaExtent(64, SIZE_MAX / 2, 4)));
  ASK(cudaHostRegister(host, minus_4, 0));
  static_cast<void>(cudaGetLastError());
  int* device = nullptr;
  cudaMalloc(&device, 64);
  // cudaMemset says cudaSuccess to such a size, and loses the device later: it is not asked.
  ASK(cudaMemcpy(device, host, minus_4, cudaMemcpyHostToDevice));
  ASK(cudaMemcpy2D(device, 16, host, 16, 8, SIZE_MAX / 8, cudaMemcpyHostToDevice));
  ASK(cudaMemcpy2D(device, 16, host, 16, 8, SIZE_MAX / 8 + 1, cudaMemcpyHostToDevice));
  cudaFree(device);
  static_cast<void>(cudaGetLastError());
}

void registered() {
  title("registered memory");
  constexpr std::size_t page = 4096;
  char* const host = static_cast<char*>(std::aligned_alloc(page, 8 * page));
  std::memset(host, 1, 8 * page);
  char* device = nullptr;
  cudaMalloc(&device, 8 * page);
  cudaMemset(device, 0, 8 * page);
  void* seen = nullptr;
  cudaPointerAttributes is{};
  ASK(cudaHostGetDevicePointer(&seen, host, 0));
  ASK(cudaHostRegister(host + page, 128, 0));
  ASK(cudaHostRegister(host + page, 128, 0));
  ASK(cudaHostRegister(host + page + 64, 128, 0));
  ASK(cudaHostGetDevicePointer(&seen, host + page, 0));
  ASK(cudaHostGetDevicePointer(&seen, host + page + 100, 0));
  ASK(cudaPointerGetAttributes(&is, host + page + 100));
  std::printf("  type %d\n", static_cast<int>(is.type));
  ASK(cudaPointerGetAttributes(&is, host + page + 200));
  std::printf("  type %d, 200 bytes on\n", static_cast<int>(is.type));
  ASK(cudaPointerGetAttributes(&is, host));
  std::printf("  type %d, before\n", static_cast<int>(is.type));
  ASK(cudaMemcpy(device, host + page, 128, cudaMemcpyHostToDevice));
  ASK(cudaMemcpy(device, host + page + 64, 128, cudaMemcpyHostToDevice));
  ASK(cudaMemcpy(device, host + page, 2 * page, cudaMemcpyHostToDevice));
  ASK(cudaMemcpy(host + page, device, 2 * page, cudaMemcpyDeviceToHost));
  ASK(cudaMemcpy(device, host, 2 * page, cudaMemcpyHostToDevice));
  ASK(cudaMemset(host + page, 0, 128));
  ASK(cudaMemset(host + page, 0, 2 * page));
  ASK(cudaHostUnregister(host + page + 4));
  ASK(cudaHostUnregister(host + page));
  ASK(cudaHostUnregister(host + page));
  ASK(cudaMemcpy(device, host + page, 2 * page, cudaMemcpyHostToDevice));
  ASK(cudaHostRegister(host, page, 0));
  ASK(cudaHostRegister(host + page, page, 0));
  ASK(cudaMemcpy(device, host, 2 * page, cudaMemcpyHostToDevice));
  ASK(cudaHostUnregister(host));
  ASK(cudaHostUnregister(host + page));
  ASK(cudaHostRegister(nullptr, 4, 0));
  ASK(cudaHostRegister(host, 0, 0));
  cudaFree(device);
  std::free(host);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // what was answered is said, whatever comes
  cudaMallocManaged(&p, 4);
  cudaMallocManaged(&q, 4);
  cudaMallocManaged(&r, 4);
  *p = *q = *r = 0;
  forks();
  events();
  waits();
  legacy();
  memory();
  graph_memory();
  host_functions();
  registered();
  sizes();
  return 0;
}
