// A host function of a stream that waits for what never comes.
#include <chrono>
#include <thread>

void never(void*) {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchHostFunc(stream, never, nullptr);

  cudaStreamSynchronize(stream);
}
