"""The programs that cardctl is compared with: which are installed, and how each does a task.

Nothing is installed here. A missing program is reported with the reason, and skipped.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'peers')
_COMPILER_OPTIONS = ['-O3', '-march=native', '-std=c++17', '-pthread']


@dataclass
class Peer:
    """One program: its name, its version and the command of each task it can do.

    In a command, FILE is replaced by the input.
    """

    name: str
    version: str
    commands: dict

    def command(self, task, path):
        return [path if word == 'FILE' else word for word in self.commands[task]]


class Missing(Exception):
    """Why a program cannot take part."""


def _script(name):
    return os.path.join(_FOLDER, name)


def _module_version(name):
    done = subprocess.run(
        [sys.executable, '-c', 'import %s; print(%s.__version__)' % (name, name)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Missing('no Python module `%s`' % name)
    return done.stdout.decode().strip()


def _scripted(name, script, tasks):
    version = _module_version(name)
    return Peer(name, version, {
        task: [sys.executable, _script(script), task, 'FILE'] for task in tasks})


def _simdjson(folder):
    """The C++ program, compiled into the directory unless it exists."""
    compiler = shutil.which('g++') or shutil.which('clang++')
    if compiler is None:
        raise Missing('no C++ compiler')
    source = _script('simdjson_cards.cpp')
    with open(source, 'rb') as file:
        digest = hashlib.sha256(file.read() + compiler.encode()).hexdigest()[:8]
    program = os.path.join(folder, 'simdjson_cards-' + digest)
    if not os.path.exists(program):
        done = subprocess.run(
            [compiler] + _COMPILER_OPTIONS + [source, '-o', program, '-lsimdjson'],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Missing('does not compile: ' + done.stdout.decode()[:200].strip())
    version = subprocess.run([program, 'version'], stdout=subprocess.PIPE).stdout.decode().strip()
    return Peer('simdjson', version, {
        task: [program, task, 'FILE'] for task in ('filter', 'csv')})


_DATABASE_TASKS = ['top', 'top-then-id', 'sort', 'sort-then-id', 'distinct', 'by']
_FINDERS = {
    'simdjson': _simdjson,
    'duckdb': lambda folder: _scripted('duckdb', 'duckdb_cards.py', [
        'filter', 'where', 'csv', 'summary', *_DATABASE_TASKS]),
    'chdb': lambda folder: _scripted('chdb', 'chdb_cards.py', [
        'filter', 'csv', *_DATABASE_TASKS]),
    'polars': lambda folder: _scripted('polars', 'polars_cards.py', ['csv']),
    'orjson': lambda folder: _scripted(
        'orjson', 'orjson_cards.py', ['filter', 'csv', 'objects', 'parse']),
}
NAMES = list(_FINDERS)


def find(folder, names):
    """The installed Peers of these names, and {name: reason} of the others."""
    found, missing = [], {}
    for name in names:
        try:
            found.append(_FINDERS[name](folder))
        except Missing as reason:
            missing[name] = str(reason)
    return found, missing
