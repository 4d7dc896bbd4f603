"""A small assembler for SM4/SM5 programs, for the opcodes and forms that HLSL does not reach.

Text looks like what Microsoft's disassembler prints, with these rules:

  .in  NAME INDEX REG MASK TYPE [SYSVAL]    one element of the input signature; REG - means that it has no register
  .out NAME INDEX REG MASK TYPE [SYSVAL]    one of the output signature
  .stream N                                 the outputs behind it belong to this stream
  .patch NAME INDEX REG MASK TYPE [SYSVAL]  one of the patch constants' signature
  .strip                                    write no signature parts
  icb 1 2 3 4 / 5 6 7 8                     the immediate constant buffer
  .word HEX...                              raw words, at this place

A source with one letter selects one component, with four it swizzles. A literal with a point (or inf, nan) is a float,
every other an integer. `mov_sat`, `if_nz`, `resinfo_uint`, `sync_g_t`, `sample_aoffimmi(1,-2,0)` and `[precise(xy)]` are
written as the disassembler writes them.
"""
import re
import struct

STAGES = {'ps': 0, 'vs': 1, 'gs': 2, 'hs': 3, 'ds': 4, 'cs': 5}
OPCODES = {}  # name -> (number, count of destinations)
for _name, _number, _dst in (line.split() for line in '''
add 0 1/and 1 1/break 2 0/breakc 3 0/call 4 0/callc 5 0/case 6 0/continue 7 0/continuec 8 0/default 10 0/deriv_rtx 11 1
deriv_rty 12 1/discard 13 0/div 14 1/dp2 15 1/dp3 16 1/dp4 17 1/else 18 0/endif 21 0/endloop 22 0/endswitch 23 0/eq 24 1
exp 25 1/frc 26 1/ftoi 27 1/ftou 28 1/ge 29 1/iadd 30 1/if 31 0/ieq 32 1/ige 33 1/ilt 34 1/imad 35 1/imax 36 1/imin 37 1
imul 38 2/ine 39 1/ineg 40 1/ishl 41 1/ishr 42 1/itof 43 1/label 44 0/ld 45 1/ldms 46 1/log 47 1/loop 48 0/lt 49 1
mad 50 1/min 51 1/max 52 1/mov 54 1/movc 55 1/mul 56 1/ne 57 1/nop 58 0/not 59 1/or 60 1/resinfo 61 1/ret 62 0/retc 63 0
round_ne 64 1/round_ni 65 1/round_pi 66 1/round_z 67 1/rsq 68 1/sample 69 1/sample_c 70 1/sample_c_lz 71 1/sample_l 72 1
sample_d 73 1/sample_b 74 1/sqrt 75 1/switch 76 0/sincos 77 2/udiv 78 2/ult 79 1/uge 80 1/umul 81 2/umad 82 1/umax 83 1
umin 84 1/ushr 85 1/utof 86 1/xor 87 1/lod 108 1/gather4 109 1/samplepos 110 1/sampleinfo 111 1/bufinfo 121 1
deriv_rtx_coarse 122 1/deriv_rtx_fine 123 1/deriv_rty_coarse 124 1/deriv_rty_fine 125 1/gather4_c 126 1/gather4_po 127 1
gather4_po_c 128 1/rcp 129 1/f32tof16 130 1/f16tof32 131 1/uaddc 132 2/usubb 133 2/countbits 134 1/firstbit_hi 135 1
firstbit_lo 136 1/firstbit_shi 137 1/ubfe 138 1/ibfe 139 1/bfi 140 1/bfrev 141 1/swapc 142 2/ld_uav_typed 163 1
store_uav_typed 164 1/ld_raw 165 1/store_raw 166 1/ld_structured 167 1/store_structured 168 1/atomic_and 169 1
atomic_or 170 1/atomic_xor 171 1/atomic_cmp_store 172 1/atomic_iadd 173 1/atomic_imax 174 1/atomic_imin 175 1
atomic_umax 176 1/atomic_umin 177 1/imm_atomic_alloc 178 2/imm_atomic_consume 179 2/imm_atomic_iadd 180 2
imm_atomic_and 181 2/imm_atomic_or 182 2/imm_atomic_xor 183 2/imm_atomic_exch 184 2/imm_atomic_cmp_exch 185 2
imm_atomic_imax 186 2/imm_atomic_imin 187 2/imm_atomic_umax 188 2/imm_atomic_umin 189 2/sync 190 0/dadd 191 1/dmax 192 1
dmin 193 1/dmul 194 1/deq 195 1/dge 196 1/dlt 197 1/dne 198 1/dmov 199 1/dmovc 200 1/dtof 201 1/ftod 202 1
eval_snapped 203 1/eval_sample_index 204 1/eval_centroid 205 1/abort 207 0/debug_break 208 0/ddiv 210 1/dfma 211 1
drcp 212 1/msad 213 1/dtoi 214 1/dtou 215 1/itod 216 1/utod 217 1/gather4_s 219 2/gather4_c_s 220 2/gather4_po_s 221 2
gather4_po_c_s 222 2/ld_s 223 2/ldms_s 224 2/ld_uav_typed_s 225 2/ld_raw_s 226 2/ld_structured_s 227 2/sample_l_s 228 2
sample_c_lz_s 229 2/sample_cl_s 230 2/sample_b_cl_s 231 2/sample_d_cl_s 232 2/sample_c_cl_s 233 2
check_access_fully_mapped 234 1/cut 9 0/emit 19 0/emitThenCut 20 0/emit_stream 117 0/cut_stream 118 0
emitThenCut_stream 119 0/hs_decls 113 0/hs_control_point_phase 114 0/hs_fork_phase 115 0/hs_join_phase 116 0
'''.strip().replace('\n', '/').split('/')):
    OPCODES[_name] = (int(_number), int(_dst))

