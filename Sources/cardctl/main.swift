import Commands
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Not `CommandLine.arguments`, which mends what is no UTF-8.
exit(Tool.run(SystemText.arguments(), .process))
