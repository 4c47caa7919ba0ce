"""Makes the numbers that the cross-checks compare with, by SciPy, NumPy and statsmodels.

    pip install scipy==1.17.1 numpy==2.4.6 statsmodels==0.15.0
    python make.py laws > laws.txt
    python make.py tests > tests.txt

A line of laws.txt is a law, its arguments and the probability. A line of tests.txt is the name of
a check, then lists in brackets: what goes in and what must come out.
"""

import sys

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests


def line(name, *lists):
    fields = ("[" + " ".join(repr(float(x)) for x in np.atleast_1d(part)) + "]" for part in lists)
    print(name, *fields)


def laws():
    for n, p in [(1, 0.5), (6, 0.5), (11, 0.5), (11, 0.1), (21, 10 / 21), (61, 0.5), (301, 0.3)]:
        for k in sorted({0, 1, n // 4, n // 2, n - 1}):
            print("binomial_at_most", k, n, p, repr(float(stats.binom.cdf(k, n, p))))
            print("binomial_at_least", k, n, p, repr(float(stats.binom.sf(k - 1, n, p))))
    for freedom in [1, 2, 2.5, 4, 7.3, 30, 1000]:
        for t in [0.0, 0.3, 1, 2.2, 5, 40]:
            print("student_two_sided", t, freedom, repr(float(2 * stats.t.sf(t, freedom))))
        for p in [0.95, 0.975, 0.9995]:
            print("student_quantile", p, freedom, repr(float(stats.t.ppf(p, freedom))))
    for z in [0.0, 0.5, 1.96, 4, 9]:
        print("normal_two_sided", z, repr(float(2 * stats.norm.sf(z))))
    for p in [1, 0.3, 0.05, 0.00125, 1e-9]:
        print("normal_quantile", p, repr(float(stats.norm.isf(p / 2))))
    for freedom in [1, 2, 3, 6, 9]:
        for x in [0.1, 1, 5, 25]:
            print("chi_squared_at_least", x, freedom, repr(float(stats.chi2.sf(x, freedom))))


def tests():
    rng = np.random.default_rng(20240611)
    for n in [1, 2, 7, 20]:
        x = np.round(rng.normal(100, 5, n), 1)
        for q in [0, 0.05, 0.25, 0.5, 0.95, 1]:
            line("quantile", x, q, np.quantile(x, q))

    # The lower rank, counted from 1, of the interval of a median, and its actual confidence.
    for n in [6, 7, 11, 21, 31, 41, 61, 100]:
        for wanted in [0.9, 0.95, 0.99]:
            rank = int(stats.binom.ppf((1 - wanted) / 2, n, 0.5))
            while rank > 0 and 1 - 2 * stats.binom.cdf(rank - 1, n, 0.5) < wanted:
                rank -= 1
            if rank > 0:
                actual = 1 - 2 * stats.binom.cdf(rank - 1, n, 0.5)
                line("ranks", n, wanted, rank, actual)

    for m in [1, 2, 5, 40]:
        p = rng.uniform(size=m) ** 3
        line("holm", p, multipletests(p, method="holm")[1])
        line("benjamini_hochberg", p, stats.false_discovery_control(p, method="bh"))
    p = np.array([0.01, 0.04, 0.03, 0.04, 1, 0.01])
    line("holm", p, multipletests(p, method="holm")[1])
    line("benjamini_hochberg", p, stats.false_discovery_control(p, method="bh"))

    for n, m, effect in [(2, 2, 0.1), (3, 5, 0.05), (5, 5, 0.0), (8, 3, -0.1)]:
        a, b = rng.normal(effect, 0.03, n), rng.normal(0, 0.05, m)
        test = stats.ttest_ind(a, b, equal_var=False)
        i95, i90 = test.confidence_interval(0.95), test.confidence_interval(0.9)
        ends = np.exp([np.mean(a) - np.mean(b), i95.low, i95.high, i90.low, i90.high])
        line("welch", a, b, np.append(ends, test.pvalue))

    for n in [7, 21, 31]:
        x = rng.normal(0.02, 0.03, n)
        p = stats.binomtest(int(np.sum(x > 0)), n).pvalue
        line("paired", x, [np.exp(np.median(x)), p])

    for n, m in [(1, 1), (4, 3), (11, 9)]:
        a, b = rng.normal(0.1, 1, n), rng.normal(0, 1, m)
        line("hodges_lehmann", a, b, np.exp(np.median(np.subtract.outer(a, b))))

    for n, trend in [(8, 0.02), (11, 0.0), (31, 0.01), (31, -0.001)]:
        x = np.round(100 * np.exp(trend * np.arange(n) + rng.normal(0, 0.03, n)), 0)
        slope = stats.theilslopes(np.log(x)).slope
        rises = sum(np.sign(x[j] - x[i]) for i in range(n) for j in range(i + 1, n))
        ties = np.unique(x, return_counts=True)[1]
        part = lambda t: t * (t - 1) * (2 * t + 5)
        variance = (part(n) - np.sum(part(ties))) / 18
        p = 2 * stats.norm.sf(max(abs(rises) - 1, 0) / np.sqrt(variance))
        line("drift", x, [np.expm1(slope * (n - 1)), p])

    for groups, shift in [(2, 0.0), (3, 0.2), (4, 0.05)]:
        case = rng.integers(0, groups, 31)
        x = np.round(100 * np.exp(rng.normal(0, 0.05, 31) + shift * (case == 1)), 0)
        p = stats.kruskal(*(x[case == c] for c in range(groups))).pvalue
        line("carry_over", x, case, p)

    for n in [5, 31]:
        x = rng.normal(0, 1, n)
        d = x - np.mean(x)
        line("lag1", x, np.sum(d[1:] * d[:-1]) / np.sum(d * d))


{"laws": laws, "tests": tests}[sys.argv[1]]()
