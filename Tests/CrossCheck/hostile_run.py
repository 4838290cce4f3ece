"""Runs of a binary on hostile texts, and what is said about them."""

import json
import shutil
import subprocess
import tempfile

from hostile_texts import decoded, trouble

# What build systems set where they read every line of a log.
BUILD = {'GITHUB_ACTIONS': 'true', 'TF_BUILD': 'True', 'TEAMCITY_VERSION': '1'}


class Program:
    """A binary, and what was wrong with its outputs so far."""

    def __init__(self, binary):
        self.binary = binary
        self.failures, self.comparisons, self.runs = [], 0, 0
        self.folder = tempfile.mkdtemp(prefix='cardctl-hostile-')

    def remove(self):
        """Removes the files that the runs left."""
        shutil.rmtree(self.folder)

    def fail(self, name, text):
        self.failures.append((name, text))

    def expect(self, name, found, expected):
        """Notes where `found` is not what was expected."""
        self.comparisons += 1
        if found != expected:
            self.fail(name, '%.200r instead of %.200r' % (found, expected))

    def run(self, arguments, data=b'', statuses=(0,), environment=()):
        """Standard output; standard error has to be fit for a terminal."""
        self.runs += 1
        variables = dict(BUILD, HOME=self.folder, **dict(environment))
        done = subprocess.run([self.binary] + arguments, input=data, env=variables, cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        name = ' '.join(arguments)[:120]
        if done.returncode not in statuses:
            self.fail(name, 'status %d: %.300r' % (done.returncode, done.stderr))
        wrong = trouble(done.stderr)
        if wrong:
            self.fail(name + ', messages', wrong)
        return done.stdout

    def neutral(self, name, output, with_commands=False):
        """Notes what would act in the output."""
        self.comparisons += 1
        wrong = trouble(output, with_commands)
        if wrong:
            self.fail(name, wrong)

    def objects(self, name, output):
        """The values of NDJSON; halves of surrogates as they are elsewhere."""
        try:
            return [plain(json.loads(line)) for line in output.decode('utf-8').split('\n') if line]
        except ValueError as error:
            self.fail(name, 'no JSON: %s' % error)
            return []


def plain(value):
    """A JSON value in which every text is decoded."""
    if isinstance(value, str):
        return decoded(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {decoded(key): plain(item) for key, item in value.items()}
    return value
