import * as z from 'zod';
import { addressOf, type Example, exampleNames, routeOf } from './examples.ts';

const { upload: UPLOAD, saved: SAVED } = exampleNames;

/** How a language writes values, where that differs from JSON. */
interface Notation {
  readonly words: Readonly<Record<string, string>>;
  readonly quoted: (text: string) => string;
  readonly name: (name: string) => string;
  readonly gap: string;
}

const json: Notation = { words: {}, quoted: JSON.stringify, name: JSON.stringify, gap: '' };
const python: Notation = { ...json, words: { true: 'True', false: 'False', null: 'None' } };
const single = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
const typescript: Notation = {
  words: {},
  quoted: single,
  name: (name) => (/^\w+$/.test(name) ? name : single(name)),
  gap: ' ',
};

/** A value on one line, with room to read. */
function literal(value: unknown, notation: Notation): string {
  const { words, quoted, name, gap } = notation;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, notation)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? String(value);
  const fields = Object.entries(value).map(([key, field]) => `${name(key)}: ${literal(field, notation)}`);
  return `{${gap}${fields.join(', ')}${gap}}`;
}

const curlPreamble = [
  '# Linux; macOS: ~/Library/Application Support/Quoth, or what QUOTH_HOME names',
  'file=~/.local/share/quoth/local-api.json',
  `base=http://127.0.0.1:$(sed -n 's/.*"port": \\([0-9]*\\).*/\\1/p' "$file")`,
  'quoth_curl() {',
  `  sed -n 's/.*"token": "\\(.*\\)".*/Authorization: Bearer \\1/p' "$file" |`,
  `    curl --noproxy '*' -sS -H @- "$@"`,
  '}',
].join('\n');

