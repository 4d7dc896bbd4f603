#if 1
open condition
