import CardPlatform

extension Console {
  /// Whether a directory is the top of a repository; in a work tree or a submodule `.git` is a file.
  func isRepositoryTop(_ directory: String) -> Bool {
    (try? fileStatus(directory + "/.git")) != nil
  }

  /// The top of the repository that contains a directory, whose path is absolute; nil without one.
  func repositoryTop(above directory: String) -> String? {
    PathNames.upwards(from: directory).first(where: isRepositoryTop)
  }
}
