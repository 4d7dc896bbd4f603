"""Which test runs which opcode: reads the words of the .shader_test files, writes COVERAGE.md (build-blobs --coverage)."""
import struct

import tpf_asm

# Opcodes of vertex and pixel shaders 1.0 ... 3.0, without declarations that hold no code
D3D9 = '''nop mov add sub mad mul rcp rsq dp3 dp4 min max slt sge exp log lit dst lrp frc m4x4 m4x3 m3x4 m3x3 m3x2 call callnz
loop ret endloop label dcl pow crs sgn abs nrm sincos rep endrep if ifc else endif break breakc mova defb defi'''.split()
D3D9_NAMES = dict(enumerate(D3D9))
D3D9_NAMES.update({n + 0x43: name for n, name in enumerate(
    'texbem texbeml texreg2ar texreg2gb texm3x2pad texm3x2tex texm3x3pad texm3x3tex'.split())})
D3D9_NAMES.update({0x4c: 'texm3x3spec', 0x4d: 'texm3x3vspec', 0x50: 'cnd', 0x52: 'texreg2rgb', 0x53: 'texdp3tex',
                   0x54: 'texm3x2depth', 0x55: 'texdp3', 0x56: 'texm3x3', 0x57: 'texdepth', 0x59: 'bem', 0xfffd: 'phase',
                   0x40: 'texcoord', 0x41: 'texkill', 0x42: 'texld', 0x4e: 'expp', 0x4f: 'logp', 0x51: 'def', 0x58: 'cmp', 0x5a: 'dp2add',
                   0x5b: 'dsx', 0x5c: 'dsy', 0x5d: 'texldd', 0x5e: 'setp', 0x5f: 'texldl', 0x60: 'breakp'})
COMPARISONS = {1: 'gt', 2: 'eq', 3: 'ge', 4: 'lt', 5: 'ne', 6: 'le'}
TPF_DECLARATIONS = {0x58: 'dcl_resource', 0x59: 'dcl_constant_buffer', 0x5a: 'dcl_sampler', 0x5b: 'dcl_index_range',
                    0x5f: 'dcl_input', 0x60: 'dcl_input_sgv', 0x61: 'dcl_input_siv', 0x62: 'dcl_input_ps',
                    0x63: 'dcl_input_ps_sgv', 0x64: 'dcl_input_ps_siv', 0x65: 'dcl_output', 0x67: 'dcl_output_siv',
                    0x68: 'dcl_temps', 0x69: 'dcl_indexable_temp', 0x6a: 'dcl_global_flags', 0x9b: 'dcl_thread_group',
                    0x9c: 'dcl_uav_typed', 0x9d: 'dcl_uav_raw', 0x9e: 'dcl_uav_structured', 0x9f: 'dcl_tgsm_raw',
                    0xa0: 'dcl_tgsm_structured', 0xa1: 'dcl_resource_raw', 0xa2: 'dcl_resource_structured',
                    0x35: 'customdata'}


def tpf_names():
    names = {number: name for name, (number, _) in tpf_asm.OPCODES.items()}
    names.update(TPF_DECLARATIONS)
    return names


def tpf_opcodes(blob):
    count = struct.unpack_from('<I', blob, 28)[0]
    for offset in struct.unpack_from(f'<{count}I', blob, 32):
        code, size = struct.unpack_from('<4sI', blob, offset)
        if code not in (b'SHDR', b'SHEX'):
            continue
        words = struct.unpack_from(f'<{size // 4}I', blob, offset + 8)
        at = 2
        while at < words[1]:
            yield words[at] & 0x7ff
            at += words[at + 1] if words[at] & 0x7ff == 0x35 else words[at] >> 24 & 127


def d3d9_names(words):
    version, at = words[0], 1
    while words[at] != 0xffff:
        token = words[at]
        if token & 0xffff == 0xfffe:
            at += 1 + (token >> 16 & 0x7fff)
            continue
        name, control = D3D9_NAMES.get(token & 0xffff, hex(token & 0xffff)), token >> 16 & 0xff
        if name == 'texld' and version & 0xff00 >= 0x200:
            name = ('texld', 'texldp', 'texldb')[control]
        elif name in ('ifc', 'breakc', 'setp'):
            name += '_' + COMPARISONS[control]
        yield name + (' (predicated)' if token >> 28 & 1 else '')
        if version & 0xff00 >= 0x200:
            at += 1 + (token >> 24 & 15)
            continue
        # Shader model 1 has no lengths, but parameters have their top bit set; def brings four raw words.
        at += 6 if name == 'def' else 1
        while words[at] >> 31 and words[at] != 0xffff:
            at += 1


def table(found, wanted):
    lines = ['| opcode | tests |', '|---|---|']
    for name in sorted(set(wanted) | set(found)):
        tests = sorted(found.get(name, ()))
        shown = ', '.join(tests[:6]) + (f' and {len(tests) - 6} more' if len(tests) > 6 else '')
        lines.append(f'| {name} | {shown or "**none**"} |')
    return lines


def write(blobs, path):
    """blobs: (name of the test, is it D3D9, its bytes)"""
    d3d9, tpf, names = {}, {}, tpf_names()
    for test, is_d3d9, blob in blobs:
        if is_d3d9:
            for name in d3d9_names(struct.unpack(f'<{len(blob) // 4}I', blob)):
                d3d9.setdefault(name, set()).add(test)
        else:
            for number in tpf_opcodes(blob):
                tpf.setdefault(names.get(number, hex(number)), set()).add(test)
    wanted9 = [n for n in D3D9_NAMES.values() if n not in ('ifc', 'breakc', 'setp')]
    wanted9 += ['texldp', 'texldb'] + [f'{n}_{c}' for n in ('ifc', 'breakc', 'setp') for c in COMPARISONS.values()]
    lines = ['# Opcodes and the tests that run them', '', 'Written by `build-blobs --coverage` from the blobs in the tests.', '',
             '## Shader models 1 to 3', '', *table(d3d9, wanted9), '',
             '## Shader models 4 and 5', '', *table(tpf, names.values()), '']
    with open(path, 'w') as f:
        f.write('\n'.join(lines))
    return [n for n in wanted9 if n not in d3d9] + [n for n in names.values() if n not in tpf]
