#pragma once
#error cuDNN is not emulated: write the operation as a kernel.
