"""The peer that the speed of DVP is measured against: NumPy and SciPy.

    python3 peer.py FOLDER [--tight] [--iterations N] [--workers 1|2]

FOLDER holds adult.data and adult.test (UCI Machine Learning Repository). It runs
dual variable perturbation (Zhang and Zhu, IEEE TIFS 12(1), 2017, Algorithm 2) as
an analyst would write it with the usual tools: rows in a CSR matrix, one
warm-started L-BFGS-B a node and iteration, all metrics in every iteration. 40,000
training rows of 105 columns, five nodes in a ring, C = 1750, rho = 10^-2.5,
eta = 1, alpha = 0.5 ("proved").

Loose takes L-BFGS-B as it comes; tight asks for all it can give: the line search
stops where the roundoff of the function value does, at gradient norms of about
3e-6. With two workers each of two processes solves its nodes; the parent makes
the noise, the duals and the metrics.
"""

import argparse
import multiprocessing
import os
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # the products here are sparse: threads only get in the way

import numpy as np
import scipy.sparse
from scipy.optimize import minimize
from scipy.special import expit

CATEGORIES = {
    1: "Private Self-emp-not-inc Self-emp-inc Federal-gov Local-gov State-gov Without-pay Never-worked",
    3: "Bachelors Some-college 11th HS-grad Prof-school Assoc-acdm Assoc-voc 9th 7th-8th 12th Masters 1st-4th 10th Doctorate 5th-6th Preschool",
    5: "Married-civ-spouse Divorced Never-married Separated Widowed Married-spouse-absent Married-AF-spouse",
    6: "Tech-support Craft-repair Other-service Sales Exec-managerial Prof-specialty Handlers-cleaners Machine-op-inspct "
       "Adm-clerical Farming-fishing Transport-moving Priv-house-serv Protective-serv Armed-Forces",
    7: "Wife Own-child Husband Not-in-family Other-relative Unmarried",
    8: "White Asian-Pac-Islander Amer-Indian-Eskimo Other Black",
    9: "Female Male",
    13: "United-States Cambodia England Puerto-Rico Canada Germany Outlying-US(Guam-USVI-etc) India Japan Greece South China Cuba "
        "Iran Honduras Philippines Italy Poland Jamaica Vietnam Mexico Portugal Ireland France Dominican-Republic Laos Ecuador "
        "Taiwan Haiti Columbia Hungary Guatemala Nicaragua Scotland Thailand Yugoslavia El-Salvador Trinadad&Tobago Peru Hong "
        "Holand-Netherlands",
}
NUMBERS = [0, 2, 4, 10, 11, 12]
NODES, TRAIN, C, RHO, ETA, ALPHA, C1 = 5, 40000, 1750.0, 10**-2.5, 1.0, 0.5, 0.25


def read(folder):
    """Unit rows in CSR form and labels of +1 and -1."""
    records = []
    for name in ("adult.data", "adult.test"):
        with open(os.path.join(folder, name), encoding="ascii") as file:
            for line in file:
                fields = [field.strip() for field in line.rstrip(".\n").split(",")]
                if len(fields) == 15 and "?" not in fields:
                    records.append(fields)
    columns = [np.array([float(r[k]) for r in records]) for k in NUMBERS]
    dense = [column / column.max() for column in columns]
    for k, words in CATEGORIES.items():
        place = {word: j for j, word in enumerate(words.split())}
        block = np.zeros((len(records), len(place)))
        block[np.arange(len(records)), [place[r[k]] for r in records]] = 1
        dense.extend(block.T)
    x = np.array(dense).T
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = np.where(np.array([r[14].startswith(">") for r in records]), 1.0, -1.0)
    return scipy.sparse.csr_matrix(x), y


def signed(x, y):
    return scipy.sparse.csr_matrix(scipy.sparse.diags(y) @ x)


class Node:
    """One node's subproblem: weight sum log(1+e^-m) + q/2 |f|^2 + l.f."""

    def __init__(self, rows, options):
        self.rows, self.turned, self.options = rows, scipy.sparse.csr_matrix(rows.T), options
        self.weight = C / rows.shape[0]

    def value(self, f, q, l):
        margins = self.rows @ f
        value = self.weight * np.logaddexp(0, -margins).sum() + 0.5 * q * (f @ f) + l @ f
        return value, q * f + l - self.weight * (self.turned @ expit(-margins))

    def solve(self, start, q, l):
        found = minimize(self.value, start, (q, l), method="L-BFGS-B", jac=True, options=self.options)
        return found.x, np.linalg.norm(found.jac), found.nfev, np.logaddexp(0, -(self.rows @ found.x)).mean()


