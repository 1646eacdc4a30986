#pragma once
#error NCCL is not emulated: use one device.
