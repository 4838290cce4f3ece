import CardArguments

/// The page of tested recipes, cardctl-recipes(7).
///
/// Tests run every recipe as it is printed here.
enum RecipesPage {
  static let abstract = "recipes for tables, scripts, CI and clusters"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-recipes", section: 7, abstract: abstract,
      sections: ManualSection.parse(text))
  }

  private static var text: String {
    """
    # SHELL

    \(shell.map(recipe).joined(separator: "\n\n"))

    # CI SYSTEMS

    The README has the workflow for GitHub Actions. In each recipe, replace `OWNER`, and `v0.1.0`
    with the current version. `.ci/fetch` downloads the release that was built from the cloned
    commit and compares its SHA-256 sum. If there is no such release for the platform, it builds
    cardctl from source, which needs the image `swift:6.3`.

    ## GitLab

    Findings become a code quality report, in `.gitlab-ci.yml`:

    \(ManualSection.code(gitLab))

    ## Jenkins

    Findings become JUnit results, in `Jenkinsfile`:

    \(ManualSection.code(jenkins))

    ## pre-commit

    Changed files are checked, in `.pre-commit-config.yaml`:

    \(ManualSection.code(preCommit))

    # EDITORS

    `cardctl validate --schema KIND` prints the JSON Schema of cards (`wire`), requests (`rest`),
    registries and configurations. Each release has them as files at a fixed URL, so an editor can
    check payloads as they are typed.

    ## Visual Studio Code

    In `.vscode/settings.json`:

    \(ManualSection.code(visualStudioCode))

    # CLUSTERS

    `filter`, and `convert` to NDJSON or to CSV without a header, process each line on its own:
    splitting the input at any line and joining the outputs gives the same bytes, unless `path` or
    `line` is printed. Both therefore run as a pipe stage of Spark or Hadoop Streaming, which kill a
    task because of its status: use `--on-error skip`.

    ## Spark

    Spark starts the stage without `PATH`, and ignores a stage that fails unless `checkCode` is set:

    \(ManualSection.code(spark))

    # SEE ALSO

    `cardctl(1)`, `cardctl-formats(5)`
    """
  }

  // MARK: Shell

  /// Commands that need no files other than cards.
  static let shell: [Example] = [
    Example(
      "cardctl convert --as card --to csv cards.ndjson"
        + " | duckdb -c \"SELECT class_type, count(*) FROM read_csv('/dev/stdin') GROUP BY ALL\"",
      "query cards with DuckDB"),
    Example(
      "cardctl convert --as card --to csv --csv-safe --bom --crlf -o cards.csv cards.ndjson",
      "write a table that a spreadsheet opens, without formulas"),
    Example(
      "cardctl convert --as card --to csv --columns path,line,id,title feed.json cards.ndjson",
      "list where each card is"),
    Example(
      "cardctl convert --as react-native feed.json > fixture.ndjson",
      "make a fixture for the React Native SDK"),
    Example(
      "cardctl filter --shown --no-viewed --journal events.ndjson feed.json",
      "print what the user has not seen"),
    Example(
      "cardctl filter --created-after yesterday --where 'expires_at < 7d' cards.ndjson",
      "print the cards since yesterday that expire within a week"),
    Example(
      "cardctl validate --to ndjson feed.json | jq -r .rule | sort | uniq -c",
      "count findings by rule"),
    Example(
      "parallel --pipepart -a cards.ndjson --block 100M cardctl filter --class-type coupon_code",
      "filter a large file with GNU parallel"),
    Example(
      "tail -f cards.ndjson | cardctl filter --class-type group | jq .",
      "follow a file that grows: each card is printed as soon as it is written"),
  ]

  private static func recipe(_ example: Example) -> String {
    let caption = example.caption.prefix(1).uppercased() + example.caption.dropFirst()
    return "\(caption):\n\n\(ManualSection.code(example.command))"
  }

  // MARK: CI systems

  static let gitLab = """
    cards:
      image: buildpack-deps:scm
      variables: {CARDCTL: v0.1.0}
      script:
      - git clone -q --depth 1 -b $CARDCTL https://github.com/OWNER/cardctl .cardctl
      - .cardctl/.ci/fetch .cardctl/bin
      - .cardctl/bin/cardctl validate --to text
        --to gitlab=gl-code-quality-report.json payloads
      artifacts:
        when: always
        reports: {codequality: gl-code-quality-report.json}
    """

  static let jenkins = """
    pipeline {
      agent { docker { image 'buildpack-deps:scm' } }
      environment { CARDCTL = 'v0.1.0'; URL = 'https://github.com/OWNER/cardctl' }
      stages {
        stage('cards') {
          steps {
            sh 'rm -rf .cardctl'
            sh 'git clone -q --depth 1 -b $CARDCTL $URL .cardctl'
            sh '.cardctl/.ci/fetch .cardctl/bin'
            sh '.cardctl/bin/cardctl validate --to text --to junit=cards.xml payloads'
          }
          post { always { junit 'cards.xml' } }
        }
      }
    }
    """

  static let preCommit = #"""
    repos:
    - repo: https://github.com/OWNER/cardctl
      rev: v0.1.0
      hooks: [{id: cardctl-validate, files: '^payloads/.*\.json$'}]
    """#

  // MARK: Editors

  static let visualStudioCode = """
    {"json.schemas": [
      {"fileMatch": ["/payloads/*.json"],
       "url": "https://github.com/OWNER/cardctl/releases/latest/download/wire.schema.json"},
      {"fileMatch": ["/requests/*.json"],
       "url": "https://github.com/OWNER/cardctl/releases/latest/download/rest.schema.json"},
      {"fileMatch": ["/.cardctl.json"],
       "url": "https://github.com/OWNER/cardctl/releases/latest/download/configuration.schema.json"}
    ]}
    """

  // MARK: Clusters

  static let spark = """
    import shutil

    cards = spark.sparkContext.textFile("cards/*.ndjson")
    stage = "filter --no-config --on-error skip --class-type coupon_code"
    coupons = cards.pipe(shutil.which("cardctl") + " " + stage, checkCode=True)
    """
}
