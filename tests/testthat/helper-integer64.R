# 2^53 + 1 as package bit64 has it: no double is this number.
between_doubles <- structure(readBin(as.raw(c(1, 0, 0, 0, 0, 0, 0x20, 0)), "double", endian = "little"),
                             class = "integer64")
