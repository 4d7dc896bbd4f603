struct Item { half2 a; uint16_t b; int16_t c; double d; int64_t e; };
StructuredBuffer<Item> items;
half4 main(half2 uv : TEXCOORD, int16_t k : INDEX) : SV_Target {
    Item item = items[k];
    half x = ddx(uv.x);
    return half4(item.a * uv + x, (half)(item.b + item.c), (half)(float)(item.d + (double)item.e));
}
