#if canImport(Glibc)
import Glibc
#endif
public func run() { unsafe write(1, "hi\n", 3) }
