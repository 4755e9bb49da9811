"""Simulated data for the larger Stan models: a function each, from a generator to the data block."""
import numpy as np


def logistic(x):
    return 1 / (1 + np.exp(-x))


def item_response_2pl(rng, persons=300, items=20):
    ability, difficulty = rng.normal(size=persons), rng.normal(0.2, 1.1, size=items)
    discrimination = rng.lognormal(0.1, 0.4, size=items)
    y = rng.binomial(1, logistic(discrimination[:, None] * (ability - difficulty[:, None])))
    return {"P": persons, "I": items, "y": y}


def item_response_3pl(rng, persons=400, items=20):
    ability, difficulty = rng.normal(size=persons), rng.normal(0.3, 1.2, size=items)
    discrimination, guess = rng.lognormal(0.3, 0.3, size=items), rng.beta(5, 17, size=items)
    knows = logistic(discrimination[:, None] * (ability - difficulty[:, None]))
    return {"P": persons, "I": items, "y": rng.binomial(1, guess[:, None] + (1 - guess[:, None]) * knows)}


def rasch(rng, pupils=900, schools=40, items=16):
    school_of, school = rng.permutation(np.arange(pupils) % schools), rng.normal(0.4, 0.6, size=schools)
    ability, difficulty = rng.normal(school[school_of], 1.0), rng.normal(0, 1.2, size=items)
    y = rng.binomial(1, logistic(ability - difficulty[:, None]))
    return {"P": pupils, "S": schools, "I": items, "school_of": school_of + 1, "y": y}


def radon(rng, n=1200, counties=150):
    share = rng.dirichlet(np.full(counties, 2.0))
    county = np.concatenate([np.arange(counties), rng.choice(counties, size=n - counties, p=share)])
    soil, x = rng.normal(size=counties).round(3), rng.binomial(1, 0.4, size=n).astype(float)
    chol = np.diag([0.4, 0.35]) @ np.array([[1, 0], [-0.3, np.sqrt(1 - 0.09)]])
    u = chol @ rng.normal(size=(2, counties))
    y = 1.4 + 0.5 * soil[county] + u[0, county] + (-0.6 + u[1, county]) * x + rng.normal(scale=0.7, size=n)
    return {"N": n, "J": counties, "county": county + 1, "x": x, "y": y.round(3), "soil": soil}


def local_level(rng, steps=400):
    level = 1 + np.cumsum(rng.normal(scale=0.4, size=steps))
    return {"T": steps, "y": (level + rng.normal(scale=0.8, size=steps)).round(3)}


def volatility(rng, steps=300, mu=-0.5, phi=0.95, sigma=0.3):
    h = [sigma / np.sqrt(1 - phi**2) * rng.normal()]
    for _ in range(1, steps):
        h.append(phi * h[-1] + sigma * rng.normal())
    return {"T": steps, "y": (rng.normal(size=steps) * np.exp((mu + np.array(h)) / 2)).round(4)}


def occupancy(rng, species=70, sites=40, visits=5):
    a, b, p = rng.normal(0.2, 1.0, size=species), rng.normal(0.7, 0.6, size=species), rng.normal(-0.6, 0.8, size=species)
    x = rng.normal(size=sites).round(3)
    there = rng.binomial(1, logistic(a[:, None] + b[:, None] * x))
    y = rng.binomial(visits, there * logistic(p)[:, None])
    seen, unseen = np.nonzero(y), np.nonzero(y == 0)
    return {"S": species, "V": visits, "A": len(seen[0]), "B": len(unseen[0]), "seen": seen[0] + 1, "y": y[seen],
            "x_seen": x[seen[1]], "unseen": unseen[0] + 1, "x_unseen": x[unseen[1]]}


def cubic_basis(x, count):
    """Cubic B-splines on equally spaced knots over [0, 1], by the recursion of Cox and de Boor."""
    knots = (np.arange(count + 4) - 3) / (count - 3)
    basis = ((x[:, None] >= knots[:-1]) & (x[:, None] < knots[1:])).astype(float)
    for degree in range(1, 4):
        width = degree / (count - 3)
        left = (x[:, None] - knots[: -degree - 1]) / width
        right = (knots[degree + 1 :] - x[:, None]) / width
        basis = left * basis[:, :-1] + right * basis[:, 1:]
    return basis


