"""Pareto-smoothed importance weights (Vehtari et al. 2024), with Zhang and Stephens's fit of the tail (2009)."""
import numpy as np


def tail_fit(excess):
    """Shape and scale of a generalised Pareto distribution for sorted excesses over a threshold."""
    n = len(excess)
    m = 30 + int(np.sqrt(n))
    theta = 1 / excess[-1] + (1 - np.sqrt(m / (np.arange(1, m + 1) - 0.5))) / (3 * excess[(n + 2) // 4 - 1])
    k = np.log1p(-theta[:, None] * excess).mean(axis=1)
    log_lik = n * (np.log(-theta / k) - k - 1)
    theta = theta @ (weights := np.exp(log_lik - log_lik.max())) / weights.sum()
    k = np.log1p(-theta * excess).mean()
    return (k * n + 5) / (n + 10), -k / theta  # the shape shrunk a little towards 1/2


def smoothed(log_ratios):
    """Normalised weights and khat; khat is infinite if the tail is too short or flat to be fitted."""
    log_w = log_ratios - np.max(log_ratios)
    count = int(min(0.2 * len(log_w), 3 * np.sqrt(len(log_w))))
    order = np.argsort(log_w)
    tail, threshold = order[-count:], np.exp(log_w[order[-count - 1]])
    excess, khat = np.exp(log_w[tail]) - threshold, np.inf
    if count >= 5 and excess[count // 4] > 0:
        khat, scale = tail_fit(excess)
        p = (np.arange(count) + 0.5) / count
        grown = -np.log1p(-p) if abs(khat) < 1e-12 else np.expm1(-khat * np.log1p(-p)) / khat
        log_w = log_w.copy()
        log_w[tail] = np.minimum(np.log(threshold + scale * grown), 0)
    w = np.exp(log_w)
    return w / w.sum(), float(khat)
