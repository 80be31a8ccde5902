"""Measures how fast the laboratory is; Python 3 and Go, nothing else.

    python3 measure.py peer FOLDER      DVP on UCI Adult beside peer.py (needs NumPy and SciPy)
    python3 measure.py growth           nodes, rows and cores on the built-in census
    python3 measure.py start            time to the first rows, and the size of the program

FOLDER holds adult.data and adult.test. All times are wall times of the program
itself, `admmlab run`, with all metrics in every iteration. The time of an
iteration is the difference between a long and a short run over the difference in
iterations, each the fastest of several runs: other work on the machine only ever
adds. Ratios compare runs of one call, taken in turn.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.join(tempfile.mkdtemp(), "admmlab")
ADULT = ["train=40000", "nodes=5", "C=1750", "rho=0.0031622776601683794", "eta=1", "alpha=0.5"]


def run(iterations, settings, cores):
    """Seconds of one run and its largest memory in MB."""
    command = [PROGRAM, "run", "--iterations", str(iterations)]
    for s in settings:
        command += ["--set", s]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env=dict(os.environ, GOMAXPROCS=str(cores)))
    message = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit("%s: %s" % (" ".join(command), message.decode()))
    return time.perf_counter() - began, usage.ru_maxrss / 1024


class Case:
    """One setting, measured over and over."""

    def __init__(self, settings, cores, short=5, long=45):
        self.settings, self.cores, self.short, self.long = settings + ["stop=false"], cores, short, long
        self.times, self.memory = {}, 0.0

    def measure(self):
        for iterations in (self.short, self.long):
            seconds, memory = run(iterations, self.settings, self.cores)
            self.times[iterations] = min(seconds, self.times.get(iterations, seconds))
            self.memory = max(self.memory, memory)

    def iteration(self):
        return 1e3 * (self.times[self.long] - self.times[self.short]) / (self.long - self.short)


def peer(folder, rounds=5):
    base = ["data=adult:" + folder, "realised=false"] + ADULT
    cases = {"DVP": Case(base, 2, 10, 310), "DVP, one core": Case(base, 1, 10, 160)}
    cases["DVP with realised loss"] = Case(base[:1] + ["realised=true"] + ADULT, 2, 10, 160)
    for method in ("pvp", "radmm", "mradmm", "madmm"):
        cases[method] = Case(base + ["method=" + method], 2, 10, 160)
    script = [sys.executable, os.path.join(HERE, "peer.py"), folder, "--bare", "--iterations", "40", "--workers", "2"]
    times = {"tight": [], "loose": []}
    for _ in range(rounds):
        for case in cases.values():
            case.measure()
        times["loose"].append(float(subprocess.check_output(script)))
        times["tight"].append(float(subprocess.check_output(script + ["--tight"])))
    tight, loose = min(times["tight"]), min(times["loose"])
    print("| | ms an iteration | tight peer, times as long | loose peer |\n|---|---|---|---|")
    for name, case in cases.items():
        t = case.iteration()
        print("| %s | %.2f | %.1f | %.1f |" % (name, t, tight / t, loose / t))
    print("| peer, tight | %.1f | 1 | |\n| peer, loose | %.1f | | 1 |" % (tight, loose))


def growth(rounds=3):
    rows = {}
    for n in (10**4, 10**5, 10**6):
        for cores in (1, 2):
            rows[n, cores] = Case(["data=census:%d" % n, "nodes=5", "realised=false"], cores, 5, 45 if n < 10**6 else 25)
    nodes = {}
    for n in (10, 30, 100, 300, 1000):
        for cores in (1, 2):
            nodes[n, cores] = Case(["nodes=%d" % n, "C=1", "realised=false"], cores, 5, 35)
    for _ in range(rounds):
        for case in list(rows.values()) + list(nodes.values()):
            case.measure()
    table("rows, 5 nodes", rows)
    table("nodes, 40,000 rows", nodes)


def table(title, cases):
    print("\n| %s | one core, ms | two cores, ms | one over two | memory, MB |\n|---|---|---|---|---|" % title)
    for n in dict.fromkeys(n for n, _ in cases):
        one, two = cases[n, 1], cases[n, 2]
        print("| %s | %.2f | %.2f | %.2f | %.0f |" % (
            format(n, ","), one.iteration(), two.iteration(), one.iteration() / two.iteration(), two.memory))


def start():
    case = Case(["realised=true"], 2, 1, 2)
    for _ in range(10):
        case.measure()
    print("first iteration of the built-in census written after %.0f ms; program of %.1f MB" % (
        1e3 * case.times[1], os.path.getsize(PROGRAM) / 1e6))


def main():
    tasks = {"peer": peer, "growth": growth, "start": start}
    if len(sys.argv) < 2 or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    subprocess.check_call(["go", "build", "-o", PROGRAM, "."], cwd=ROOT)
    tasks[sys.argv[1]](*sys.argv[2:3])


if __name__ == "__main__":
    main()
