# Fits a logistic regression to data whose truth is known.
import numpy as np
import g2t

rng = np.random.default_rng(1)
X = rng.normal(size=(2000, 3))
y = rng.random(2000) < 1 / (1 + np.exp(-X @ [1.0, -0.5, 0.0]))

fit = g2t.fit(g2t.Logistic(X, y))
print(fit)
print(np.quantile(fit.posterior["x1"] - fit.posterior["x2"], [0.05, 0.95]))
