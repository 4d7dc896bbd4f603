/* How a Direct3D 9 layer links: every shader is scanned once, every pixel shader compiled once, and every
 * vertex shader once for each varying map that it meets. A map is plain data, so memcmp() decides whether it
 * was met.
 *
 * Prints how often it compiled, and fails if the cache did not do its work. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft.h>

enum { shader_count = 20, max_words = 128, max_inputs = 16, max_links = shader_count * shader_count };

struct shader {
    uint32_t words[max_words];
    unsigned int word_count;
    struct vkd3d_shader_scan_signature_info signatures;
    struct vkd3d_shader_code spirv; /* pixel shaders */
};

/* A vertex shader that was compiled for one map. */
struct link {
    unsigned int vertex_shader;
    unsigned int varying_count;
    struct vkd3d_shader_varying_map varyings[max_inputs];
    struct vkd3d_shader_code spirv;
};

static struct shader vertex_shaders[shader_count], pixel_shaders[shader_count];
static struct link links[max_links];
static unsigned int link_count;

/* --- the layer's part
 * --------------------------------------------------------------------------------------- */

static const struct vkd3d_shader_compile_option options[] = {
    {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_18},
    {(enum vkd3d_shader_compile_option_name)WEFT_COMPILE_OPTION_MAX_VARYINGS, 10},
};

static struct vkd3d_shader_compile_info compile_info(const struct shader *shader, const void *next) {
    struct vkd3d_shader_compile_info info;
    memset(&info, 0, sizeof(info));
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = next;
    info.source.code = shader->words;
    info.source.size = shader->word_count * sizeof(*shader->words);
    info.source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    info.options = options;
    info.option_count = sizeof(options) / sizeof(*options);
    return info;
}

static int scan(struct shader *shader) {
    struct vkd3d_shader_compile_info info;
    memset(&shader->signatures, 0, sizeof(shader->signatures));
    shader->signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    info = compile_info(shader, &shader->signatures);
    return vkd3d_shader_scan(&info, NULL);
}

static int compile(const struct shader *shader, const struct link *link, struct vkd3d_shader_code *spirv) {
    struct vkd3d_shader_next_stage_info next_stage = {VKD3D_SHADER_STRUCTURE_TYPE_NEXT_STAGE_INFO, NULL, NULL,
                                                      0};
    struct vkd3d_shader_compile_info info = compile_info(shader, link ? &next_stage : NULL);
    if (link) {
        next_stage.varying_map = link->varyings;
        next_stage.varying_count = link->varying_count;
    }
    return vkd3d_shader_compile(&info, spirv, NULL);
}

/* The vertex shader for this pixel shader, from the cache if it has it. NULL on failure. */
static const struct link *find_link(unsigned int vertex_shader, const struct shader *pixel) {
    const struct shader *vertex = &vertex_shaders[vertex_shader];
    struct link *made = &links[link_count];
    unsigned int i;

    if (pixel->signatures.input.element_count > max_inputs || link_count == max_links) return NULL;
    vkd3d_shader_build_varying_map(&vertex->signatures.output, &pixel->signatures.input, &made->varying_count,
                                   made->varyings);
    made->vertex_shader = vertex_shader;
    for (i = 0; i < link_count; ++i)
        if (links[i].vertex_shader == vertex_shader && links[i].varying_count == made->varying_count &&
            !memcmp(links[i].varyings, made->varyings, made->varying_count * sizeof(*made->varyings)))
            return &links[i];
    if (compile(vertex, made, &made->spirv) < 0) return NULL;
    ++link_count;
    return made;
}

/* --- shaders to link
 * ---------------------------------------------------------------------------------------- */

static void put(struct shader *shader, uint32_t word) {
    shader->words[shader->word_count++] = word;
}