REGISTERS = {  # name -> (type, index dimensions, components)
    'r': (0, 1, 4), 'v': (1, 1, 4), 'o': (2, 1, 4), 'x': (3, 2, 4), 's': (6, 1, 0), 't': (7, 1, 4), 'cb': (8, 2, 4),
    'icb': (9, 1, 4), 'label': (10, 1, 0), 'oDepth': (12, 0, 1), 'null': (13, 0, 0), 'rasterizer': (14, 0, 0),
    'oMask': (15, 0, 1), 'u': (30, 1, 4), 'g': (31, 1, 4), 'vThreadID': (32, 0, 4), 'vThreadGroupID': (33, 0, 4),
    'vThreadIDInGroup': (34, 0, 4), 'vCoverage': (35, 0, 1), 'vThreadIDInGroupFlattened': (36, 0, 1),
    'vPrim': (11, 0, 0), 'm': (16, 1, 0), 'vGSInstanceID': (37, 0, 4), 'oDepthGE': (38, 0, 1), 'oDepthLE': (39, 0, 1),
    'vCycleCounter': (40, 0, 4), 'vOutputControlPointID': (22, 0, 1), 'vForkInstanceID': (23, 0, 1),
    'vJoinInstanceID': (24, 0, 1), 'vicp': (25, 2, 4), 'vocp': (26, 2, 4), 'vpc': (27, 1, 4), 'vDomain': (28, 0, 4)}
NAMES = {'position': 1, 'clip_distance': 2, 'cull_distance': 3, 'rendertarget_array_index': 4,
         'viewport_array_index': 5, 'vertex_id': 6, 'primitive_id': 7, 'instance_id': 8, 'is_front_face': 9,
         'sampleIndex': 10, 'finalQuadUeq0EdgeTessFactor': 11, 'finalQuadVeq0EdgeTessFactor': 12,
         'finalQuadUeq1EdgeTessFactor': 13, 'finalQuadVeq1EdgeTessFactor': 14, 'finalQuadUInsideTessFactor': 15,
         'finalQuadVInsideTessFactor': 16, 'finalTriUeq0EdgeTessFactor': 17, 'finalTriVeq0EdgeTessFactor': 18,
         'finalTriWeq0EdgeTessFactor': 19, 'finalTriInsideTessFactor': 20, 'finalLineDetailTessFactor': 21,
         'finalLineDensityTessFactor': 22}
