// What the two files of variables.cu share.
#pragma once

extern __device__ int across;
__device__ int scaled(int x);
template <class T>
struct Held {
  static __device__ T value;
};
template <class T>
__device__ T Held<T>::value = 5;

__device__ int counts_of_each_file = 13;  // both define it

void use_elsewhere(int* out, int blocks);
