#if canImport(Glibc)
import Glibc
#endif
import CardJSON
public func run() {
  let fd = unsafe open("/tmp/bench/cards.ndjson", O_RDONLY)
  var buf = ByteBuffer(capacity: 1 << 20)
  var sc = JSONScanner()
  var n = 0, bytes = 0, lits = 0
  var rest = ByteBuffer()
  while true {
    buf.removeAll(); buf.append(rest.view)
    let r = unsafe buf.fill(262144) { unsafe read(fd, $0, $1) }
    if r <= 0 { break }
    let v = buf.sealed()
    var p = 0
    while p < v.count {
      switch sc.scan(v, from: p, isFinal: false) {
      case .value(let e): n += 1; p = e + 1; bytes = e; lits += sc.document(v).word(0).extent
      case .incomplete: bytes = p; rest.removeAll(); rest.append(v.slice(p..<v.count)); p = v.count; continue
      case .invalid(let e): print(e); p = v.count
      }
      if p >= v.count { rest.removeAll() }
    }
  }
  print(n, bytes, lits)
}