def splines(rng, n=400, functions=6, count=20):
    x = rng.uniform(size=(functions, n))
    curves = [np.sin(2 * np.pi * x[0]), 2 * (x[1] - 0.5) ** 2, np.exp(-30 * (x[2] - 0.4) ** 2), x[3] - 0.5,
              0.6 * np.sin(5 * np.pi * x[4]) * x[4], np.zeros(n)]
    bases = [cubic_basis(each, count) for each in x]
    y = 1 + sum(curves) + rng.normal(scale=0.5, size=n)
    return {"N": n, "F": functions, "B": count, "basis": [(each - each.mean(axis=0)).round(3) for each in bases],
            "y": y.round(3)}


def factors(rng, n=120, items=15, count=3):
    factor = np.arange(items) * count // items
    correlation = np.array([[1, 0.5, 0.3], [0.5, 1, 0.2], [0.3, 0.2, 1]])
    score = rng.normal(size=(n, count)) @ np.linalg.cholesky(correlation).T
    loading, nu, sigma = rng.uniform(0.5, 1.3, items), rng.normal(size=items), rng.uniform(0.5, 1.0, items)
    y = nu[:, None] + loading[:, None] * score[:, factor].T + sigma[:, None] * rng.normal(size=(items, n))
    return {"N": n, "I": items, "F": count, "factor": factor + 1, "y": y.round(3)}


def process_counts(rng, n=100):
    x = np.linspace(0, 10, n).round(4)
    kernel = 0.8**2 * np.exp(-0.5 * ((x[:, None] - x) / 0.9) ** 2) + 1e-8 * np.eye(n)
    return {"N": n, "x": x, "y": rng.poisson(np.exp(1.0 + np.linalg.cholesky(kernel) @ rng.normal(size=n)))}


def process_binary(rng, n=500, count=13):
    place = rng.uniform(-1, 1, size=(n, 2)).round(3)
    distance = ((place[:, None] - place) ** 2).sum(axis=2)
    kernel = 1.5**2 * np.exp(-0.5 * distance / 0.35**2) + 1e-8 * np.eye(n)
    f = 0.3 + np.linalg.cholesky(kernel) @ rng.normal(size=n)
    return {"N": n, "M": count, "E": 1.4, "place": place, "y": rng.binomial(1, logistic(f))}


def poisson_many_groups(rng, n=1200, groups=300):
    group, w = rng.permutation(np.arange(n) % groups), rng.normal(size=groups).round(3)
    log_exposure, rate = np.log(rng.uniform(0.5, 4, size=n)).round(4), rng.normal(0.6 + 0.3 * w, 0.5)
    return {"N": n, "J": groups, "group": group + 1, "log_exposure": log_exposure, "w": w,
            "y": rng.poisson(np.exp(log_exposure + rate[group]))}


def negative_binomial_groups(rng, n=1200, groups=150):
    group, x = rng.permutation(np.arange(n) % groups), rng.normal(size=n).round(3)
    eta = rng.normal(1.2, 0.6, size=groups)[group] + rng.normal(0.4, 0.3, size=groups)[group] * x
    return {"N": n, "J": groups, "group": group + 1, "x": x, "y": rng.poisson(np.exp(eta) * rng.gamma(3, 1 / 3, size=n))}


def spatial_counts(rng, side=22):
    n = side * side
    cell = np.arange(n).reshape(side, side)
    edges = np.concatenate([np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], 1),
                            np.stack([cell[:-1].ravel(), cell[1:].ravel()], 1)])
    precision = np.zeros((n, n))
    for i, j in edges:
        precision[[i, j], [i, j]] += 1
        precision[i, j] = precision[j, i] = -1
    values, vectors = np.linalg.eigh(precision)
    root = vectors[:, 1:] / np.sqrt(values[1:])
    scaling = np.exp(np.log((root**2).sum(axis=1)).mean())  # geometric mean of the marginal variances
    x, expected = rng.normal(size=n).round(3), rng.uniform(2, 15, size=n)
    structured = root @ rng.normal(size=n - 1) / np.sqrt(scaling)
    risk = 0.1 + 0.25 * x + 0.6 * (np.sqrt(0.7) * structured + np.sqrt(0.3) * rng.normal(size=n))
    return {"N": n, "E": len(edges), "from": edges[:, 0] + 1, "to": edges[:, 1] + 1, "scaling": scaling, "x": x,
            "log_expected": np.log(expected).round(4), "y": rng.poisson(expected * np.exp(risk))}


