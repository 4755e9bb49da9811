"""A stanli model through BridgeStan's C functions: unconstrained names, and constrained draws made unconstrained."""
import ctypes
import json
import pathlib

import numpy as np
import stanli

from models import EXAMPLES

LIBRARY = ctypes.CDLL(str(pathlib.Path(stanli.__file__).parent / "_bin" / "libstanli.so"))
LIBRARY.bs_model_construct.restype = ctypes.c_void_p
LIBRARY.bs_param_unc_names.restype = ctypes.c_char_p


class Bridge:
    def __init__(self, name):
        data = json.loads((EXAMPLES / f"{name}.json").read_text())
        data["__stanli"] = {"build_id": stanli.build_id(), "name": name,
                            "mir": stanli.stan_to_mir((EXAMPLES / f"{name}.stan").read_text())}
        self.error = ctypes.c_char_p()
        self.model = ctypes.c_void_p(LIBRARY.bs_model_construct(json.dumps(data).encode(), ctypes.c_uint(1),
                                                                ctypes.byref(self.error)))
        if not self.model:
            raise RuntimeError(self.error.value.decode())
        self.names = LIBRARY.bs_param_unc_names(self.model).decode().split(",")

    def unconstrain(self, draws):
        """Rows of all constrained parameters, in BridgeStan's order, to rows of unconstrained ones."""
        draws = np.ascontiguousarray(draws, dtype=float)
        result = np.empty((len(draws), len(self.names)))
        for row, into in zip(draws, result):
            if LIBRARY.bs_param_unconstrain(self.model, ctypes.c_void_p(row.ctypes.data), ctypes.c_void_p(into.ctypes.data),
                                            ctypes.byref(self.error)):
                raise RuntimeError(self.error.value.decode())
        return result
