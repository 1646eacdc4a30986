"""The counters that are compared with the model, and how they are read from ncu."""

import csv

COUNTERS = {
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared_atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "shared_atomic_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    # Whether the compiler makes ATOM or RED of an atomic depends on whether its result is used.
    "global_atomic_requests": ("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                               "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"),
    "global_atomic_sectors": ("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                              "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"),
}

# Of kernels whose source has arrays in local memory; what the compiler puts there itself, no model knows.
LOCAL_COUNTERS = {
    "local_load_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "local_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "local_store_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "local_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
}
ALL_COUNTERS = COUNTERS | LOCAL_COUNTERS


def names(counter):
    return (counter,) if isinstance(counter, str) else counter


METRICS = ",".join(name for counter in ALL_COUNTERS.values() for name in names(counter))
COMMAND = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--metrics", METRICS]


def rows_of(output):
    """A dictionary for each launch."""
    table = output[output.index('"ID"'):]
    return list(csv.DictReader(table.splitlines()))[1:]  # the first row holds units


def figures_of(row, counters=COUNTERS):
    return {name: sum(int(float(row[part].replace(",", ""))) for part in names(counter))
            for name, counter in counters.items()}
