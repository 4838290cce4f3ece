import CardArguments

/// The jobs around a journal that cardctl-log(1) shows as examples.
///
/// Tests run each as it is printed here.
enum LogExamples {
  /// The examples as a part of the page.
  static var text: String {
    [
      ("Count and rotate the journal from cron, in a crontab:", cron),
      ("Record a click once, however often the script is run; status 3 may pass:", retry),
      (
        """
        Rotate with logrotate instead of 'cardctl log rotate', in `/etc/logrotate.d/cardctl`.
        Compressed files could not be read, and files with a date in their name would not be found:
        """, logrotate
      ),
      (
        """
        Send what was recorded since the last time. The file with the bodies is removed when all of
        them are sent, and written only if it is absent:
        """, export
      ),
      ("Delete a user, after counting the events:", deletion),
      ("Record events from Python; the id of the order makes a retry harmless:", python),
      ("Record events from Node:", node),
      ("Query events with DuckDB, rotated files included:", duckDB),
    ].map { "\($0)\n\n\(ManualSection.code($1))" }.joined(separator: "\n\n")
  }

  static let cron = """
    PATH=/usr/local/bin:/usr/bin:/bin
    5 0 * * * cardctl log rotate --size 64MiB --age 30d --keep 12
    10 6 * * 1 cardctl log summary --since 7d --by campaign --to csv -o week.csv
    """

  static let retry = """
    until cardctl log click --user "$user" --key "$request_id" "$id"; do
      [ $? -eq 3 ] || exit 1
      sleep 1
    done
    """

  static let logrotate = """
    /var/lib/cardctl/events.ndjson {
      weekly
      rotate 52
      missingok
      notifempty
      nocompress
      nocreate
      nodateext
    }
    """

  static let export = """
    if [ ! -e bodies.ndjson ]; then
      cardctl log export --to users-track --cursor track.cursor -o bodies.ndjson
      [ $? -le 1 ] && [ -e bodies.ndjson ] || exit 1
    fi
    while read -r body; do
      curl -fsS -H "Authorization: Bearer $BRAZE_KEY" -H 'Content-Type: application/json' \\
        -d "$body" "$BRAZE_URL/users/track" || exit 1
    done < bodies.ndjson
    rm bodies.ndjson
    """

  static let deletion = """
    cardctl log delete --user "$user" --dry-run
    cardctl log delete --user "$user" || echo "not all events are deleted: run it again" >&2
    """

  static let python = """
    import json
    import subprocess

    def record(events):
        lines = ''.join(json.dumps(event) + '\\n' for event in events)
        done = subprocess.run(['cardctl', 'log', 'import', '-'], input=lines, text=True,
                              stderr=subprocess.PIPE)
        if done.returncode:
            raise RuntimeError(done.stderr)

    record([{'event': 'click', 'card_id': 'card-1', 'user_id': 'user-17', 'key': 'order-1'}])
    """

  static let node = """
    const { spawnSync } = require('node:child_process');

    function record(kind, card, user) {
      const words = ['log', kind, '--user', user, '--', card];
      const done = spawnSync('cardctl', words, { encoding: 'utf8' });
      if (done.error) throw done.error;
      if (done.status !== 0) throw new Error(done.stderr);
    }

    record('impression', 'card-1', 'user-17');
    """

  static let duckDB = """
    cardctl log show --to csv | duckdb -c "
      SELECT user_id, count(*) FILTER (event = 'click') AS clicks
      FROM read_csv('/dev/stdin', all_varchar = true) GROUP BY user_id ORDER BY clicks DESC"
    """
}
