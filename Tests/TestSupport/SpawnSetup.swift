import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The setup of a child's streams for `posix_spawn`.
final class SpawnSetup {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  /// The child's ends of pipes, which the parent closes.
  private var childEnds: [Int32] = []

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // The child starts as from a shell, whatever the test runner does with signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  deinit {
    for end in childEnds { close(end) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  /// Connects a descriptor of the child; returns the test's end of a pipe, or -1.
  func connect(_ stream: ChildProcess.Stream, to descriptor: Int32) throws -> Int32 {
    switch stream {
    case .pipe, .nonBlockingPipe:
      let pipe = try Descriptor.makePipe()
      let (childEnd, ownEnd) =
        descriptor == 0 ? (pipe.readEnd, pipe.writeEnd) : (pipe.writeEnd, pipe.readEnd)
      childEnds.append(childEnd)
      if case .nonBlockingPipe = stream { _ = fcntl(childEnd, F_SETFL, O_NONBLOCK) }
      posix_spawn_file_actions_adddup2(&actions, childEnd, descriptor)
      return ownEnd
    case .file(let path, let flags):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    case .closed:
      // The descriptor may be closed. Opening it first ensures that closing it is not an error.
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    return -1
  }

  /// Starts the program.
  func start(_ program: String, _ arguments: [String], _ environment: [String: String]) throws
    -> pid_t
  {
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    var status = ETXTBSY
    // A program that was just copied is busy while a child of another test, started during the copy,
    // still has the descriptor.
    for attempt in 0..<200 where status == ETXTBSY {
      if attempt > 0 { usleep(10_000) }
      status = Descriptor.withoutSpawning {
        posix_spawn(&id, program, &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { throw SystemError.failed("posix_spawn \(program)", status) }
    return id
  }
}
