#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records of `kiln bench --all --json`, to compare a change with.

records.py keep RECORD RUN.json...            medians of some runs of one build on one device, as one record
records.py compare BEFORE AFTER [--within X]  operations that AFTER takes more than X (1.03) times as long for

A record has, for each operation, the median seconds of a call in each run. An operation counts as slower where the
least median of AFTER is more than X times the greatest of BEFORE: so runs of one build tell what is noise.
"""
import argparse
import json
import sys


def key_of(measurement):
    return tuple(measurement[name] for name in ('operation', 'what', 'dtype', 'size_elements'))


def keep(record, runs):
    loaded = []
    for name in runs:
        with open(name, encoding='utf-8') as file:
            loaded.append(json.load(file))
    first = loaded[0]
    about = ('kiln_version', 'host_processor', 'device', 'name', 'platform', 'driver', 'language', 'compute_units')
    for run in loaded[1:]:
        for name in ('device', 'name', 'driver'):
            if run[name] != first[name]:
                sys.exit(f"{name} is {run[name]!r} in one run and {first[name]!r} in another")
    seconds = {}
    for run in loaded:
        for measurement in run['measurements']:
            seconds.setdefault(key_of(measurement), []).append(measurement['median_seconds_per_call'])
        seconds.setdefault(('an empty launch', '', '', 0), []).append(run['launch_median_seconds_per_call'])
    made = {name: first[name] for name in about}
    made['dates'] = [run['date'] for run in loaded]
    with open(record, 'w', encoding='utf-8') as file:
        head = json.dumps(made, indent=1)[:-2]
        rows = ',\n'.join('  ' + json.dumps([*key, values]) for key, values in seconds.items())
        file.write(head + ',\n "operation_what_dtype_elements_seconds": [\n' + rows + '\n ]\n}\n')


def load(record):
    with open(record, encoding='utf-8') as file:
        rows = json.load(file)['operation_what_dtype_elements_seconds']
    return {tuple(row[:4]): row[4] for row in rows}


def compare(before, after, within):
    old, new = load(before), load(after)
    slower = 0
    for key, seconds in old.items():
        if key not in new:
            print(f"{' '.join(map(str, key))}: not measured after")
            slower += 1
        elif min(new[key]) > within * max(seconds):
            print(f"{' '.join(map(str, key))}: {min(new[key]) / max(seconds):.3f} times")
            slower += 1
    print(f"{slower} of {len(old)} operations take more than {within} times as long")
    return slower == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest='command', required=True)
    keeps = commands.add_parser('keep')
    keeps.add_argument('record')
    keeps.add_argument('runs', nargs='+')
    compares = commands.add_parser('compare')
    compares.add_argument('before')
    compares.add_argument('after')
    compares.add_argument('--within', type=float, default=1.03)
    given = parser.parse_args()
    if given.command == 'keep':
        keep(given.record, given.runs)
    elif not compare(given.before, given.after, given.within):
        sys.exit(1)


if __name__ == '__main__':
    main()