SYSVALS = {**NAMES, 'quad_edge': 11, 'quad_inside': 12, 'tri_edge': 13, 'tri_inside': 14, 'line_detail': 15,
           'line_density': 16, 'target': 64,
           'finalLineDetailTessFactor': 15, 'finalLineDensityTessFactor': 16}
TESS = {  # declaration -> (opcode, spellings from 1 on)
    'dcl_tessellator_domain': (0x95, ['domain_isoline', 'domain_tri', 'domain_quad']),
    'dcl_tessellator_partitioning': (0x96, ['partitioning_integer', 'partitioning_pow2', 'partitioning_fractional_odd',
                                            'partitioning_fractional_even']),
    'dcl_tessellator_output_primitive': (0x97, ['output_point', 'output_line', 'output_triangle_cw', 'output_triangle_ccw'])}
COUNTS = {'dcl_temps': 0x68, 'dcl_maxout': 0x5e, 'dcl_gsinstances': 0xce, 'dcl_hs_fork_phase_instance_count': 0x99,
          'dcl_hs_join_phase_instance_count': 0x9a}
INTERPOLATION = {'undefined': 0, 'constant': 1, 'linear': 2, 'linear_centroid': 3, 'linear_noperspective': 4,
                 'linear_noperspective_centroid': 5, 'linear_sample': 6, 'linear_noperspective_sample': 7}
DIMENSIONS = {'buffer': 1, 'texture1d': 2, 'texture2d': 3, 'texture2dms': 4, 'texture3d': 5, 'texturecube': 6,
              'texture1darray': 7, 'texture2darray': 8, 'texture2dmsarray': 9, 'texturecubearray': 10}
PRIMITIVES = {'point': 1, 'line': 2, 'triangle': 3, 'lineadj': 6, 'triangleadj': 7}
TOPOLOGIES = {'pointlist': 1, 'linestrip': 3, 'trianglestrip': 5}
RETURNS = {'unorm': 1, 'snorm': 2, 'sint': 3, 'uint': 4, 'float': 5, 'mixed': 6}
TYPES = {'uint': 1, 'int': 2, 'float': 3}
FLAGS = {'refactoringAllowed': 11, 'enableDoublePrecisionFloatOps': 12, 'forceEarlyDepthStencil': 13,
         'enableRawAndStructuredBuffers': 14, 'enable11_1DoubleExtensions': 17, 'enable11_1ShaderExtensions': 18}


def mask_bits(letters):
    return sum(1 << 'xyzw'.index(c) for c in letters)


def number(text):
    text = text.strip()
    if re.fullmatch(r'-?(inf|nan|[0-9]*\.[0-9]*(e[-+]?\d+)?)', text):
        return struct.unpack('<I', struct.pack('<f', float(text)))[0]
    return int(text, 0) & 0xffffffff


def split_operands(text):
    out, depth, cur = [], 0, ''
    for c in text:
        depth += c in '([{'
        depth -= c in ')]}'
        if c == ',' and not depth:
            out.append(cur.strip())
            cur = ''
        else:
            cur += c
    if cur.strip():
        out.append(cur.strip())
    return out


def index(text):
    """(representation, words) of one index: a number, a register or their sum"""
    parts = [p.strip() for p in text.split('+')]
    numbers = [p for p in parts if re.fullmatch(r'\d+|0x[0-9a-f]+', p)]
    registers = [p for p in parts if p not in numbers]
    offset = sum(int(n, 0) for n in numbers)
    if not registers:
        return 0, [offset]
    inner = operand(registers[0], False)
    return (3, [offset] + inner) if numbers else (2, inner)


