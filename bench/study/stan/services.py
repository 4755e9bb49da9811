"""ADVI and Pathfinder of Stan, as stanli's library exports them to C. Options left alone are CmdStan's defaults."""
import ctypes
import time

import numpy as np
import stanli

INT, REAL, POINTER = ctypes.c_int, ctypes.c_double, ctypes.c_void_p
LOG, POLL = ctypes.CFUNCTYPE(None, INT, ctypes.c_char_p, POINTER), ctypes.CFUNCTYPE(INT, POINTER)
PATIENCE = 60  # seconds, after which a call is stopped and counts as failed


class Variational(ctypes.Structure):
    _fields_ = [("seed", ctypes.c_uint32), ("chain_id", INT), ("algorithm", INT), ("iter", INT), ("grad_samples", INT),
                ("elbo_samples", INT), ("eta", REAL), ("adapt_engaged", INT), ("adapt_iter", INT), ("tol_rel_obj", REAL),
                ("eval_elbo", INT), ("output_samples", INT), ("init_radius", REAL), ("init", POINTER)]


class Pathfinder(ctypes.Structure):
    _fields_ = [("seed", ctypes.c_uint32), ("chain_id", INT), ("num_paths", INT), ("num_draws", INT),
                ("num_psis_draws", INT), ("num_elbo_draws", INT), ("max_lbfgs_iters", INT), ("history_size", INT),
                ("init_alpha", REAL), ("tol_obj", REAL), ("tol_rel_obj", REAL), ("tol_grad", REAL),
                ("tol_rel_grad", REAL), ("tol_param", REAL), ("init_radius", REAL), ("inits", POINTER),
                ("psis_resample", INT), ("calculate_lp", INT), ("reserved", POINTER)]


class Run:
    """A call of a service: draws by column (None if it failed), log lines, error message, seconds."""

    def __init__(self, model, function, options, rows, arguments):
        columns, _ = model._column_names()
        self.columns = {name: i for i, name in enumerate(columns)}
        self.lines = []
        log = LOG(lambda level, text, _: self.lines.append(text.decode(errors="replace")))
        draws, lp, lp_approx = np.full((rows, len(columns)), np.nan), np.full(rows, np.nan), np.full(rows, np.nan)
        message, interrupted = ctypes.create_string_buffer(4096), INT(0)
        start = time.perf_counter()
        poll = POLL(lambda _: int(time.perf_counter() - start > PATIENCE))
        status = function(POINTER(model._m), ctypes.byref(options), *arguments(*map(pointer, (draws, lp, lp_approx))), log,
                          None, poll, None, ctypes.byref(interrupted), message, ctypes.c_size_t(len(message)))
        self.seconds = time.perf_counter() - start
        late = f"stopped after {PATIENCE} seconds"
        self.message = late if interrupted.value else message.value.decode(errors="replace").strip()
        self.draws, self.log_ratios = (None if status or interrupted.value else draws), lp - lp_approx


def pointer(array):
    return array.ctypes.data_as(POINTER)


def variational(model, full_rank, seed):
    options = Variational()
    stanli._lib.stanli_variational_opts_init(ctypes.byref(options))
    assert (options.iter, options.eta, options.tol_rel_obj, options.output_samples) == (10000, 1.0, 0.01, 1000)
    options.seed, options.algorithm = seed, int(full_rank)
    return Run(model, stanli._lib.stanli_variational, options, options.output_samples,
               lambda draws, lp, lp_approx: (None, draws, lp, lp_approx))


def pathfinder(model, seed, path=1):
    """A single path. The path counts as CmdStan's chain: with the seed it chooses the random numbers."""
    options = Pathfinder()
    stanli._lib.stanli_pathfinder_opts_init(ctypes.byref(options))
    assert (options.num_draws, options.num_elbo_draws, options.history_size, options.init_radius) == (1000, 25, 5, 2.0)
    options.seed, options.chain_id, options.num_paths = seed, path, 1
    return Run(model, stanli._lib.stanli_pathfinder, options, options.num_draws,
               lambda draws, lp, lp_approx: (draws, lp, lp_approx, None, ctypes.byref(ctypes.c_int64(0))))
