#pragma once
#error NPP is not emulated: write the operation as a kernel.