def operand(text, is_dst, bare_count=False):
    """the words of one operand; a register without letters gets class "none" (or its full mask as a destination)"""
    modifier = 0
    if text.startswith('-'):
        modifier, text = 1, text[1:].strip()
    if text.startswith('|'):
        modifier, text = modifier | 2, text.strip('|')
    m = re.fullmatch(r'l\((.*)\)', text)
    d = re.fullmatch(r'd\((.*)\)', text)
    if m or d:
        values = split_operands((m or d).group(1))
        if d:
            words = [w for v in values for w in struct.unpack('<2I', struct.pack('<d', float(v)))]
            token = 2 | 0xe4 << 4 | 1 << 2 | 5 << 12 if len(values) == 2 else 1 | 5 << 12
        else:
            words = [number(v) for v in values]
            token = 1 | 4 << 12 if len(words) == 1 else 2 | 1 << 2 | 0xe4 << 4 | 4 << 12
        extended = []
        if modifier:
            token |= 1 << 31
            extended = [1 | modifier << 6]
        return [token] + extended + words
    m = re.fullmatch(r'([A-Za-z]+)(\d*)((?:\[[^\]]*\])*)(?:\.([xyzw]+))?', text)
    if not m or m.group(1) not in REGISTERS:
        raise ValueError(f'operand {text!r}')
    name, num, brackets, letters = m.groups()
    kind, dimensions, components = REGISTERS[name]
    indices = [index(num)] if num else []
    indices += [index(b) for b in re.findall(r'\[([^\]]*)\]', brackets)]
    if len(indices) < dimensions:
        raise ValueError(f'operand {text!r}: {dimensions} indices wanted')
    token = kind << 12 | len(indices) << 20
    for i, (representation, _) in enumerate(indices):
        token |= representation << (22 + 3 * i)
    if letters:
        if is_dst:
            token |= 2 | mask_bits(letters) << 4
        elif len(letters) == 1:
            token |= 2 | 2 << 2 | 'xyzw'.index(letters) << 4
        else:
            letters = letters + letters[-1] * (4 - len(letters))
            token |= 2 | 1 << 2 | sum('xyzw'.index(c) << (4 + 2 * k) for k, c in enumerate(letters))
    elif components == 1:
        token |= 1
    extended = []
    if modifier:
        token |= 1 << 31
        extended = [1 | modifier << 6]
    return [token] + extended + [w for _, words in indices for w in words]


def finish(opcode, words):
    return [opcode | (len(words) + 1) << 24] + words


def declaration(name, rest):
    ops = split_operands(rest)

    def op_mask(text):
        return operand(text, True)
    if name == 'dcl_globalFlags' or name == 'dcl_global_flags':
        return finish(0x6a | sum(1 << FLAGS[f.strip()] for f in rest.split('|') if f.strip()), [])
    if name in COUNTS:
        return finish(COUNTS[name], [int(rest, 0)])
    if name == 'dcl_indexable_temp':  # dcl_indexableTemp x0[4], 4
        m = re.fullmatch(r'x(\d+)\[(\d+)\],\s*(\d)', rest)
        return finish(0x69, [int(g) for g in m.groups()])
    if name == 'dcl_index_range':  # dcl_index_range v0.xyzw, 3
        return finish(0x5b, op_mask(ops[0]) + [int(ops[1])])
    if name == 'dcl_constantbuffer':  # dcl_constantbuffer cb0[8], immediateIndexed
        return finish(0x59 | ('dynamic' in rest) << 11, operand(ops[0] + '.xyzw', False))
    if name == 'dcl_sampler':
        return finish(0x5a | ('comparison' in rest) << 11, operand(ops[0], False))
    m = re.fullmatch(r'dcl_(resource|uav_typed)_(\w+?)(?:\((\d)\))?', name)
    if m and m.group(2) in DIMENSIONS:  # dcl_resource_texture2d float t0 ; dcl_resource_texture2dms(4) ...
        kind, register = rest.split()
        code = RETURNS[kind] * 0x1111
        op = (0x58 if m.group(1) == 'resource' else 0x9c) | DIMENSIONS[m.group(2)] << 11 | int(m.group(3) or 0) << 16
        return finish(op, operand(register, False) + [code])
    if name in ('dcl_resource_raw', 'dcl_uav_raw'):
        return finish(0xa1 if 'resource' in name else 0x9d, operand(ops[0], False))
    if re.fullmatch(r'dcl_(resource|uav)_structured(_opc)?', name):
        op = 0xa2 if 'resource' in name else 0x9e | name.endswith('_opc') << 23
        return finish(op, operand(ops[0], False) + [int(ops[1])])
    if name == 'dcl_tgsm_raw':
        return finish(0x9f, operand(ops[0], False) + [int(ops[1])])
    if name == 'dcl_tgsm_structured':
        return finish(0xa0, operand(ops[0], False) + [int(ops[1]), int(ops[2])])
    if name == 'dcl_thread_group':
        return finish(0x9b, [int(o) for o in ops])
    if name == 'dcl_inputprimitive':  # dcl_inputprimitive triangle; patchN is a patch of N control points
        number_ = 7 + int(rest[5:]) if rest.startswith('patch') else PRIMITIVES[rest]
        return finish(0x5d | number_ << 11, [])
    if name == 'dcl_outputtopology':
        return finish(0x5c | TOPOLOGIES[rest] << 11, [])
    if name == 'dcl_stream':
        return finish(0x8f, operand(rest, True))
    if name in TESS:
        opcode, spellings = TESS[name]
        return finish(opcode | (1 + spellings.index(rest)) << 11, [])
    if name in ('dcl_input_control_point_count', 'dcl_output_control_point_count'):
        return finish((0x93 if 'input' in name else 0x94) | int(rest) << 11, [])
    if name == 'dcl_hs_max_tessfactor':
        return finish(0x98, [number(rest)])
    if name == 'dcl_input':
        return finish(0x5f, op_mask(ops[0]))
    if name in ('dcl_input_sgv', 'dcl_input_siv'):
        return finish(0x60 if 'sgv' in name else 0x61, op_mask(ops[0]) + [NAMES[ops[1]]])
    if name == 'dcl_input_ps':  # dcl_input_ps linear v0.xy
        mode, register = rest.split()
        return finish(0x62 | INTERPOLATION[mode] << 11, op_mask(register))
    if name in ('dcl_input_ps_sgv', 'dcl_input_ps_siv'):  # dcl_input_ps_siv linear_noperspective v0.xy, position
        mode, register, value = rest.replace(',', ' ').split()
        return finish((0x63 if 'sgv' in name else 0x64) | INTERPOLATION[mode] << 11, op_mask(register) + [NAMES[value]])
    if name == 'dcl_output':
        return finish(0x65, op_mask(ops[0]))
    if name in ('dcl_output_sgv', 'dcl_output_siv'):
        return finish(0x66 if 'sgv' in name else 0x67, op_mask(ops[0]) + [NAMES[ops[1]]])
    raise ValueError(f'declaration {name}')


