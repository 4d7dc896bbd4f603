#!/usr/bin/env python3
"""expect.py MSCOMP: writes expected.txt, what Microsoft's preprocessors make of the cases in cases.txt.

MSCOMP is a folder with `run-batch`, a driver of d3dcompiler_47.dll and dxcompiler.dll that takes a list of
command lines. Empty lines of the outputs are left out."""
import os, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.realpath(__file__))
cases = re.split(r'^=== (\S+) (\S+)\n', open(here + '/cases.txt').read(), flags=re.M)[1:]
cases = list(zip(cases[0::3], cases[2::3]))
with tempfile.TemporaryDirectory() as work:
    os.symlink(here + '/include', work + '/include')
    os.chdir(work)
    jobs = []
    for name, text in cases:
        open(name + '.hlsl', 'w').write(text)
        jobs.append(f'-PP -I include {name}.hlsl -Fo {name}.fxc')
        jobs.append(f'-dxc -PP -I include {name}.hlsl -Fo {name}.dxc')
    open('list', 'w').write('\n'.join(jobs) + '\n')
    log = subprocess.run([sys.argv[1] + '/run-batch', 'list', '-j', '1'], stdout=subprocess.PIPE, text=True).stdout
    faulty = set()
    for entry in re.split(r'^(?=\d+\t)', log, flags=re.M):
        if not entry[:1].isdigit():
            continue
        number = int(entry.split('\t')[0])
        if '\tOK\t' not in entry.split('\n')[0] or re.search(r'\berror\b', entry.split('\n', 1)[1]):
            faulty.add(number)
    out = []
    for i, (name, _) in enumerate(cases):
        out.append(f'=== {name}\n')
        for k, who in enumerate(('fxc', 'dxc')):
            if 2 * i + k + 1 in faulty:
                out.append(f'--- {who} refuses\n')
                continue
            text = open(f'{name}.{who}', encoding='utf-8').read()
            out.append(f'--- {who}\n' + ''.join(l + '\n' for l in text.split('\n') if l.strip()))
    open(here + '/expected.txt', 'w').write(''.join(out))