function curlCode(example: Example): string {
  const { body, headers, upload, query, saves } = example;
  const { method, needsToken, returns } = routeOf(example);
  const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const path = addressOf(example, upload ? {} : query);
  const program = [
    needsToken ? 'quoth_curl' : "curl --noproxy '*' -sS",
    ...(returns.kind === 'events' ? ['-N'] : []),
    ...(method === (body || upload ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
  ].join(' ');
  const words = [
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(upload ? [['file', `@${UPLOAD}`], ...Object.entries(query ?? {})] : []).map(
      ([name, value]) => `-F ${name}=${value}`,
    ),
    ...(body ? [`--json ${shell(literal(body, json))}`] : []),
    ...(saves ? [`-o ${SAVED}`] : []),
    /[?&*]/.test(path) ? `"$base${path}"` : `$base${path}`,
  ];
  const line = [program, ...words].join(' ');
  return line.length <= 72 ? line : [program, ...words].join(' \\\n  ');
}

/** What every Python example begins with: the standard library alone, and never a proxy. */
const pythonPreamble = `import json, os, pathlib, urllib.request

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

function pythonCode(example: Example): string {
  const { body, headers, saves, upload, prints, query = {} } = example;
  const { method, returns, body: takes } = routeOf(example);
  const isForm = upload && takes.kind === 'form';
  const address = [method, addressOf(example, isForm ? {} : query)].map((each) => literal(each, python));
  const call = (name: string, ...given: readonly string[]) => {
    const line = `${name}(${[...address, ...given].join(', ')})`;
    return line.length <= 62
      ? line
      : `${name}(\n${[...address, ...given].map((each) => `    ${each},`).join('\n')}\n)`;
  };
  const audio = `audio = pathlib.Path("${UPLOAD}").read_bytes()`;
  const given = [body, headers].flatMap((value) => (value ? [literal(value, python)] : []));
  if (isForm)
    return [
      'boundary = os.urandom(16).hex()',
      'part = f"--{boundary}\\r\\nContent-Disposition: form-data; name="',
      'head = ""',
      ...Object.entries(query).map(([name, value]) => `head += part + '"${name}"\\r\\n\\r\\n${value}\\r\\n'`),
      `head += part + '"file"; filename="${UPLOAD}"\\r\\n\\r\\n'`,
      audio,
      'form = head.encode() + audio + f"\\r\\n--{boundary}--\\r\\n".encode()',
      'form_type = f"multipart/form-data; boundary={boundary}"',
      `answer = ${call('ask', 'form', '{"Content-Type": form_type}')}`,
      ...pythonPrinted(prints),
    ].join('\n');
  if (returns.kind === 'events')
    return `for line in ${call('send', ...given)}:
    if line.startswith(b"data: "):
        print(json.loads(line[6:]), flush=True)`;
  if (saves) return `audio = ${call('send', ...given)}\npathlib.Path("${SAVED}").write_bytes(audio.read())`;
  if (!prints) return `transcript = ${call('send', ...given)}\nprint(transcript.read().decode())`;
  const sound = upload ? ['audio', literal({ 'Content-Type': 'audio/wav' }, python)] : given;
  return [...(upload ? [audio] : []), `answer = ${call('ask', ...sound)}`, ...pythonPrinted(prints)].join(
    '\n',
  );
}

function pythonPrinted([first, second, third]: readonly string[] = []): string[] {
  if (second === '*') return [`for each in answer["${first}"]:`, `    print(each["${third}"])`];
  return [`print(answer["${first}"]${second === undefined ? '' : `["${second}"]`})`];
}

const typescriptPreamble = `import { connect } from '@quoth/client/node';

const quoth = await connect();`;

const openAiPreamble = `import { findServer } from '@quoth/client/node';
import OpenAI from 'openai';

const { baseUrl, discovery } = await findServer();
const openai = new OpenAI({ baseURL: \`\${baseUrl}/v1\`, apiKey: discovery.token });`;

const openAiMethods: Readonly<Record<string, string>> = {
  createOpenAiTranscription: 'audio.transcriptions.create',
  createOpenAiTranslation: 'audio.translations.create',
  listOpenAiModels: 'models.list',
  getOpenAiModel: 'models.retrieve',
};

function nodeCode(example: Example): string {
  const { route, params, headers, body, upload, query = {}, saves } = example;
  const { returns, body: takes, dialect } = routeOf(example);
  if (returns.kind === 'events')
    return `// Goes on over interruptions and restarts, until it is ended.
const types = ${literal(String(query.types).split(','), typescript)} as const;
for await (const event of quoth.events({ types })) {
  console.log(event.type, event);
}`;
  const isOpenAi = dialect === 'openai';
  const stream = `createReadStream('${UPLOAD}')`;
  const field = (name: string, value: unknown) =>
    value === undefined ? [] : [`${name}: ${literal(value, typescript)}`];
  const fields = isOpenAi
    ? [
        ...(upload ? [`file: ${stream}`] : []),
        ...Object.entries(query).flatMap(([name, value]) => field(name, value)),
      ]
    : [
        ...field('params', params),
        ...field('headers', headers),
        ...field(takes.kind === 'audio' ? 'json' : 'body', body),
        ...(upload ? [`bytes: ${stream}`, `contentType: 'audio/wav'`] : []),
        ...field('query', example.query),
      ];
  const line = fields.length === 0 ? '' : `{ ${fields.join(', ')} }`;
  const long = `{\n${fields.map((each) => `  ${each},`).join('\n')}\n}`;
  const argument = isOpenAi && params ? literal(params.id, typescript) : line.length <= 44 ? line : long;
  const call = `await ${isOpenAi ? `openai.${openAiMethods[route]}` : `quoth.${route}`}(${argument})`;
  if (saves)
    return `import { writeFile } from 'node:fs/promises';

const audio = ${call};
await writeFile('${SAVED}', new Uint8Array(await audio.arrayBuffer()));`;
  if (returns.kind === 'file') return `const transcript = ${call};\nconsole.log(await transcript.text());`;
  const first = upload ? [`import { createReadStream } from 'node:fs';`, ''] : [];
  return [...first, ...typescriptPrinted(example, call)].join('\n');
}

/** The lines that take what is printed out of the answer. */
function typescriptPrinted(example: Example, call: string): string[] {
  const [first = '', second, third] = example.prints ?? [];
  const { returns } = routeOf(example);
  if (returns.kind === 'json' && returns.schema instanceof z.ZodUnion)
    return [`const answer = ${call};`, `if ('${first}' in answer) console.log(answer.${first});`];
  const line = `const { ${first} } = ${call};`;
  if (second === '*') return [line, `for (const { ${third} } of ${first}) console.log(${third});`];
  return [line, `console.log(${[first, second].filter(Boolean).join('.')});`];
}

/**
 * A language of the reference: how it prints a call, and the lines that stand before each of its examples, with what to
 * know of them.
 */
export interface Language {
  readonly id: 'curl' | 'typescript' | 'python';
  readonly name: string;
  readonly fence: string;
  readonly comment: string;
  readonly code: (example: Example) => string;
  /** Where there are two, the second is for OpenAI's dialect. */
  readonly starts: readonly (readonly [preamble: string, note: string])[];
}

type Starts = Language['starts'];
const curlNote =
  'For a POSIX shell, with curl 7.82 or later. The token goes through a pipe, because arguments can be read in the process list.';
const typescriptNote =
  'The typed client. It outlives restarts and new tokens, and asks the server to prove itself before it sends the token.';
const openAiNote =
  "OpenAI's own client, for the routes below /v1. Where a proxy is set, NO_PROXY has to name 127.0.0.1.";
const forShell: Starts = [[curlPreamble, curlNote]];
const forNode: Starts = [
  [typescriptPreamble, typescriptNote],
  [openAiPreamble, openAiNote],
];
const forPython: Starts = [[pythonPreamble, 'Python 3.8 or later, with its standard library alone.']];

/** In the order of the reference. */
export const languages: readonly Language[] = [
  { id: 'curl', name: 'curl', fence: 'sh', comment: '#', code: curlCode, starts: forShell },
  { id: 'typescript', name: 'TypeScript', fence: 'ts', comment: '//', code: nodeCode, starts: forNode },
  { id: 'python', name: 'Python', fence: 'python', comment: '#', code: pythonCode, starts: forPython },
];

/** An example in every language: a file of the preamble and the code does what it shows. */
export function snippetsOf(example: Example) {
  const isOpenAi = routeOf(example).dialect === 'openai';
  return languages.map(({ id, starts, code }) => {
    const [preamble] = (isOpenAi ? starts.at(-1) : starts[0]) ?? [];
    return { language: id, example, preamble, code: code(example) };
  });
}
