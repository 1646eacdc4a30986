#pragma once
#error cuSOLVER is not emulated: write the operation as a kernel, or compute it on the host.
