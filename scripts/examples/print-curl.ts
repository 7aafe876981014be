import { addressOf, type Example, exampleNames, routeOf } from './examples.ts';
import type { Snippet } from './snippet.ts';

const LONGEST_LINE = 72;

/** What every curl example needs: arguments can be read in the process list, so that the token goes through a pipe. */
export const curlPreamble = [
  '# Linux; macOS: ~/Library/Application Support/Quoth, or what QUOTH_HOME names',
  'file=~/.local/share/quoth/local-api.json',
  `base=http://127.0.0.1:$(sed -n 's/.*"port": \\([0-9]*\\).*/\\1/p' "$file")`,
  'quoth_curl() {',
  `  sed -n 's/.*"token": "\\(.*\\)".*/Authorization: Bearer \\1/p' "$file" |`,
  `    curl --noproxy '*' -sS -H @- "$@"`,
  '}',
].join('\n');

/** An example for a POSIX shell, with curl 7.82 or later. */
export function printCurl(example: Example): Snippet {
  return { preamble: curlPreamble, code: command(example) };
}

function command(example: Example): string {
  const { body, headers, upload, query, saves } = example;
  const { method, needsToken, returns } = routeOf(example);
  const usual = body || upload ? 'POST' : 'GET';
  const words = [
    [
      needsToken ? 'quoth_curl' : "curl --noproxy '*' -sS",
      ...(returns.kind === 'events' ? ['-N'] : []),
      ...(method === usual ? [] : [`-X ${method}`]),
    ].join(' '),
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(upload ? [`-F file=@${exampleNames.upload}`] : []),
    ...(upload ? Object.entries(query ?? {}).map(([name, value]) => `-F ${name}=${value}`) : []),
    ...(body ? [`--json ${quoted(spaced(body))}`] : []),
    ...(saves ? [`-o ${exampleNames.saved}`] : []),
    address(upload ? addressOf(example, {}) : addressOf(example)),
  ];
  return broken(words);
}

/** On several lines where one would be long. */
function broken([program = '', ...words]: readonly string[]): string {
  const line = [program, ...words].join(' ');
  return line.length <= LONGEST_LINE ? line : [program, ...words.map((word) => `  ${word}`)].join(' \\\n');
}

function address(path: string): string {
  return /[?&*]/.test(path) ? `"$base${path}"` : `$base${path}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON on one line, with room to read. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${spaced(field)}`);
  return `{${fields.join(', ')}}`;
}
