/** What the script must know; all absolute. */
export interface LauncherPlace {
  readonly dataFolder: string;
  /** Words that run the command line, where neither curl nor nc can be had or Quoth does not run yet. */
  readonly commandLine: readonly string[];
}

/**
 * The script that a desktop's shortcut runs: a dictation begins, or ends. Node takes a tenth of a second to start, curl and nc far less. The
 * secret travels in a here-document, never in the arguments, which every user of the machine can read. A script cannot have the
 * application prove itself as the command line does; it asks instead that file and socket belong to the user who runs it.
 */
export function launcherScript({ dataFolder, commandLine }: LauncherPlace): string {
  return `#!/bin/sh
# Written by "quoth dictate bind"; "quoth dictate bind --undo" removes it. Begins a dictation, or ends it.
facts=${quoted(`${dataFolder}/control-socket.json`)}
# Nobody reads what a shortcut prints.
tell() {
  command -v notify-send >/dev/null 2>&1 && notify-send --app-name=Quoth 'No dictation began' "$1"
}
by_node() {
  words=$(QUOTH_HOME=${quoted(dataFolder)} ${commandLine.map(quoted).join(' ')} dictate toggle 2>&1 >/dev/null)
  status=$?
  # While Quoth runs, it says itself why it refused.
  [ $status -eq 0 ] || { [ $status -ne 3 ] && [ -O "$facts" ]; } || tell "$words"
  exit $status
}
path= secret=
silent='Quoth does not answer. To start it again: quoth stop && quoth start'
[ -O "$facts" ] || by_node
while IFS= read -r line; do
  case $line in
    '  "path": "'*) path=\${line#*: \\"} path=\${path%\\",} ;;
    '  "secret": "'*) secret=\${line#*: \\"} secret=\${secret%\\",} ;;
  esac
done <"$facts"
case $path$secret in *[\\\\\\"]*) by_node ;; esac
[ -n "$secret" ] && [ -S "$path" ] && [ -O "$path" ] || by_node
if command -v curl >/dev/null 2>&1; then
  curl -q --silent --fail --noproxy '*' --max-time 10 --output /dev/null --unix-socket "$path" --config - \\
    --header 'Content-Type: application/json' --data '{}' http://localhost/dictation/toggle <<END
header = "Authorization: Bearer $secret"
END
  status=$?
  # Only where nothing listens: a request that arrived is not sent twice.
  [ $status -eq 7 ] && by_node
  # 22 is a refusal, and Quoth says itself why.
  [ $status -eq 0 ] || [ $status -eq 22 ] || tell "$silent"
  exit $status
fi
if command -v nc >/dev/null 2>&1; then
  # Without -N: Node takes a half-closed connection for one that was given up.
  cr=$(printf '\\r')
  answer=$(nc -w 10 -U "$path" 2>/dev/null <<END
POST /dictation/toggle HTTP/1.1$cr
Host: localhost$cr
Authorization: Bearer $secret$cr
Content-Type: application/json$cr
Content-Length: 3$cr
Connection: close$cr
$cr
{}
END
)
  status=$?
  case $answer in
    'HTTP/1.1 2'*) exit 0 ;;
    HTTP/*) exit 1 ;;
  esac
  # An nc that knows no Unix sockets has sent nothing.
  [ $status -eq 0 ] && { tell "$silent"; exit 1; }
fi
by_node
`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
