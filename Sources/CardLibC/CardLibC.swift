/// Imports the system's C library under one name.
///
/// The library is Musl in a static Linux build, and Bionic on Android. This module adds nothing
/// else.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#endif