def multinomial_logit(rng, n=600, columns=30, kinds=6):
    x, beta = rng.normal(size=(n, columns)).round(2), rng.normal(scale=0.5, size=(columns, kinds - 1))
    utility = np.column_stack([np.linspace(-0.5, 0.7, kinds - 1) + x @ beta, np.zeros(n)])
    return {"N": n, "P": columns, "K": kinds, "x": x, "y": (utility + rng.gumbel(size=utility.shape)).argmax(axis=1) + 1}


def dirichlet_multinomial(rng, places=60, kinds=6):
    common = np.array([0.3, 0.25, 0.2, 0.12, 0.08, 0.05])
    shares, totals = rng.dirichlet(15 * common, size=places), rng.integers(20, 80, size=places)
    return {"G": places, "K": kinds, "y": np.array([rng.multinomial(n, p) for n, p in zip(totals, shares)])}


def student_regression(rng, n=500, columns=200):
    x = (rng.normal(size=(n, columns)) + 0.5 * rng.normal(size=(n, 1))).round(2)
    beta = rng.normal(scale=0.4, size=columns)
    return {"N": n, "P": columns, "x": x, "y": (1 + x @ beta + 0.8 * rng.standard_t(4, size=n)).round(3)}


def panel_autoregression(rng, steps=30, series=100):
    level, phi = rng.normal(0.5, 0.8, size=series), np.tanh(rng.normal(0.6, 0.3, size=series))
    sigma, y = np.exp(rng.normal(-0.4, 0.3, size=series)), [level]
    for _ in range(steps + 30):
        y.append(level + phi * (y[-1] - level) + sigma * rng.normal(size=series))
    return {"T": steps, "S": series, "y": np.array(y[-steps:]).round(3)}


def frailty(rng, n=1000, clinics=250):
    clinic, x = rng.permutation(np.arange(n) % clinics), rng.normal(size=(n, 3)).round(2)
    log_hazard = -0.5 + x @ [0.5, -0.3, 0.2] + rng.normal(scale=0.7, size=clinics)[clinic]
    time, end = (rng.exponential(size=n) / np.exp(log_hazard)) ** (1 / 1.3), rng.uniform(1, 5, size=n)
    return {"N": n, "J": clinics, "P": 3, "clinic": clinic + 1, "x": x, "time": np.minimum(time, end).round(4) + 1e-4,
            "died": (time <= end).astype(int)}


def sparse_horseshoe(rng, n=200, columns=150, nonzero=8):
    beta = np.zeros(columns)
    beta[:nonzero] = [2, -1.5, 1.2, 1, -0.8, 0.6, 0.5, -0.4]
    x = rng.normal(size=(n, columns)).round(2)
    return {"N": n, "P": columns, "x": x, "y": (0.5 + x @ beta + rng.normal(size=n)).round(3),
            "scale_global": nonzero / (columns - nonzero) / np.sqrt(n)}


MAKERS = {"item_response_2pl": item_response_2pl, "item_response_3pl": item_response_3pl, "rasch": rasch,
          "radon_centered": radon, "radon_noncentered": radon, "local_level": local_level,
          "volatility_centered": volatility, "volatility_noncentered": volatility, "occupancy": occupancy,
          "splines": splines, "factors": factors, "process_counts": process_counts, "process_binary": process_binary,
          "poisson_many_groups": poisson_many_groups, "negative_binomial_groups": negative_binomial_groups,
          "spatial_counts": spatial_counts, "multinomial_logit": multinomial_logit,
          "dirichlet_multinomial": dirichlet_multinomial, "student_regression": student_regression,
          "panel_autoregression": panel_autoregression, "frailty": frailty, "sparse_horseshoe": sparse_horseshoe}
