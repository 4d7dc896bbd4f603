#!/usr/bin/env python3
"""Prints a shader as SPIR-V text, through ctypes.

    example.py SHADER [LIBRARY]
"""
import ctypes as c
import sys


class Code(c.Structure):
    _fields_ = [('code', c.c_void_p), ('size', c.c_size_t)]


class CompileInfo(c.Structure):
    _fields_ = [('type', c.c_int), ('next', c.c_void_p), ('source', Code), ('source_type', c.c_int),
                ('target_type', c.c_int), ('options', c.c_void_p), ('option_count', c.c_uint),
                ('log_level', c.c_int), ('source_name', c.c_char_p)]


DXBC_TPF, SPIRV_TEXT, LOG_INFO = 1, 2, 3

lib = c.CDLL(sys.argv[2] if len(sys.argv) > 2 else 'libvkd3d-shader.so.1')
lib.vkd3d_shader_get_version.restype = c.c_char_p
lib.vkd3d_shader_free_messages.argtypes = [c.c_void_p]
print(';', lib.vkd3d_shader_get_version(None, None).decode())

shader = open(sys.argv[1], 'rb').read()
info = CompileInfo(type=0, source=Code(c.cast(shader, c.c_void_p), len(shader)), source_type=DXBC_TPF,
                   target_type=SPIRV_TEXT, log_level=LOG_INFO, source_name=sys.argv[1].encode())
out, messages = Code(), c.c_void_p()
result = lib.vkd3d_shader_compile(c.byref(info), c.byref(out), c.byref(messages))
if messages:
    sys.stderr.write(c.string_at(messages).decode())
    lib.vkd3d_shader_free_messages(messages)
if result < 0:
    sys.exit(f'failed with result {result}')
print(c.string_at(out.code, out.size).decode())
lib.vkd3d_shader_free_shader_code(c.byref(out))
