// Programs that do what they should not, and what becomes of them: each costs one sentence and a known end, leaves no
// process behind, and changes nothing of ours.

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/program/process/isolation.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

constexpr double short_time = 0.5;          // seconds, of those that never end
constexpr std::int64_t small_memory = 300;  // MiB, of those that want more

struct HostileProgram {
  const char* name;
  const char* text;  ///< behind the headers below
  End end = End::returned;
  int value = 0;            ///< exit status if it returned, the signal if it crashed; -1: any
  const char* says = "";    ///< a part of the sentence
  const char* prints = "";  ///< a part of its output
};
void PrintTo(const HostileProgram& program, std::ostream* out) { *out << program.name; }

const char* const headers = R"(
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
static volatile int sink;
static void forever() { for (;;) sink = sink + 1; }
)";

const std::vector<HostileProgram> hostile_programs = {
    // Never ends.
    {"endless_loop", "int main() { forever(); }", End::time_limit, 0, "stopped after 0.5 s"},
    {"endless_loop_after_output", "int main() { printf(\"before\"); forever(); }", End::time_limit,
     0, "", "before"},
    {"endless_sleep", "int main() { for (;;) pause(); }", End::time_limit},
    {"endless_malloc", "int main() { for (;;) free(malloc(sink++ % 5000)); }", End::time_limit},
    {"endless_printf", "int main() { for (;;) printf(\"x\"), sink++ % 64 || (rewind(stdout), 0); }",
     End::time_limit},
    {"endless_constructor", "struct Slow { Slow() { forever(); } } slow; int main() {}",
     End::time_limit},
    {"endless_destructor", "struct Slow { ~Slow() { forever(); } } slow; int main() {}",
     End::time_limit},
    {"endless_atexit", "int main() { atexit(forever); }", End::time_limit},
    {"waits_for_itself",
     "int main() { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);"
     " pthread_mutex_lock(&m); }",
     End::time_limit},
    {"stops_itself", "int main() { raise(SIGSTOP); forever(); }", End::time_limit},
    {"stops_its_group", "int main() { kill(0, SIGSTOP); forever(); }", End::time_limit},
    {"blocks_all_signals",
     "int main() { sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, 0); forever(); }",
     End::time_limit},
    {"ignores_all_signals",
     "int main() { for (int k = 1; k < 65; ++k) signal(k, SIG_IGN); forever(); }", End::time_limit},
    {"handles_all_signals",
     "int main() { for (int k = 1; k < 65; ++k) signal(k, [](int) {}); forever(); }",
     End::time_limit},
    {"ignores_alarm_and_term",
     "int main() { signal(SIGALRM, SIG_IGN); signal(SIGTERM, SIG_IGN); forever(); }",
     End::time_limit},
    {"loops_in_every_thread",
     "int main() { for (int k = 0; k < 8; ++k) { pthread_t t; pthread_create(&t, 0,"
     " [](void*) -> void* { forever(); return 0; }, 0); } forever(); }",
     End::time_limit},
    {"ends_only_its_main_thread",
     "int main() { pthread_t t; pthread_create(&t, 0, [](void*) -> void* { forever(); return 0; },"
     " 0); pthread_exit(0); }",
     End::time_limit},
    {"lets_its_threads_end_it",
     "int main() { pthread_t t; pthread_create(&t, 0, [](void*) -> void* { usleep(1000); return 0; "
     "},"
     " 0); pthread_exit(0); }",
     End::returned, 0},
    {"has_no_alternate_stack",
     "int main() { stack_t none = {}; none.ss_flags = SS_DISABLE; sigaltstack(&none, 0);"
     " forever(); }",
     End::time_limit},
    {"deletes_all_timers",
     "int main() { for (long k = 0; k < 100; ++k) syscall(SYS_timer_delete, k); forever(); }",
     End::time_limit},
    {"waits_for_a_child_that_never_ends", "int main() { if (fork() == 0) forever(); wait(0); }",
     End::time_limit},
    {"becomes_an_endless_program",
     "int main() { execl(\"/bin/sleep\", \"sleep\", \"1000\", nullptr); }", End::time_limit},
    {"endless_in_a_handler",
     "int main() { signal(SIGUSR1, [](int) { forever(); }); raise(SIGUSR1); }", End::time_limit},
    // Its own timers are its own.
    {"its_own_alarm_is_handled",
     "static volatile int rung; int main() { signal(SIGALRM, [](int) { rung = 1; });"
     " itimerval soon = {{0, 0}, {0, 1000}}; setitimer(ITIMER_REAL, &soon, 0);"
     " while (!rung) pause(); return 9; }",
     End::returned, 9},
    {"its_own_alarm_ends_it", "int main() { ualarm(1000, 0); forever(); }", End::crashed, SIGALRM,
     "signal 14"},
    {"its_own_alarm_ends_it_in_malloc",
     "int main() { ualarm(1000, 0); for (;;) free(malloc(sink++ % 5000)); }", End::crashed, SIGALRM,
     "signal 14"},
    // Crashes.
    {"writes_null", "int main() { *(volatile int*)0 = 1; }", End::crashed, SIGSEGV,
     "wrote to address 0x0, a null pointer"},
    {"reads_null", "int main() { return *(volatile int*)8; }", End::crashed, SIGSEGV,
     "read from address 0x8, a null pointer"},
    {"reads_far_away", "int main() { return *(volatile int*)0x123456789000; }", End::crashed,
     SIGSEGV, "0x123456789000"},
    {"reads_no_address", "int main() { return *(volatile int*)0x8123456789000000; }", End::crashed,
     SIGSEGV, "signal 11"},
    {"calls_null", "int main() { void (*volatile f)() = nullptr; f(); }", End::crashed, SIGSEGV,
     "a null pointer"},
    {"calls_data", "char data[100]; int main() { ((void (*)())data)(); }", End::crashed, SIGSEGV},
    {"writes_its_text", "int main() { *(volatile char*)&forever = 1; }", End::crashed, SIGSEGV,
     "wrote to"},
    {"unmaps_its_text",
     "int main() { munmap((void*)((unsigned long)&main & ~4095ul), 4096); return 3; }",
     End::crashed, SIGSEGV, "signal 11"},
    {"writes_a_constant", "const int limit = 3; int main() { *(volatile int*)&limit = 1; }",
     End::crashed, SIGSEGV, "wrote to"},
    {"reads_past_a_file",
     "int main() { int f = open(\"/proc/self/exe\", O_RDONLY); char* p = (char*)mmap(0, 1 << 30,"
     " PROT_READ, MAP_PRIVATE, f, 0); return p[(1 << 30) - 1]; }",
     End::crashed, SIGBUS, "signal 7"},
    {"divides_by_zero", "int main() { volatile int zero = 0; return 100 / zero; }", End::crashed,
     SIGFPE, "by zero"},
    {"traps", "int main() { __builtin_trap(); }", End::crashed, SIGILL, "signal 4"},
    {"recurses",
     "int deeper(int n) { volatile char frame[500]; frame[0] = n; return deeper(n + 1) + frame[0]; "
     "}"
     " int main() { return deeper(0); }",
     End::crashed, SIGSEGV, "more stack than the 8192 KiB"},
    {"has_a_large_array",
     "int main() { volatile char large[64 << 20]; large[0] = 1; return large[0]; }", End::crashed,
     SIGSEGV, "more stack"},
    {"recurses_in_a_thread",
     "int deeper(int n) { volatile char frame[500]; frame[0] = n; return deeper(n + 1) + frame[0]; "
     "}"
     " int main() { pthread_t t; pthread_create(&t, 0, [](void*) -> void* { sink = deeper(0);"
     " return 0; }, 0); pthread_join(t, 0); }",
     End::crashed, SIGSEGV, "signal 11"},
    {"crashes_in_a_thread",
     "int main() { pthread_t t; pthread_create(&t, 0, [](void*) -> void* { *(volatile int*)0 = 1;"
     " return 0; }, 0); pthread_join(t, 0); }",
     End::crashed, SIGSEGV, "null pointer"},
    {"crashes_in_a_constructor",
     "struct Bad { Bad() { *(volatile int*)0 = 1; } } bad; int main() {}", End::crashed, SIGSEGV,
     "null pointer"},
    {"crashes_in_a_destructor",
     "struct Bad { ~Bad() { *(volatile int*)0 = 1; } } bad; int main() {}", End::crashed, SIGSEGV,
     "null pointer"},
    {"crashes_while_segv_is_blocked",
     "int main() { sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, 0);"
     " *(volatile int*)0 = 1; }",
     End::crashed, SIGSEGV, "signal 11"},
    {"handles_its_own_crash",
     "int main() { signal(SIGSEGV, [](int) { _exit(12); }); *(volatile int*)0 = 1; }",
     End::returned, 12},
    {"damages_the_heap",
     "int main() { char* p[50]; for (auto& q : p) q = (char*)malloc(2000); for (auto q : p) "
     "free(q);"
     " for (int k = 0; k < 50; ++k) memset(p[k] - 16, 0x41, 2016); for (int k = 0; k < 9999; ++k)"
     " sink = malloc(k * 10) != nullptr; }",
     End::crashed, -1},
    {"crashes_in_a_heap_whose_lock_it_holds",
     "#include <malloc.h>\nint main() { void* p = malloc(100000); void* q = malloc(100000); "
     "malloc(9);"
     " free(p); malloc(200000); memset(p, 0x41, 16); for (int k = 0; k < 100; ++k) malloc(50000 + "
     "k);"
     " abort(); }",
     End::crashed, -1},
    {"aborts", "int main() { abort(); }", End::crashed, SIGABRT, "called abort()"},
    {"aborts_in_a_constructor", "struct Bad { Bad() { abort(); } } bad; int main() {}",
     End::crashed, SIGABRT, "called abort()"},
    {"frees_twice",
     "int main() { char* p = (char*)malloc(9); char* volatile q = p; free(p); free(q); }",
     End::crashed, SIGABRT, "abort()"},
    {"throws_through_main", "int main() { throw 5; }", End::crashed, SIGABRT, "threw int"},
    {"throws_an_exception",
     "#include <stdexcept>\nint main() { throw std::runtime_error(\"the \\033[2Jreason\"); }",
     End::crashed, SIGABRT, "threw std::runtime_error and did not catch it: the "},
    {"throws_in_a_constructor",
     "#include <stdexcept>\nstruct Bad { Bad() { throw std::logic_error(\"early\"); } } bad;"
     " int main() {}",
     End::crashed, SIGABRT, "early"},
    {"throws_in_a_thread",
     "#include <thread>\nint main() { std::thread([] { throw 5L; }).join(); }", End::crashed,
     SIGABRT, "threw long"},
    {"leaves_a_thread_unjoined",
     "#include <thread>\nint main() { std::thread t([] { forever(); }); }", End::crashed, SIGABRT,
     "std::terminate()"},
    {"ends_itself_by_kill", "int main() { kill(getpid(), SIGKILL); pause(); }", End::crashed,
     SIGKILL, "signal 9"},
    {"ends_itself_by_term", "int main() { raise(SIGTERM); return 1; }", End::crashed, SIGTERM,
     "signal 15"},
    {"ends_its_group", "int main() { if (fork() == 0) forever(); kill(0, SIGKILL); pause(); }",
     End::crashed, SIGKILL, "signal 9"},
    {"ends_its_group_politely", "int main() { kill(0, SIGTERM); pause(); }", End::crashed, SIGTERM,
     "signal 15"},
    {"ends_its_parent", "int main() { kill(getppid(), SIGKILL); forever(); }", End::crashed,
     SIGKILL, "signal 9"},
    {"ends_its_guard",
     "int main() { if (fork() == 0) { setsid(); forever(); } if (fork() == 0) forever();"
     " kill(getsid(0), SIGKILL); forever(); }",
     End::crashed, -1, "watches over it"},
    {"ends_its_parent_politely", "int main() { kill(getppid(), SIGTERM); return 6; }",
     End::returned, 6},
    {"stops_its_parent", "int main() { kill(getppid(), SIGSTOP); return 6; }", End::returned, 6},
    {"ends_its_parent_and_stays",
     "int main() { prctl(PR_SET_PDEATHSIG, 0); kill(getppid(), SIGKILL); forever(); }",
     End::crashed, SIGKILL},
    {"signals_of_real_time", "int main() { raise(SIGRTMIN + 5); return 1; }", End::crashed, -1,
     "signal 39"},
    // Ends in strange ways.
    {"exits_in_a_constructor", "struct Early { Early() { exit(21); } } early; int main() {}",
     End::returned, 21},
    {"exits_in_a_destructor", "struct Late { ~Late() { exit(22); } } late; int main() {}",
     End::returned, 22},
    {"exits_in_atexit", "int main() { atexit([] { exit(23); }); return 1; }", End::returned, 23},
    {"exits_in_the_last_function",
     "__attribute__((destructor)) void last() { exit(24); } int main() {}", End::returned, 24},
    {"exits_in_a_handler",
     "int main() { signal(SIGUSR1, [](int) { exit(25); }); raise(SIGUSR1); forever(); }",
     End::returned, 25},
    {"exits_past_everything", "int main() { syscall(SYS_exit_group, 26); }", End::crashed, -1,
     "status 26"},
    {"becomes_another_program",
     "int main() { execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 27\", nullptr); }", End::crashed, -1,
     "status 27"},
    {"becomes_a_daemon", "int main() { if (daemon(1, 1) == 0) forever(); }", End::crashed, -1,
     "status 0"},
    {"forks_in_its_destructor",
     "struct Late { ~Late() { if (fork() == 0) exit(1); } } late; int main() { return 28; }",
     End::returned, 28},
    {"its_fork_exits_first",
     "int main() { if (fork() == 0) exit(1); int s; wait(&s); return WEXITSTATUS(s) == 1 ? 29 : 0; "
     "}",
     End::returned, 29},
    {"its_fork_crashes",
     "int main() { if (fork() == 0) *(volatile int*)0 = 1; int s; wait(&s); return WTERMSIG(s); }",
     End::returned, SIGSEGV},
    {"its_fork_exits_at_once",
     "int main() { if (fork() == 0) _exit(1); int s; wait(&s); return 30; }", End::returned, 30},
    {"runs_a_shell", "int main() { return WEXITSTATUS(system(\"exit 31\")); }", End::returned, 31},
    {"exits_twice_at_one_time",
     "int main() { for (int k = 0; k < 4; ++k) { pthread_t t; pthread_create(&t, 0,"
     " [](void*) -> void* { _exit(32); }, 0); } _exit(32); }",
     End::returned, 32},
    {"crashes_while_it_exits",
     "int main() { pthread_t t; pthread_create(&t, 0, [](void*) -> void* { for (;;)"
     " pthread_kill(pthread_self(), SIGUSR1); }, 0); for (;;) sink = 0; }",
     End::crashed, SIGUSR1},
    // Leaves processes behind.
    {"leaves_a_child", "int main() { if (fork() == 0) forever(); return 1; }", End::returned, 1},
    {"leaves_a_session", "int main() { if (fork() == 0) { setsid(); forever(); } return 1; }",
     End::returned, 1},
    {"leaves_a_daemon",
     "int main() { if (fork() == 0) { setsid(); if (fork() == 0) { chdir(\"/\"); for (int k = 0;"
     " k < 3; ++k) close(k); for (int k = 1; k < 65; ++k) signal(k, SIG_IGN); forever(); }"
     " _exit(0); } wait(0); return 1; }",
     End::returned, 1},
    {"leaves_two_hundred",
     "int main() { for (int k = 0; k < 199; ++k) if (fork() == 0) for (;;) pause(); return 1; }",
     End::returned, 1},
    {"forks_in_a_chain",
     "int main() { pid_t me = getpid(); for (int k = 0; k < 200; ++k) { if (fork()) { if (getpid() "
     "=="
     " me) return 1; _exit(0); } setsid(); } for (;;) pause(); }",
     End::returned, 1},
    {"forks_without_end",
     "int main() { pid_t me = getpid(); for (int k = 0; k < 40; ++k) if (fork() == 0) { for (int n "
     "="
     " 0; n < 500; ++n) { pid_t next = fork(); if (next < 0) break; if (next > 0) _exit(0); "
     "usleep(2000); } _exit(0); }"
     " usleep(100000); return 1; }",
     End::returned, 1},
    {"leaves_another_program",
     "int main() { if (fork() == 0) execl(\"/bin/sleep\", \"sleep\", \"1000\", nullptr);"
     " usleep(50000); return 1; }",
     End::returned, 1},
    {"leaves_a_stopped_child",
     "int main() { if (fork() == 0) { raise(SIGSTOP); forever(); } usleep(20000); return 1; }",
     End::returned, 1},
    {"leaves_a_reaper",
     "int main() { if (fork() == 0) { prctl(PR_SET_CHILD_SUBREAPER, 1); if (fork() == 0) forever();"
     " _exit(0); } return 1; }",
     End::returned, 1},
    {"leaves_a_traced_child",
     "int main() { if (fork() == 0) { ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGSTOP); forever(); }"
     " usleep(20000); return 1; }",
     End::returned, 1},
    {"leaves_children_and_crashes",
     "int main() { for (int k = 0; k < 20; ++k) if (fork() == 0) { setsid(); forever(); }"
     " *(volatile int*)0 = 1; }",
     End::crashed, SIGSEGV, "null pointer"},
    {"leaves_a_holder_of_its_output",
     "int main() { if (fork() == 0) { setsid(); for (;;) pause(); } puts(\"done\"); return 1; }",
     End::returned, 1, "", "done"},
    // Memory.
    {"wants_a_terabyte", "int main() { return malloc(1ul << 40) == nullptr ? 51 : 0; }",
     End::returned, 51},
    {"wants_a_terabyte_by_new", "int main() { sink = *new char[1ul << 40]; }", End::memory_limit, 0,
     "limit of 300 MiB"},
    {"wants_a_terabyte_of_addresses",
     "int main() { return mmap(0, 1ul << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |"
     " MAP_NORESERVE, -1, 0) == MAP_FAILED ? 52 : 0; }",
     End::returned, 52},
    {"fills_memory", "int main() { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"fills_memory_page_by_page",
     "int main() { for (;;) { volatile char* p = (char*)malloc(4096); p[0] = 1; } }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"fills_shared_memory",
     "int main() { char* p = (char*)mmap(0, 1ul << 40, PROT_READ | PROT_WRITE, MAP_SHARED |"
     " MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); if (p == MAP_FAILED) return 1; for (;;) { *p = 1;"
     " p += 4096; } }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"fills_memory_in_a_child",
     "int main() { if (fork() == 0) for (;;) memset(malloc(1 << 20), 1, 1 << 20); wait(0);"
     " forever(); }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"fills_memory_in_many_children",
     "int main() { for (int k = 0; k < 20; ++k) if (fork() == 0) { memset(malloc(30 << 20), 1, 30 "
     "<<"
     " 20); for (;;) pause(); } for (;;) pause(); }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"raises_its_limits",
     "int main() { rlimit all = {RLIM_INFINITY, RLIM_INFINITY}; setrlimit(RLIMIT_DATA, &all);"
     " for (;;) memset(malloc(1 << 20), 1, 1 << 20); }",
     End::memory_limit, 0, "limit of 300 MiB"},
    {"shares_memory_with_children",
     "int main() { memset(malloc(100 << 20), 1, 100 << 20); for (int k = 0; k < 6; ++k) if (fork()"
     " == 0) { usleep(400000); _exit(0); } while (wait(0) > 0) {} return 53; }",
     End::returned, 53},
    // Threads, descriptors, limits, settings.
    {"has_many_threads",
     "int main() { int n = 0; for (int k = 0; k < 500; ++k) { pthread_t t; pthread_attr_t a;"
     " pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536); n += pthread_create(&t, &a,"
     " [](void*) -> void* { for (;;) pause(); }, 0) == 0; } return n == 500 ? 61 : 0; }",
     End::returned, 61},
    {"floods_its_output",
     "int main() { int f = open(\"/dev/null\", O_WRONLY); static char block[1 << 20]; for (int k = "
     "0;"
     " k < 4096; ++k) write(f, block, sizeof block); return 62; }",
     End::returned, 62},
    {"closes_its_streams",
     "int main() { for (int k = 0; k < 3; ++k) close(k); printf(\"nobody hears\"); return 63; }",
     End::returned, 63},
    {"closes_everything", "int main() { for (int k = 0; k < 5000; ++k) close(k); return 64; }",
     End::returned, 64},
    {"closes_everything_and_crashes",
     "int main() { for (int k = 0; k < 5000; ++k) close(k); *(volatile int*)0 = 1; }", End::crashed,
     SIGSEGV, "null pointer"},
    {"opens_everything", "int main() { while (open(\"/dev/null\", O_RDONLY) >= 0) {} return 65; }",
     End::returned, 65},
    {"opens_everything_and_loops",
     "int main() { while (open(\"/dev/null\", O_RDONLY) >= 0) {} forever(); }", End::time_limit},
    {"may_open_nothing",
     "int main() { rlimit none = {0, 4096}; setrlimit(RLIMIT_NOFILE, &none); return 66; }",
     End::returned, 66},
    {"may_never_open_anything",
     "int main() { rlimit none = {0, 0}; setrlimit(RLIMIT_NOFILE, &none); return 67; }",
     End::returned, 67},
    {"may_write_no_file",
     "int main() { rlimit none = {0, RLIM_INFINITY}; setrlimit(RLIMIT_FSIZE, &none); return 68; }",
     End::returned, 68},
    {"has_little_stack",
     "int main() { rlimit low = {8192, RLIM_INFINITY}; setrlimit(RLIMIT_STACK, &low); return 69; }",
     End::returned, 69},
    {"has_little_processor_time",
     "int main() { rlimit low = {0, RLIM_INFINITY}; setrlimit(RLIMIT_CPU, &low); forever(); }",
     End::crashed, SIGXCPU, "signal 24"},
    {"goes_to_another_folder", "int main() { return chdir(\"/\") == 0 ? 70 : 0; }", End::returned,
     70},
    {"masks_permissions", "int main() { umask(0777); return 71; }", End::returned, 71},
    {"wants_the_terminal",
     "int main() { tcsetpgrp(0, getpgrp()); tcsetpgrp(2, getpgrp()); return 72; }", End::returned,
     72},
    {"makes_its_streams_nonblocking",
     "int main() { for (int k = 0; k < 3; ++k) fcntl(k, F_SETFL, O_NONBLOCK | O_APPEND); return "
     "73; }",
     End::returned, 73},
    {"is_traced_by_its_parent",
     "int main() { ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGUSR1); return 74; }", End::crashed,
     SIGUSR1, "signal 10"},
    {"is_traced_and_stops", "int main() { ptrace(PTRACE_TRACEME, 0, 0, 0); forever(); }",
     End::time_limit},
    {"traces_its_parent", "int main() { ptrace(PTRACE_ATTACH, getppid(), 0, 0); return 75; }",
     End::returned, 75},
    {"cannot_be_dumped", "int main() { prctl(PR_SET_DUMPABLE, 0); return 76; }", End::returned, 76},
    {"has_another_name", "int main() { prctl(PR_SET_NAME, \") R 1 (\"); forever(); }",
     End::time_limit},
    // It may only end its thread; whether main could return then depends on the C library.
    {"locks_its_main_thread_in", "int main() { prctl(PR_SET_SECCOMP, 1); syscall(SYS_exit, 77); }",
     End::crashed, -1, "status 77"},
    {"goes_to_another_session", "int main() { setsid(); setpgid(0, getppid()); return 78; }",
     End::returned, 78},
    {"has_low_priority", "int main() { nice(19); return 79; }", End::returned, 79},
    {"has_no_environment", "int main() { clearenv(); return 80; }", End::returned, 80},
    {"writes_over_its_arguments",
     "int main(int n, char** v) { memset(v[0], 'x', strlen(v[0])); return 81; }", End::returned,
     81},
    {"changes_the_locale_of_numbers",
     "#include <locale.h>\nint main() { setlocale(LC_ALL, \"de_DE.UTF-8\"); return 82; }",
     End::returned, 82},
    {"closes_standard_output_as_a_stream",
     "int main() { fclose(stdout); fclose(stderr); return 83; }", End::returned, 83},
    {"keeps_the_lock_of_its_output",
     "int main() { flockfile(stdout); pthread_t t; pthread_create(&t, 0, [](void*) -> void* {"
     " exit(84); }, 0); pthread_join(t, 0); }",
     End::time_limit},
    {"unmaps_its_log",
     "static char* log_of() { FILE* maps = fopen(\"/proc/self/maps\", \"r\"); char line[500];"
     " while (fgets(line, 500, maps)) if (strstr(line, \"warpscope-log\")) return"
     " (char*)strtoul(line, 0, 16); return 0; }"
     " int main() { munmap(log_of(), 1ul << 36); return 86; }",
     End::crashed, SIGSEGV},
};

