"""A PyMC model as PyTensor graphs of one unconstrained point."""

import numpy as np

from g2t.errors import InvalidArgument


class Graphs:
    """Graphs of the vector `point`, [d]: PyMC's value variables one after the other, in C order. Data are as they are now.

    log_density: with the transforms' Jacobians and all potentials; values: {name: graph} of the free variables on the user's
    scale, then the deterministics; log_likelihoods: {name: graph}, a number an observation; names: of the coordinates.
    """

    def __init__(self, model):
        import pytensor.tensor as pt

        self.model = model
        self.initial_point = _in_python(model.initial_point)
        self.point = pt.dvector("point")
        self._places, self.names = {}, []
        for value in model.value_vars:
            shape = np.shape(self.initial_point[value.name])
            begin, end = len(self.names), len(self.names) + int(np.prod(shape))
            self._places[value] = self.point[begin:end].reshape(shape).astype(value.dtype)
            self.names += [".".join([value.name, *(str(i + 1) for i in index)]) for index in np.ndindex(shape)]
        self.free = [variable.name for variable in model.free_RVs]
        self.log_density = self._of_point({"log density": model.logp()})["log density"].astype("float64")
        variables = model.free_RVs + model.deterministics
        graphs = model.replace_rvs_by_values(variables)
        self.values = self._of_point({variable.name: graph for variable, graph in zip(variables, graphs)})
        observed = model.observed_RVs
        terms = model.logp(vars=observed, sum=False) if observed else []
        self.log_likelihoods = self._of_point({variable.name: term for variable, term in zip(observed, terms)})

    def gradient(self):
        import pytensor

        return pytensor.grad(self.log_density, self.point, disconnected_inputs="ignore")

    def function(self, outputs, mode):
        """The outputs by a mode of PyTensor, with PyMC's own rewrites: parameters that cannot be make densities of 0."""
        function = self.model.compile_fn(outputs, inputs=[self.point], mode=mode, point_fn=False, on_unused_input="ignore")
        function.trust_input = True  # a vector of float64
        return function

    def start(self):
        """The initial point, [d]."""
        return np.concatenate([np.ravel(self.initial_point[value.name]) for value in self._places]).astype(np.float64)

    def unconstrain(self, values):
        """{name: array} of the free variables on the user's scale to [d]; deterministics are left out."""
        for name in values:
            if name not in self.values:
                raise InvalidArgument(f"init: the model has no variable '{name}': " + ", ".join(self.free))
        for name in self.free:
            if name not in values:
                raise InvalidArgument(f"init: the free variable '{name}' is missing")
        function = self._forward()
        arrays = [np.asarray(values[variable.name], dtype=variable.dtype) for variable in self.model.free_RVs]
        return np.concatenate([np.ravel(array) for array in function(*arrays)]).astype(np.float64)

    def _forward(self):
        import pytensor
        from pytensor.graph.replace import clone_replace

        inputs = {variable: variable.type() for variable in self.model.free_RVs}
        graphs = []
        for variable in inputs:
            transform = self.model.rvs_to_transforms[variable]
            graphs.append(variable if transform is None else transform.forward(variable, *variable.owner.inputs))
        graphs = clone_replace(graphs, replace=inputs)
        return _in_python(lambda: pytensor.function(list(inputs.values()), graphs, on_unused_input="ignore"))

    def _of_point(self, graphs):
        """The same of the point alone: with data and lengths of dimensions as constants; randomness is refused."""
        import pytensor.tensor as pt
        from pytensor.compile.sharedvalue import SharedVariable
        from pytensor.graph import ancestors
        from pytensor.graph.replace import clone_replace
        from pytensor.tensor.random.op import RandomVariable
        from pytensor.tensor.random.type import RandomType

        for name, graph in graphs.items():
            for variable in ancestors([graph]):
                if isinstance(variable.type, RandomType) or isinstance(getattr(variable.owner, "op", None), RandomVariable):
                    raise InvalidArgument(f"{name} draws random numbers, but must be the same at each call: give the whole data in "
                                          "the place of pm.Minibatch, and a density in the place of pm.Simulator")
        if not graphs:
            return {}
        shared = {variable for variable in ancestors(list(graphs.values())) if isinstance(variable, SharedVariable)}
        constants = {variable: pt.constant(variable.get_value(), name=variable.name) for variable in shared}
        frozen = clone_replace(list(graphs.values()), replace=constants)
        return dict(zip(graphs, clone_replace(frozen, replace=self._places)))


def _in_python(call):
    """What is called once is not worth a compiler."""
    import pytensor

    with pytensor.config.change_flags(mode="FAST_COMPILE"):
        return call()