/* vs_3_0 that writes TEXCOORD n where bit n of `sets` is set, in registers from the last one down. */
static void make_vertex_shader(struct shader *shader, unsigned int sets) {
    unsigned int n, output = 11;
    put(shader, 0xfffe0300);
    put(shader, 0x0200001f), put(shader, 0x80000000), put(shader, 0x900f0000); /* dcl_position v0 */
    put(shader, 0x0200001f), put(shader, 0x80000000), put(shader, 0xe00f0000); /* dcl_position o0 */
    for (n = 0; n < 8; ++n)
        if (sets >> n & 1) { /* dcl_texcoordN o# */
            put(shader, 0x0200001f), put(shader, 0x80000005 | n << 16), put(shader, 0xe00f0000 | output--);
        }
    put(shader, 0x02000001), put(shader, 0xe00f0000), put(shader, 0x90e40000); /* mov o0, v0 */
    for (output = 11, n = 0; n < 8; ++n)
        if (sets >> n & 1) { /* mov o#, c[n] */
            put(shader, 0x02000001), put(shader, 0xe00f0000 | output--), put(shader, 0xa0e40000 | n);
        }
    put(shader, 0x0000ffff);
}

/* ps_3_0 that adds up what it reads. */
static void make_pixel_shader(struct shader *shader, unsigned int sets) {
    unsigned int n, input = 0;
    put(shader, 0xffff0300);
    for (n = 0; n < 8; ++n)
        if (sets >> n & 1) { /* dcl_texcoordN v# */
            put(shader, 0x0200001f), put(shader, 0x80000005 | n << 16), put(shader, 0x900f0000 | input++);
        }
    put(shader, 0x02000001), put(shader, 0x800f0000), put(shader, 0xa0e40000); /* mov r0, c0 */
    while (input--)                                                            /* add r0, r0, v# */
        put(shader, 0x03000002), put(shader, 0x800f0000), put(shader, 0x80e40000),
            put(shader, 0x90e40000 | input);
    put(shader, 0x02000001), put(shader, 0x800f0800), put(shader, 0x80e40000); /* mov oC0, r0 */
    put(shader, 0x0000ffff);
}

int main(void) {
    unsigned int i, k, round, pairs = 0, after_first_round = 0;

    for (i = 0; i < shader_count; ++i) {
        make_vertex_shader(&vertex_shaders[i], (i * 37 + 11) & 0xff);
        /* Every interface twice: what the pixel shaders compute does not matter for the link. */
        make_pixel_shader(&pixel_shaders[i], (i / 2 * 23 + 5) & 0xff);
        if (scan(&vertex_shaders[i]) < 0 || scan(&pixel_shaders[i]) < 0 ||
            compile(&pixel_shaders[i], NULL, &pixel_shaders[i].spirv) < 0) {
            fprintf(stderr, "shader %u is refused\n", i);
            return 1;
        }
    }
    for (round = 0; round < 2; ++round) {
        for (i = 0; i < shader_count; ++i)
            for (k = 0; k < shader_count; ++k, ++pairs)
                if (!find_link(i, &pixel_shaders[k])) {
                    fprintf(stderr, "vertex shader %u does not link to pixel shader %u\n", i, k);
                    return 1;
                }
        if (!round) after_first_round = link_count;
    }
    printf("%u pairs, %u pixel shaders and %u vertex shaders compiled\n", pairs, shader_count, link_count);
    /* Equal interfaces give equal maps, and nothing is compiled twice. */
    if (after_first_round != link_count || link_count > max_links / 2) return 1;

    for (i = 0; i < link_count; ++i)
        vkd3d_shader_free_shader_code(&links[i].spirv);
    for (i = 0; i < shader_count; ++i) {
        vkd3d_shader_free_shader_code(&pixel_shaders[i].spirv);
        vkd3d_shader_free_scan_signature_info(&vertex_shaders[i].signatures);
        vkd3d_shader_free_scan_signature_info(&pixel_shaders[i].signatures);
    }
    return 0;
}