def serve(pipe, nodes):
    while True:
        work = pipe.recv()
        if work is None:
            return
        pipe.send([(i, nodes[i].solve(*task)) for i, task in work])


class Pool:
    """Nodes on one process, or dealt to two."""

    def __init__(self, nodes, workers):
        self.nodes, self.pipes = nodes, []
        for _ in range(workers - 1):
            here, there = multiprocessing.Pipe()
            multiprocessing.get_context("fork").Process(target=serve, args=(there, nodes), daemon=True).start()
            self.pipes.append(here)

    def solve(self, tasks):
        share = len(self.pipes) + 1
        for k, pipe in enumerate(self.pipes):
            pipe.send([(i, task) for i, task in enumerate(tasks) if i % share == k + 1])
        out = {i: self.nodes[i].solve(*task) for i, task in enumerate(tasks) if i % share == 0}
        for pipe in self.pipes:
            out.update(pipe.recv())
        return [out[i] for i in range(len(tasks))]

    def close(self):
        for pipe in self.pipes:
            pipe.send(None)


def calibrate(weight, degree):
    """zeta and Phi of Algorithm 2, with the rate that its proof proves."""
    curvature = RHO + 2 * ETA * degree
    rest = ALPHA - 2 * np.log1p(C1 * weight / curvature)
    if rest > 0:
        return rest / 2, 0.0
    return ALPHA / 4, C1 * weight / (np.exp(ALPHA / 4) - 1) - curvature


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--tight", action="store_true")
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--bare", action="store_true", help="print the milliseconds only")
    arguments = parser.parse_args()
    options = {"maxiter": 2000}
    if arguments.tight:
        options.update(ftol=0, gtol=1e-10, maxfun=2000)

    rng = np.random.default_rng(7)
    x, y = read(arguments.folder)
    order = rng.permutation(len(y))
    x, y = x[order], y[order]
    train, test, labels = signed(x[:TRAIN], y[:TRAIN]), x[TRAIN:], y[TRAIN:]
    nodes = [Node(train[k::NODES], options) for k in range(NODES)]
    dim = x.shape[1]
    f, dual = np.zeros((NODES, dim)), np.zeros((NODES, dim))
    pool = Pool(nodes, arguments.workers)
    times, norms, calls = [], [], []
    for t in range(arguments.iterations):
        began = time.perf_counter()
        tasks = []
        for k, node in enumerate(nodes):
            zeta, phi = calibrate(node.weight, 2)
            direction = rng.standard_normal(dim)
            noise = direction / np.linalg.norm(direction) * rng.gamma(dim) / zeta
            left, right = f[k - 1], f[(k + 1) % NODES]
            l = 2 * dual[k] + node.weight * noise - ETA * (2 * f[k] + left + right)
            tasks.append((f[k], RHO + phi + 4 * ETA, l))
        solved = pool.solve(tasks)
        f = np.array([s[0] for s in solved])
        dual += ETA / 2 * (2 * f - np.roll(f, 1, 0) - np.roll(f, -1, 0))
        mean = f.mean(0)
        scores = test @ mean
        row = (
            np.mean([s[3] for s in solved]), np.logaddexp(0, -labels * scores).mean(),
            ((scores > 0) != (labels > 0)).mean(), np.linalg.norm(f - mean, axis=1).max(),
        )
        times.append(time.perf_counter() - began)
        norms.append(max(s[1] for s in solved))
        calls.append(np.mean([s[2] for s in solved]))
    pool.close()
    times, warm = 1e3 * np.array(times), slice(10, None)
    if arguments.bare:
        print("%.3f" % times[warm].mean())
        return
    print("%s, %d worker(s): %.1f ms an iteration (median %.1f, fastest %.1f), %.1f evaluations a node, worst gradient norm %.1e (median %.1e)" % (
        "tight" if arguments.tight else "loose", arguments.workers, times[warm].mean(), np.median(times[warm]),
        times[warm].min(), np.mean(calls[10:]), max(norms[10:]), np.median(norms[10:])))
    print("last row: train loss %.4f, test loss %.4f, test error %.4f, disagreement %.2f" % row)


if __name__ == "__main__":
    main()
