"""Runs of a binary with hostile strings, and their failures."""

import json
import shutil
import subprocess
import tempfile

from hostile_texts import decoded, trouble

# Variables of CI systems that read every line of a log.
BUILD = {'GITHUB_ACTIONS': 'true', 'TF_BUILD': 'True', 'TEAMCITY_VERSION': '1'}


class Program:
    """A binary, and the failures of its outputs so far."""

    def __init__(self, binary):
        self.binary = binary
        self.failures, self.comparisons, self.runs = [], 0, 0
        self.folder = tempfile.mkdtemp(prefix='cardctl-hostile-')

    def remove(self):
        """Removes the files of the runs."""
        shutil.rmtree(self.folder)

    def fail(self, name, text):
        self.failures.append((name, text))

    def expect(self, name, found, expected):
        """Records a failure if `found` is not the expected value."""
        self.comparisons += 1
        if found != expected:
            self.fail(name, '%.200r instead of %.200r' % (found, expected))

    def run(self, arguments, data=b'', statuses=(0,), environment=()):
        """Standard output. Standard error must be safe for a terminal."""
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
        """Records what would act in the output."""
        self.comparisons += 1
        wrong = trouble(output, with_commands)
        if wrong:
            self.fail(name, wrong)

    def objects(self, name, output):
        """The values of NDJSON, with lone surrogates decoded as elsewhere."""
        try:
            return [plain(json.loads(line)) for line in output.decode('utf-8').split('\n') if line]
        except ValueError as error:
            self.fail(name, 'no JSON: %s' % error)
            return []


def plain(value):
    """A JSON value in which every string is decoded."""
    if isinstance(value, str):
        return decoded(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {decoded(key): plain(item) for key, item in value.items()}
    return value
