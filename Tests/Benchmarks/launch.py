"""Runs a command and writes its cost to a file descriptor; see measure.py.

    python3 -I -S launch.py DESCRIPTOR COMMAND [ARGUMENT]...

A separate process that imports almost nothing: Linux counts the memory of the process that calls
exec in the peak of the new program, so the calling process must be small.
"""

import os
import sys
import time

SIGPIPE = 13  # Python ignores it, and the child would inherit that; importing `signal` costs memory


def main():
    report = int(sys.argv[1])
    os.set_inheritable(report, False)
    began = time.monotonic_ns()
    child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, setsigdef=[SIGPIPE])
    _, status, usage = os.wait4(child, 0)
    wall = time.monotonic_ns() - began
    peak = usage.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
    os.write(report, b'%d %d %d %d' % (
        wall, (usage.ru_utime + usage.ru_stime) * 1e9, peak, status))


main()
