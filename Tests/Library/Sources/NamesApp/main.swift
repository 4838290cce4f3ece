import Arguments
import Commands
import Console
import ContentCardKit
import JSON
import Platform

// An app whose own targets have names like the modules of a tool.
let names = [Platform.name, Commands.name, Arguments.name, JSON.name, Console.name]
let feed = ContentCardFeed(#"{"id":"c-1","tp":"banner_image","ca":1795165200,"i":"a:b"}"#)
print(names.joined(separator: " "), feed.cards.count)
