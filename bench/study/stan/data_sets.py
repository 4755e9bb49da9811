"""Simulated data for every Stan example: a function each, from a generator to (data, truth)."""
import numpy as np


def eight_schools(rng):
    return {"J": 8, "y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]}, None


def grouped(rng, n, groups, beta, tau):
    group = rng.permutation(np.arange(n) % groups)
    x = rng.normal(size=(n, len(beta))).round(2)
    u = rng.normal(scale=tau, size=groups)
    data = {"N": n, "J": groups, "K": len(beta), "x": x, "group": group + 1}
    return data, u, x @ beta + u[group]


def linear_groups(rng):
    beta = np.array([1.5, -0.8])
    data, u, eta = grouped(rng, 80, 8, beta, 0.9)
    data["y"] = (2 + eta + rng.normal(scale=1.2, size=80)).round(2)
    return data, {"alpha": 2, "beta": beta, "tau": 0.9, "sigma": 1.2, "u": u}


def logistic_groups(rng):
    beta = np.array([1.0, -0.6, 0.3])
    data, u, eta = grouped(rng, 150, 10, beta, 0.8)
    data["y"] = rng.binomial(1, 1 / (1 + np.exp(0.4 - eta)))
    return data, {"alpha": -0.4, "beta": beta, "tau": 0.8, "u": u}


def poisson_groups(rng):
    data, u, eta = grouped(rng, 72, 12, np.array([0.4]), 0.5)
    exposure = rng.uniform(1, 6, size=72).round(2)
    data = {"N": 72, "J": 12, "x": data["x"][:, 0], "exposure": exposure, "group": data["group"],
            "y": rng.poisson(exposure * np.exp(0.5 + eta))}
    return data, {"alpha": 0.5, "beta": 0.4, "tau": 0.5, "u": u}


def varying_slopes(rng):
    n, groups, b, tau, rho = 90, 9, np.array([1.0, -0.5]), np.array([0.9, 0.6]), -0.4
    group = np.arange(n) % groups
    chol = np.diag(tau) @ np.array([[1, 0], [rho, np.sqrt(1 - rho**2)]])
    u = chol @ rng.normal(size=(2, groups))
    x = rng.normal(size=n).round(2)
    y = b[0] + u[0, group] + (b[1] + u[1, group]) * x + rng.normal(scale=0.7, size=n)
    return ({"N": n, "J": groups, "x": x, "group": group + 1, "y": y.round(2)},
            {"b": b, "tau": tau, "rho": rho, "sigma": 0.7, "u": u})


def gaussian_process(rng):
    n, mu, ell, alpha = 25, 1.2, 1.1, 0.8
    x = np.linspace(0, 6, n).round(2)
    kernel = alpha**2 * np.exp(-0.5 * ((x[:, None] - x) / ell) ** 2) + 1e-8 * np.eye(n)
    f = mu + np.linalg.cholesky(kernel) @ rng.normal(size=n)
    return {"N": n, "x": x, "y": rng.poisson(np.exp(f))}, {"mu": mu, "ell": ell, "alpha": alpha, "f": f}


def autoregression(rng):
    alpha, beta, sigma, y = 0.5, np.array([0.6, -0.3]), 0.8, [0.7, 0.7]
    for _ in range(150):
        y.append(alpha + beta @ [y[-1], y[-2]] + sigma * rng.normal())
    return ({"P": 2, "N": 120, "y": np.round(y[-120:], 3)}, {"alpha": alpha, "beta": beta, "sigma": sigma})


def garch(rng):
    mu, omega, alpha, beta, h, y = 0.1, 0.3, 0.25, 0.6, 2.0, []
    for _ in range(300):
        y.append(mu + np.sqrt(h) * rng.normal())
        h = omega + alpha * (y[-1] - mu) ** 2 + beta * h
    return {"T": 300, "y": np.round(y, 2)}, {"mu": mu, "omega": omega, "alpha": alpha, "beta": beta}


def stochastic_volatility(rng):
    steps, mu, phi, sigma = 80, -0.5, 0.9, 0.4
    z = rng.normal(size=steps)
    h = [sigma * z[0] / np.sqrt(1 - phi**2)]
    for t in range(1, steps):
        h.append(phi * h[-1] + sigma * z[t])
    y = rng.normal(size=steps) * np.exp((mu + np.array(h)) / 2)
    return {"T": steps, "y": y.round(3)}, {"mu": mu, "phi": phi, "sigma": sigma, "z": z}


def ordered_mixture(rng):
    theta, mu, sigma = np.array([0.3, 0.45, 0.25]), np.array([-3.0, 0.5, 4.0]), np.array([0.7, 1.0, 0.8])
    k = rng.choice(3, size=150, p=theta)
    y = mu[k] + sigma[k] * rng.normal(size=150)
    return {"K": 3, "N": 150, "y": y.round(2)}, {"theta": theta, "mu": mu, "sigma": sigma}


def hidden_markov(rng):
    steps, mu, sigma = 150, np.array([-1.0, 1.5]), 0.9
    moves, state, y = np.array([[0.9, 0.1], [0.2, 0.8]]), 0, []
    for _ in range(steps):
        y.append(mu[state] + sigma * rng.normal())
        state = rng.choice(2, p=moves[state])
    return {"K": 2, "T": steps, "y": np.round(y, 2)}, {"A": moves, "mu": mu, "sigma": sigma}


def item_response(rng):
    people, items = 60, 15
    theta = rng.normal(size=people)
    difficulty = rng.normal(-0.2, 1.0, size=items)
    discrimination = np.exp(rng.normal(0.2, 0.4, size=items))
    y = rng.binomial(1, 1 / (1 + np.exp(-discrimination * (theta[:, None] - difficulty))))
    return ({"P": people, "I": items, "y": y},
            {"theta": theta, "mu": -0.2, "tau": 1.0, "difficulty": difficulty, "discrimination": discrimination})


def horseshoe(rng):
    n, predictors, sigma = 50, 25, 1.0
    beta = np.zeros(predictors)
    beta[[1, 7, 15, 20]] = [2.5, -1.5, 1.0, 0.3]
    x = rng.normal(size=(n, predictors)).round(2)
    y = 0.5 + x @ beta + sigma * rng.normal(size=n)
    return ({"N": n, "D": predictors, "x": x, "y": y.round(2), "relevant": 4},
            {"alpha": 0.5, "beta": beta, "sigma": sigma})


def ode(rng):
    alpha, beta, gamma, delta, z, sigma = 0.6, 0.05, 0.8, 0.03, np.array([20.0, 8.0]), 0.15
    truth = {"alpha": alpha, "beta": beta, "gamma": gamma, "delta": delta, "z0": z, "sigma": sigma}

    def slope(z):
        return np.array([(alpha - beta * z[1]) * z[0], (delta * z[0] - gamma) * z[1]])

    rows, step = [], 0.01
    for _ in range(15):
        for _ in range(100):  # classical Runge-Kutta
            k1 = slope(z)
            k2 = slope(z + step / 2 * k1)
            k3 = slope(z + step / 2 * k2)
            z = z + step / 6 * (k1 + 2 * k2 + 2 * k3 + slope(z + step * k3))
        rows.append(z * np.exp(sigma * rng.normal(size=2)))
    return {"T": 15, "t": np.arange(1.0, 16.0), "y": np.round(rows, 2)}, truth


def simplex_cholesky(rng):
    n, mu, sigma = 40, np.array([1.0, -0.5, 2.0]), np.array([0.8, 1.5, 1.0])
    omega = np.array([[1, 0.6, -0.3], [0.6, 1, 0.1], [-0.3, 0.1, 1]])
    y = mu + (sigma * (rng.normal(size=(n, 3)) @ np.linalg.cholesky(omega).T))
    p, kappa = np.array([0.1, 0.2, 0.3, 0.4]), 25.0
    counts = [rng.multinomial(30, rng.dirichlet(kappa * p)) for _ in range(10)]
    return ({"N": n, "D": 3, "G": 10, "C": 4, "y": y.round(2), "counts": np.array(counts)},
            {"mu": mu, "sigma": sigma, "Omega": omega, "p": p, "kappa": kappa})


def survival(rng):
    n, beta, shape, end = 70, np.array([0.5, -0.7]), 1.5, 4.0
    x = rng.normal(size=(n, 2)).round(2)
    t = (np.exp(1 + x @ beta) * rng.weibull(shape, size=n)).round(3)
    seen = t < end
    return ({"N": seen.sum(), "M": n - seen.sum(), "K": 2, "x": x[seen], "t": t[seen], "x_censored": x[~seen],
             "t_censored": np.full(n - seen.sum(), end)}, {"alpha": 1.0, "beta": beta, "shape": shape})


def ordinal(rng):
    x, beta, cut = rng.normal(size=(120, 3)).round(2), np.array([1.0, -0.6, 0.0]), np.array([-1.5, -0.2, 0.8, 2.0])
    latent = x @ beta + rng.logistic(size=120)
    return ({"N": 120, "D": 3, "K": 5, "x": x, "y": 1 + (latent[:, None] > cut).sum(axis=1)}, {"beta": beta, "cut": cut})


# The place in this list is the seed: new ones go to the end.
MAKERS = dict([(make.__name__, make) for make in (autoregression, eight_schools)]
              + [("eight_schools_centered", eight_schools)]
              + [(make.__name__, make) for make in (
                  garch, gaussian_process, hidden_markov, horseshoe, item_response, linear_groups, logistic_groups, ode,
                  ordered_mixture, poisson_groups, simplex_cholesky, stochastic_volatility, survival, varying_slopes, ordinal)])
