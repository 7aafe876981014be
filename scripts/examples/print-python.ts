import { addressOf, type Example, exampleNames, routeOf } from './examples.ts';
import type { Snippet } from './snippet.ts';

const LONGEST_CALL = 62;

/** What every Python example begins with: the standard library alone, and never a proxy. */
export const pythonPreamble = `import json, os, pathlib, urllib.request

# Linux; macOS: ~/Library/Application Support/Quoth, Windows: %LOCALAPPDATA%\\Quoth
folder = pathlib.Path(os.environ.get("QUOTH_HOME") or pathlib.Path.home() / ".local/share/quoth")
server = json.loads((folder / "local-api.json").read_text())
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def send(method, path, body=None, headers={}):
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    headers = {"Authorization": "Bearer " + server["token"], **headers}
    url = f"http://127.0.0.1:{server['port']}{path}"
    return opener.open(urllib.request.Request(url, body, headers, method=method))

def ask(*request):
    answer = json.load(send(*request))
    if not answer.get("ok", True):
        raise SystemExit(answer["error"]["message"])
    return answer`;

/** An example for Python 3.8 or later. */
export function printPython(example: Example): Snippet {
  return { preamble: pythonPreamble, code: code(example).join('\n') };
}

function code(example: Example): string[] {
  const { body, headers, saves, upload, prints } = example;
  const { method, returns } = routeOf(example);
  if (upload) return uploadCode(example);
  const given = [
    literal(method),
    literal(addressOf(example)),
    ...(body ? [literal(body)] : []),
    ...(headers ? [literal(headers)] : []),
  ];
  if (returns.kind === 'events')
    return [
      `for line in ${call('send', given)}:`,
      '    if line.startswith(b"data: "):',
      '        print(json.loads(line[6:]), flush=True)',
    ];
  if (saves)
    return [
      `audio = ${call('send', given)}`,
      `pathlib.Path("${exampleNames.saved}").write_bytes(audio.read())`,
    ];
  if (!prints) return [`transcript = ${call('send', given)}`, 'print(transcript.read().decode())'];
  return [`answer = ${call('ask', given)}`, ...printed(prints)];
}

function uploadCode(example: Example): string[] {
  const { query = {}, prints = ['ok'] } = example;
  const { body, method } = routeOf(example);
  const name = exampleNames.upload;
  if (body.kind === 'audio')
    return [
      `audio = pathlib.Path("${name}").read_bytes()`,
      `answer = ${call('ask', [literal(method), literal(addressOf(example)), 'audio', literal({ 'Content-Type': 'audio/wav' })])}`,
      ...printed(prints),
    ];
  const fields = Object.entries(query).map(
    ([field, value]) => `head += part + '"${field}"\\r\\n\\r\\n${value}\\r\\n'`,
  );
  return [
    'boundary = os.urandom(16).hex()',
    'part = f"--{boundary}\\r\\nContent-Disposition: form-data; name="',
    'head = ""',
    ...fields,
    `head += part + '"file"; filename="${name}"\\r\\n\\r\\n'`,
    `audio = pathlib.Path("${name}").read_bytes()`,
    'form = head.encode() + audio + f"\\r\\n--{boundary}--\\r\\n".encode()',
    'form_type = f"multipart/form-data; boundary={boundary}"',
    `answer = ${call('ask', [literal(method), literal(addressOf(example, {})), 'form', '{"Content-Type": form_type}'])}`,
    ...printed(prints),
  ];
}

function printed([first, second, third]: readonly string[]): string[] {
  if (second === '*') return [`for each in answer["${first}"]:`, `    print(each["${third}"])`];
  return [`print(answer["${first}"]${second === undefined ? '' : `["${second}"]`})`];
}

/** On several lines where one would be long. */
function call(name: string, given: readonly string[]): string {
  const line = `${name}(${given.join(', ')})`;
  return line.length <= LONGEST_CALL
    ? line
    : `${name}(\n${given.map((each) => `    ${each},`).join('\n')}\n)`;
}

/** JSON is Python but for three words. */
function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${literal(name)}: ${literal(field)}`);
  return `{${fields.join(', ')}}`;
}
