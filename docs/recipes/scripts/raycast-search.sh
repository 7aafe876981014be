#!/bin/bash

# @raycast.schemaVersion 1
# @raycast.title Search Dictations
# @raycast.mode fullOutput
# @raycast.packageName Quoth
# @raycast.icon 🔎
# @raycast.argument1 { "type": "text", "placeholder": "words" }
# @raycast.description Lists past texts that contain these words.

PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH"
exec quoth recordings search "$1" --limit 20
