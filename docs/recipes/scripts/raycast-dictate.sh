#!/bin/bash

# @raycast.schemaVersion 1
# @raycast.title Dictate
# @raycast.mode silent
# @raycast.packageName Quoth
# @raycast.icon 🎙️
# @raycast.description Starts or stops a dictation; the text goes to the cursor.

PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH"
exec quoth dictate toggle
