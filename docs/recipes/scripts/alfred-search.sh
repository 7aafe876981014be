#!/bin/bash
# Script Filter of Alfred ("with input as argv"): past texts that contain these words; Return passes the text on, for example to "Copy to Clipboard".

PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH"
quoth recordings search "$1" --limit 20 --json |
  jq '{items: [.recordings[] | {title: (.text | gsub("\\s+"; " ")), subtitle: .date, arg: .text}]}'
