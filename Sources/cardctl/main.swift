import CardCommands
import CardPlatform

// `CommandLine.arguments` would replace bytes that are not UTF-8.
SystemCalls.exit(Tool.run(SystemText.arguments(), .process))
