uint4 a : register(c0);

struct Out {
    uint4 first : SV_Target0;
    int4 second : SV_Target1;
};

Out main() {
    Out o;
    o.first = a.xxzw + 1;
    o.second = int4(a.yxzw);
    return o;
}
