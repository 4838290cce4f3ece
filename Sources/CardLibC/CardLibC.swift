/// The C library of the system, whatever it is called: the one place that names it.
///
/// The library of a static Linux build is Musl, that of Android Bionic. Holds nothing of its own.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#endif
