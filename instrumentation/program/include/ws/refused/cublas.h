#pragma once
#error cuBLAS is not emulated: write the operation as a kernel.