def instruction(line):
    m = re.fullmatch(r'(\w+)(\([-\d, ]*\))?\s*(?:\[precise(?:\((\w+)\))?\])?\s*(.*)', line)
    name, offsets, precise, rest = m.groups()
    controls, extended = 0, []
    if '[precise' in line:
        controls |= mask_bits(precise or 'xyzw') << 19
    if name.endswith('_aoffimmi'):
        name = name[:-len('_aoffimmi')]
        u, v, w = (int(o) & 15 for o in offsets.strip('()').split(','))
        extended = [1 | u << 9 | v << 13 | w << 17]
        controls |= 1 << 31
    for suffix, bits, only in (('_sat', 1 << 13, None), ('_nz', 1 << 18, None), ('_z', 0, None),
                               ('_rcpFloat', 1 << 11, 'resinfo'), ('_uint', 2 << 11, 'resinfo'),
                               ('_uint', 1 << 11, 'sampleinfo')):
        if name.endswith(suffix) and name[:-len(suffix)] in OPCODES and name not in OPCODES:
            if only is None or name.startswith(only):
                name, controls = name[:-len(suffix)], controls | bits
    if name.startswith('sync_'):
        flags = {'t': 1 << 11, 'g': 1 << 12, 'ugroup': 1 << 13, 'uglobal': 1 << 14}
        controls |= sum(flags[f] for f in name.split('_')[1:])
        name = 'sync'
    opcode, destinations = OPCODES[name]
    words = list(extended)
    for i, text in enumerate(split_operands(rest)):
        words += operand(text, i < destinations)
    return finish(opcode | controls, words)


def signature(code, elements):
    names = b''
    table = b''
    streams = any(e[7] for e in elements)  # then each element begins with its own
    if streams:
        code = b'OSG5'
    start = 8 + (28 if streams else 24) * len(elements)
    for name, idx, register, mask, kind, system, is_input, stream in elements:
        bits = mask_bits(mask)
        if streams:
            table += struct.pack('<I', stream)
        table += struct.pack('<6I', start + len(names), idx, system, TYPES[kind], register, bits | (bits if is_input else
                             0xf & ~bits) << 8)
        names += name.encode() + b'\0'
    names += b'\xab' * (-len(names) % 4)
    body = struct.pack('<2I', len(elements), 8) + table + names
    return struct.pack('<4sI', code, len(body)) + body


