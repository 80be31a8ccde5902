"""Measures how fast the laboratory is; Python 3 and Go, nothing else.

    python3 measure.py peer FOLDER      DVP on UCI Adult beside peer.py (needs NumPy and SciPy)
    python3 measure.py sharing FOLDER   vertical sharing on a9a and on wide dense data
    python3 measure.py growth           nodes, rows and cores on the built-in census
    python3 measure.py start            time to the first frame and row, size of the program

FOLDER holds adult.data and adult.test, or a9a and a9a.t. All times are wall times of the program
itself, `admmlab run`, with all metrics in every iteration. The time of an
iteration is the difference between a long and a short run over the difference in
iterations, each the fastest of several runs: other work on the machine only ever
adds. Ratios compare runs of one call, taken in turn.
"""

import fcntl
import math
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
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
    floor = min(float(line.split()[2]) for line in subprocess.check_output(
        ["go", "test", "./models", "-run", "XX", "-bench", "Floor", "-cpu", "2", "-count", "5"], cwd=ROOT, text=True).splitlines()
        if line.startswith("BenchmarkFloor"))
    print("| one pass over all rows (the floor) | %.2f | | |" % (floor / 1e6))
    print("| peer, tight | %.1f | 1 | |\n| peer, loose | %.1f | | 1 |" % (tight, loose))


def growth(rounds=3):
    rows = {}
    for n in (10**4, 10**5, 10**6):
        for cores in (1, 2):
            rows[n, cores] = Case(["data=census:%d" % n, "nodes=5", "realised=false"], cores, 5, 205)
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
    sizes = list(dict.fromkeys(n for n, _ in cases))
    for n in sizes:
        one, two = cases[n, 1], cases[n, 2]
        print("| %s | %.2f | %.2f | %.2f | %.0f |" % (
            format(n, ","), one.iteration(), two.iteration(), one.iteration() / two.iteration(), two.memory))
    print()
    for n in sizes:  # both axes logarithmic: a straight line of slope one is linear growth
        for cores, stroke in ((1, "1"), (2, "2")):
            ms = cases[n, cores].iteration()
            print("    %9s %s%s %.2f ms" % (format(n, ",") if cores == 1 else "", " " * round(16 * max(0, math.log10(10 * ms))), stroke, ms))


def sharing(folder, rounds=3):
    a9a = os.path.join(folder, "a9a")
    cases = {
        "a9a, 66 + 57 columns": Case(["method=sharing", "data=libsvm:%s:%s.t" % (a9a, a9a), "parties=66", "realised=false"], 2, 10, 310),
        "the same with realised loss": Case(["method=sharing", "data=libsvm:%s:%s.t" % (a9a, a9a), "parties=66"], 2, 10, 160),
        "wide, 2,000 + 2,000 + 1,000 columns": Case(["method=sharing", "data=wide", "parties=2000,4000", "realised=false"], 2, 2, 42),
        "the same, with realised loss": Case(["method=sharing", "data=wide", "parties=2000,4000"], 2, 2, 42),
    }
    for _ in range(rounds):
        for case in cases.values():
            case.measure()
    print("| | ms an iteration | before the first, s | memory, MB |\n|---|---|---|---|")
    for name, case in cases.items():
        setup = case.times[case.short] - case.short * case.iteration() / 1e3
        print("| %s | %.2f | %.2f | %.0f |" % (name, case.iteration(), setup, case.memory))


def start(rounds=10):
    case = Case(["realised=true"], 2, 1, 2)
    shown = []
    for _ in range(rounds):
        case.measure()
        shown.append(screen())
    frame, row = min(s[0] for s in shown), min(s[1] for s in shown)
    print("laboratory: first frame after %.0f ms, first iteration on the screen after %.0f ms; "
          "admmlab run: first row written after %.0f ms; program of %.1f MB" % (
              1e3 * frame, 1e3 * row, 1e3 * case.times[1], os.path.getsize(PROGRAM) / 1e6))


def screen():
    """Seconds until a terminal of 120x36 shows the frame, and an iteration in it."""
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(PROGRAM, [PROGRAM], dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor", XDG_DATA_HOME=tempfile.mkdtemp()))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    seen, frame = b"", None
    while True:
        seen += os.read(terminal, 1 << 16)
        now = time.perf_counter() - began
        if frame is None and b"Loss (train)" in seen:
            frame = now
        if re.search(rb"\xce\xb5 \xe2\x89\xa4 [0-9]", seen):  # a first total
            break
        if now > 20:
            sys.exit("the laboratory showed no iteration in 20 s")
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    os.close(terminal)
    return frame, now


def main():
    tasks = {"peer": peer, "sharing": sharing, "growth": growth, "start": start}
    if len(sys.argv) < 2 or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    subprocess.check_call(["go", "build", "-trimpath", "-ldflags=-w", "-o", PROGRAM, "."], cwd=ROOT)
    tasks[sys.argv[1]](*sys.argv[2:3])


if __name__ == "__main__":
    main()
