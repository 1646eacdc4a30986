// A kernel that walks a list of managed nodes, each an allocation.
// In full: warpscope run managed_list.cu -- 100000
#include <cstdio>
#include <cstdlib>

struct Node {
  long value;
  Node* next;
};

__global__ void sum(const Node* node, long* total) {
  long found = 0;
  for (; node != nullptr; node = node->next) found += node->value;
  *total = found;
}

int main(int argc, char** argv) {
  const long count = argc > 1 ? atol(argv[1]) : 100000;
  Node* head = nullptr;
  long* total;
  cudaMallocManaged(&total, sizeof *total);
  for (long k = 0; k < count; ++k) {
    Node* node;
    cudaMallocManaged(&node, sizeof *node);
    node->value = k;
    node->next = head;
    head = node;
  }
  sum<<<1, 1>>>(head, total);
  cudaDeviceSynchronize();
  printf("%ld\n", *total);
  const bool wrong = *total != count * (count - 1) / 2;
  while (head != nullptr) {
    Node* const next = head->next;
    cudaFree(head);
    head = next;
  }
  cudaFree(total);
  return wrong;
}
