import CardLibC
import CardCommands
import CardPlatform

// Not `CommandLine.arguments`, which mends what is no UTF-8.
exit(Tool.run(SystemText.arguments(), .process))
