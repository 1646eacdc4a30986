#pragma once
#error sharing memory with a graphics API is not emulated: copy the result to the host with cudaMemcpy().