class Isolation : public testing::TestWithParam<HostileProgram> {};

TEST_P(Isolation, EndsInOrderAndLeavesNothing) {
  const HostileProgram& program = GetParam();
  if (sanitizer_decides) GTEST_SKIP() << "the sanitizer decides what becomes of faults";
  const TestFolder folder;
  const BuiltProgram built = compile_small(folder, std::string(headers) + program.text);
  ProgramRequest request;
  request.options.time_limit = program.end == End::time_limit ? short_time : 60;
  request.options.memory_limit = small_memory;

  const SmallRun run = run_isolated(folder, built, request);

  EXPECT_EQ(run.outcome.end, program.end) << run.outcome.message.english();
  const int value = program.end == End::crashed ? run.outcome.signal : run.outcome.exit_status;
  if (program.value != -1 && (program.end == End::returned || program.end == End::crashed)) {
    EXPECT_EQ(value, program.value) << run.outcome.message.english();
  }
  EXPECT_NE(run.outcome.message.english().find(program.says), std::string::npos)
      << run.outcome.message.english();
  EXPECT_NE(run.output.find(program.prints), std::string::npos) << run.output.substr(0, 1000);
}

INSTANTIATE_TEST_SUITE_P(Hostile, Isolation, testing::ValuesIn(hostile_programs),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace warpscope