def md5_block(state, block):
    import math
    a, b, c, d = state
    shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    x = struct.unpack('<16I', block)
    for i in range(64):
        if i < 16:
            f, g = (b & c) | (~b & d), i
        elif i < 32:
            f, g = (d & b) | (~d & c), (5 * i + 1) % 16
        elif i < 48:
            f, g = b ^ c ^ d, (3 * i + 5) % 16
        else:
            f, g = c ^ (b | ~d & 0xffffffff), 7 * i % 16
        f = (f + a + int(abs(math.sin(i + 1)) * 2 ** 32) + x[g]) & 0xffffffff
        s = shifts[i // 16][i % 4]
        a, d, c, b = d, c, b, (b + (f << s | f >> (32 - s))) & 0xffffffff
    return [(s + t) & 0xffffffff for s, t in zip(state, (a, b, c, d))]


def digest(data):
    """the container's digest: MD5 with the length in front of the last block"""
    state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
    full, rest = len(data) // 64 * 64, data[len(data) // 64 * 64:]
    for i in range(0, full, 64):
        state = md5_block(state, data[i:i + 64])
    bits, tail = struct.pack('<I', len(data) * 8 & 0xffffffff), struct.pack('<I', (len(data) * 2 | 1) & 0xffffffff)
    if len(rest) < 56:
        blocks = [(bits + rest + b'\x80').ljust(60, b'\0') + tail]
    else:
        blocks = [(rest + b'\x80').ljust(64, b'\0'), bits + b'\0' * 56 + tail]
    for block in blocks:
        state = md5_block(state, block)
    return struct.pack('<4I', *state)


def container(parts):
    offset = 32 + 4 * len(parts)
    table, body = b'', b''
    for part in parts:
        table += struct.pack('<I', offset + len(body))
        body += part
    tail = struct.pack('<3I', 1, offset + len(body), len(parts)) + table + body
    return b'DXBC' + digest(tail) + tail


def assemble(text, profile, where='text'):
    stage, major, minor = profile.split('_')
    program, inputs, outputs, patch, strip, stream = [], [], [], [], False, 0
    for n, line in enumerate(text.split('\n'), 1):
        line = line.split('//')[0].strip()
        if not line:
            continue
        try:
            word, _, rest = line.partition(' ')
            if word == '.strip':
                strip = True
            elif word == '.stream':
                stream = int(rest)
            elif word in ('.in', '.out', '.patch'):
                name, idx, register, mask, kind, *system = rest.split()
                is_input = word == '.in' or (word == '.patch' and stage == 'ds')
                element = (name, int(idx), 0xffffffff if register == '-' else int(register[1:]), mask, kind,
                           SYSVALS[system[0]] if system else 0, is_input, stream)
                {'.in': inputs, '.out': outputs, '.patch': patch}[word].append(element)
            elif word == '.word':
                program += [int(w, 16) for w in rest.split()]
            elif word == 'icb':
                values = [number(v) for row in rest.split('/') for v in row.split()]
                program += [0x35 | 3 << 11, len(values) + 2] + values
            elif word.startswith('dcl_'):
                program += declaration(word, rest.strip())
            else:
                program += instruction(line)
        except (ValueError, KeyError, AttributeError, IndexError) as error:
            raise SystemExit(f'{where}:{n}: {line}: {error!r}')
    head = STAGES[stage] << 16 | int(major) << 4 | int(minor)
    program = [head, len(program) + 2] + program
    code = b'SHEX' if int(major) >= 5 else b'SHDR'
    parts = [] if strip else [signature(b'ISGN', inputs), signature(b'OSGN', outputs)]
    if patch and not strip:
        parts.append(signature(b'PCSG', patch))
    parts.append(struct.pack('<4sI', code, 4 * len(program)) + struct.pack(f'<{len(program)}I', *program))
    return container(parts)
