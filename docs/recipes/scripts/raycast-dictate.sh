#!/bin/bash

# @raycast.schemaVersion 1
# @raycast.title Dictate
# @raycast.mode silent
# @raycast.packageName Quoth
# @raycast.icon 🎙️
# @raycast.description Begins a dictation, or ends it; its text goes to where the cursor is.

PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH"
exec quoth dictate toggle
