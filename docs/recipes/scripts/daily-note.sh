#!/bin/sh
# Records until you stop speaking, and adds what you said to today's note: "- 09:30 what was said".
set -eu
PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH"
notes=${NOTES:-$HOME/Notes/Daily}

text=$(quoth record --until-silence "$@" | tr '\n' ' ')
[ -n "${text% }" ] || exit 0
mkdir -p "$notes"
note=$notes/$(date +%F).md
[ -e "$note" ] || printf '# %s\n\n' "$(date +%F)" > "$note"
printf -- '- %s %s\n' "$(date +%H:%M)" "${text% }" >> "$note"
