"""How long `import perfkit` takes beyond NumPy's own import: python benchmarks/import_time.py.

Starts a fresh interpreter for each of the two, in turn, and prints the medians. Goal: 0.2 s or less
beyond `import numpy`.
"""

import statistics
import subprocess
import sys
import time

RUNS = 9


def seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


def main() -> None:
    both = [(seconds("import numpy"), seconds("import perfkit")) for _ in range(RUNS)]
    numpy, perfkit = (statistics.median(column) for column in zip(*both, strict=True))
    beyond = statistics.median(b - a for a, b in both)
    print(f"import numpy    {numpy:.3f} s\nimport perfkit  {perfkit:.3f} s")
    print(f"beyond NumPy    {beyond:.3f} s (goal 0.2)")


if __name__ == "__main__":
    main()
