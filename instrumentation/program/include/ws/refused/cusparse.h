#pragma once
#error cuSPARSE is not emulated: write the operation as a kernel.
