"""PREFIX.csv of Stan models in the programs that read CmdStan's files: every value, and no row too many."""

import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import unittest

from stan_cases_test import FAKE_BRIDGES, FAR, TOOLS, StanTest

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
READERS = pathlib.Path(os.environ.get("G2T_STAN_READERS") or CACHE / "g2t/readers")

PROGRAM = """data { int N; vector[N] y; }
parameters { real mu; real<lower=0> tau; vector[3] theta; matrix[2, 3] S; simplex[3] w; }
transformed parameters { matrix[3, 2] T = S'; }
model {
  target += normal_lpdf(mu | 0, 2) + exponential_lpdf(tau | 1) + normal_lpdf(theta | mu, tau);
  target += normal_lpdf(to_vector(S) | 0, 1) + dirichlet_lpdf(w | [2, 3, 4]') + normal_lpdf(y | sum(theta), 1);
}
generated quantities {
  array[2] int<lower=0> counts = {poisson_rng(3), poisson_rng(50)};
  array[2] vector[3] z = {[normal_rng(0, 1), mu, 1e-300]', [1e300, tau, 0.1]'};
}"""
DATA = {"N": 3, "y": [0.5, 1.25, 3]}
SHAPES = {"mu": (), "tau": (), "theta": (3,), "S": (2, 3), "w": (3,), "T": (3, 2), "counts": (2,), "z": (2, 3)}
FAKE_SHAPES = {"theta": (2,), "sum": (), "noise": ()}


def element_names(variable, shape):
    """Of the file, with where they belong."""
    places = [()]
    for size in shape:
        places = [(*place, index) for place in places for index in range(size)]
    return {place: ".".join([variable, *(str(index + 1) for index in place)]) for place in places}


class Readers(StanTest):
    def files_to_read(self):
        """Each file, the shapes of its variables, and how many draws it has, as it is written; trusted or not."""
        for form in ("plain", "cmdstan"):
            self.stan(PROGRAM, "--output", "run", "--force", "--answer", "gaussian", "--format", form, data=DATA, status=None)
            yield SHAPES, 2000
            self.bridge("full", "--format", form, "--answer", "gaussian", "--answer-draws", 650)
            yield FAKE_SHAPES, 650
        self.stan(PROGRAM, "--output", "run", "--force", "--answer", "weighted", data=DATA, status=None)
        yield SHAPES, 2000
        self.write("init.json", '{"a": 1000000, "b": -123456789.125, "c": 0}')
        self.stan(FAR, "--init", "init.json", "--answer", "gaussian", "--output", "run", "--force")
        yield {"a": (), "b": (), "c": ()}, 2000

    def columns(self):
        """The mean's row and the draws by name, read by Python alone."""
        names, *rows = self.table()
        return dict(zip(names, zip(*[map(float, row) for row in rows])))

    def assert_draws(self, found, columns, shapes, first):
        """`found` are arrays by variable: draws, then the variable's dimensions; `first` is 0 with the mean's row."""
        self.assertEqual(set(found), set(shapes))
        for variable, shape in shapes.items():
            wanted = {place: columns[name][first:] for place, name in element_names(variable, shape).items()}
            self.assertEqual(found[variable].shape, (len(next(iter(wanted.values()))), *shape))
            for place, values in wanted.items():
                self.assertEqual(found[variable][(slice(None), *place)].tolist(), list(values), (variable, place))

    def test_cmdstanpy(self):
        for shapes, draws in self.files_to_read():
            fit, columns = cmdstanpy.from_csv(str(self.folder / "run.csv")), self.columns()
            self.assertIsInstance(fit, cmdstanpy.CmdStanVB)
            self.assertEqual(fit.variational_sample.shape, (draws, len(columns)))
            self.assertEqual(list(fit.variational_params_np), [values[0] for values in columns.values()])
            self.assertEqual(fit.metadata.cmdstan_config["output_samples"], draws)
            self.assert_draws(fit.stan_variables(mean=False), columns, shapes, 1)
            means = {name: numpy.asarray(value)[None] for name, value in fit.stan_variables(mean=True).items()}
            self.assert_draws(means, {name: values[:1] for name, values in columns.items()}, shapes, 0)

    def test_data_written_by_cmdstanpy(self):
        data = {"N": 3, "y": numpy.array([0.5, 1.25, 3])}
        cmdstanpy.write_stan_json(str(self.folder / "python.json"), data)
        self.stan(PROGRAM, "--data", "python.json", "--output", "run", status=None)
        first = self.read("run.csv")
        self.stan(PROGRAM, "--output", "run", "--force", data=DATA, status=None)
        self.assertEqual(self.read("run.csv"), first)

    def test_more_draws(self):
        self.stan(PROGRAM, "--output", "run", "--force", data=DATA, status=None)
        self.run_g2t("draw", "run.q.json", "-n", 300, "--model", "model.stan", "--data", "data.json", "--stan-backend",
                     "stanli", "--output", "run.csv", "--force")
        whole = arviz.from_cmdstan(posterior=str(self.folder / "run.csv")).posterior
        self.assert_draws({name: whole[name].values[0] for name in whole}, self.columns(), SHAPES, 0)
        fit = cmdstanpy.from_csv(str(self.folder / "run.csv"))
        self.assertEqual(fit.variational_sample.shape[0], 300)
        self.assert_draws(fit.stan_variables(mean=False), self.columns(), SHAPES, 1)

    def test_arviz(self):
        for shapes, draws in self.files_to_read():
            path, columns = str(self.folder / "run.csv"), self.columns()
            whole = arviz.from_cmdstan(posterior=path).posterior  # its first draw is the mean's row
            self.assert_draws({name: whole[name].values[0] for name in whole}, columns, shapes, 0)
            fit = cmdstanpy.from_csv(path)
            post = {name: values[None] for name, values in fit.stan_variables(mean=False).items()}
            data = arviz.from_dict(posterior=post).posterior
            self.assertEqual((data.sizes["chain"], data.sizes["draw"]), (1, draws))
            self.assert_draws({name: data[name].values[0] for name in data}, columns, shapes, 1)

    def test_stansummary(self):
        for shapes, draws in self.files_to_read():
            columns = self.columns()
            command = [READERS / "bin/stansummary", "--sig_figs", "12", "--csv_filename", "means.csv", "run.csv"]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(f" {draws} iterations saved", done.stdout)
            rows = [line for line in self.read("means.csv").splitlines() if line and not line.startswith("#")]
            means = {row["name"]: float(row["Mean"]) for row in csv.DictReader(rows)}
            (self.folder / "means.csv").unlink()
            for variable, shape in shapes.items():
                for place, name in element_names(variable, shape).items():
                    shown = variable + (f"[{','.join(str(index + 1) for index in place)}]" if place else "")
                    wanted = statistics.fmean(columns[name][1:])
                    self.assertLess(abs(means[shown] - wanted), 1e-9 * statistics.fmean(map(abs, columns[name])), shown)


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    sys.path.insert(0, str(READERS))
    if not (READERS / "bin/stansummary").exists():
        print(f"skipped: no readers of CmdStan's files in {READERS} (tools/install-stan-readers)")
        sys.exit(77)
    try:
        import arviz
        import cmdstanpy
        import numpy
    except ImportError as error:
        print(f"skipped: {READERS} is not for this Python (tools/install-stan-readers --force): {error}")
        sys.exit(77)
    cmdstanpy.disable_logging()
    unittest.main()
