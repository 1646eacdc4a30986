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

# What the instructions themselves need. The counters of the data stage also count as conflicts where an access waits for
# another one that is in the stage, such as a load from global memory: a few of a thousand, another number each time.
WAVEFRONTS_OF_INSTRUCTIONS = {
    "shared_load": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
}


def names(counter):
    return (counter,) if isinstance(counter, str) else counter


METRICS = ",".join(name for counter in ALL_COUNTERS.values() for name in names(counter))
COMMAND = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--metrics", METRICS]
COMMAND_OF_INSTRUCTIONS = [*COMMAND[:-1], ",".join([METRICS, *WAVEFRONTS_OF_INSTRUCTIONS.values()])]


def rows_of(output):
    """A dictionary for each launch."""
    table = output[output.index('"ID"'):]
    return list(csv.DictReader(table.splitlines()))[1:]  # the first row holds units


def number(row, name):
    return int(float(row[name].replace(",", "")))


def figures_of(row, counters=COUNTERS):
    """Without the waiting of one access for another, if the row comes from COMMAND_OF_INSTRUCTIONS."""
    figures = {name: sum(number(row, part) for part in names(counter)) for name, counter in counters.items()}
    for access, counter in WAVEFRONTS_OF_INSTRUCTIONS.items():
        if counter in row:
            waited = figures[f"{access}_wavefronts"] - number(row, counter)
            figures[f"{access}_wavefronts"] -= waited
            figures[f"{access}_conflicts"] -= waited
    return figures
