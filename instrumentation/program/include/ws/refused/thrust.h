#pragma once
#error Thrust is not emulated: copy the data to the host and use <algorithm>, or write the step as a kernel.
