"""Draws the two pictures of docs/python.md by ArviZ: python docs/pictures/draw-arviz.py [FOLDER]"""

import pathlib
import sys

import arviz as az
import matplotlib
import numpy as np
import pymc as pm

import g2t

matplotlib.use("agg")
SCHOOLS = ["Choate", "Deerfield", "Phillips Andover", "Phillips Exeter", "Hotchkiss", "Lawrenceville", "St. Paul's", "Mt. Hermon"]


def eight_schools():
    with pm.Model(coords={"school": SCHOOLS}) as model:
        mu, tau = pm.Normal("mu", 0, 5), pm.HalfCauchy("tau", 5)
        eta = pm.Normal("eta", dims="school")
        theta = pm.Deterministic("theta", mu + tau * eta, dims="school")
        pm.Normal("y", theta, np.array([15, 10, 16, 11, 9, 11, 10, 18]), observed=[28, 8, -3, 7, -1, 1, 18, 12], dims="school")
    return model


def draw(folder):
    result = g2t.fit(g2t.from_pymc(eight_schools()), seed=1).to_arviz()
    axes = az.plot_forest(result, var_names=["theta"], combined=True, figsize=(6, 3.2), textsize=9)
    axes[0].set_title("theta, by school: medians, halves and 94 % of the draws", fontsize=9)
    save(axes[0].figure, folder / "forest.png")
    log_tau = result.posterior.assign(log_tau=np.log(result.posterior["tau"]))
    axes = az.plot_pair(log_tau, var_names=["mu", "log_tau", "theta"], coords={"school": ["Choate"]}, kind="scatter", marginals=True,
                        figsize=(6, 6), textsize=9, scatter_kwargs={"alpha": 0.2})
    save(axes.flat[0].figure, folder / "pair.png")


def save(figure, file):
    figure.savefig(file, dpi=80, bbox_inches="tight", metadata={"Software": None})


if __name__ == "__main__":
    draw(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
