# Enables CUDA where it is wanted and found; sets WARPSCOPE_HAS_CUDA.
set(WARPSCOPE_HAS_CUDA OFF)
if(WARPSCOPE_CUDA STREQUAL "OFF")
  return()
endif()

execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_VARIABLE gpus ERROR_QUIET)
set(gpu_here OFF)
if(no_gpu STREQUAL "0" AND gpus MATCHES "GPU 0")
  set(gpu_here ON)
endif()
# The CUDA machines take longer to build than all else: not where nothing could run them.
if(WARPSCOPE_CUDA STREQUAL "AUTO" AND NOT gpu_here)
  message(STATUS "No NVIDIA GPU here: building the emulator only. "
    "./run.sh --cuda or -DWARPSCOPE_CUDA=ON builds the CUDA machines too.")
  return()
endif()

include(CheckLanguage)
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  # The toolkit's installer does not touch PATH.
  find_program(NVCC nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin)
  if(NVCC)
    set(CMAKE_CUDA_COMPILER ${NVCC})
  endif()
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  if(WARPSCOPE_CUDA STREQUAL "AUTO")
    message(STATUS "There is an NVIDIA GPU, but no CUDA toolkit: building the emulator only. "
      "Install the CUDA toolkit, 12 or newer, and configure again to use the GPU.")
    return()
  endif()
  message(FATAL_ERROR "WARPSCOPE_CUDA is ON, but no nvcc was found. Install the CUDA toolkit 12 or "
    "newer, or name its compiler with -DCMAKE_CUDA_COMPILER=/path/to/nvcc.")
endif()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  if(gpu_here)
    set(CMAKE_CUDA_ARCHITECTURES native)
  else()
    # Every entry compiles each kernel once more. PTX of 7.5, the oldest that CUDA 13 knows, runs on
    # all later GPUs; 9.0 is the one that our measurements were taken on.
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual 90-real)
  endif()
endif()
enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} was found, but the kernels are C++20 and "
    "need 12 or newer. Update the toolkit, or configure with -DWARPSCOPE_CUDA=OFF.")
endif()
find_package(CUDAToolkit REQUIRED)
set(WARPSCOPE_HAS_CUDA ON)
