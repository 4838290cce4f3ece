import CardCommands
import CardPlatform

// Not `CommandLine.arguments`, which mends what is no UTF-8.
SystemCalls.exit(Tool.run(SystemText.arguments(), .process))
