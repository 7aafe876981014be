import * as z from 'zod';
import { addressOf, type Example, exampleNames, routeOf } from './examples.ts';

/** An example in one language: complete when its preamble, shown once for all that have the same one, stands before it. */
export interface Snippet {
  readonly preamble: string;
  readonly code: string;
}

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
function printCurl(example: Example): Snippet {
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
function printPython(example: Example): Snippet {
  return { preamble: pythonPreamble, code: pythonCode(example).join('\n') };
}

function pythonCode(example: Example): string[] {
  const { body, headers, saves, upload, prints } = example;
  const { method, returns } = routeOf(example);
  if (upload) return pythonUpload(example);
  const given = [
    pythonLiteral(method),
    pythonLiteral(addressOf(example)),
    ...(body ? [pythonLiteral(body)] : []),
    ...(headers ? [pythonLiteral(headers)] : []),
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
  return [`answer = ${call('ask', given)}`, ...pythonPrinted(prints)];
}

function pythonUpload(example: Example): string[] {
  const { query = {}, prints = ['ok'] } = example;
  const { body, method } = routeOf(example);
  const name = exampleNames.upload;
  if (body.kind === 'audio')
    return [
      `audio = pathlib.Path("${name}").read_bytes()`,
      `answer = ${call('ask', [pythonLiteral(method), pythonLiteral(addressOf(example)), 'audio', pythonLiteral({ 'Content-Type': 'audio/wav' })])}`,
      ...pythonPrinted(prints),
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
    `answer = ${call('ask', [pythonLiteral(method), pythonLiteral(addressOf(example, {})), 'form', '{"Content-Type": form_type}'])}`,
    ...pythonPrinted(prints),
  ];
}

function pythonPrinted([first, second, third]: readonly string[]): string[] {
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
function pythonLiteral(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${pythonLiteral(name)}: ${pythonLiteral(field)}`,
  );
  return `{${fields.join(', ')}}`;
}

/** What examples with the typed client begin with. */
export const typescriptPreamble = `import { connect } from '@quoth/client/node';

const quoth = await connect();`;

/** What examples of OpenAI's dialect begin with. Where a proxy is set, NO_PROXY has to name 127.0.0.1. */
export const openAiPreamble = `import { findServer } from '@quoth/client/node';
import OpenAI from 'openai';

const { baseUrl, discovery } = await findServer();
const openai = new OpenAI({ baseURL: \`\${baseUrl}/v1\`, apiKey: discovery.token });`;

const openAiMethods: Readonly<Record<string, string>> = {
  createOpenAiTranscription: 'audio.transcriptions.create',
  createOpenAiTranslation: 'audio.translations.create',
  listOpenAiModels: 'models.list',
  getOpenAiModel: 'models.retrieve',
};

/** An example with the typed client, or with OpenAI's own for its dialect. Node runs it as it is. */
function printTypescript(example: Example): Snippet {
  if (routeOf(example).dialect === 'openai') return { preamble: openAiPreamble, code: openAiCode(example) };
  return { preamble: typescriptPreamble, code: typescriptCode(example) };
}

function typescriptCode(example: Example): string {
  const { route, params, headers, body, upload, query, saves } = example;
  const { returns, body: takes } = routeOf(example);
  if (returns.kind === 'events') return eventsCode(example);
  const fields = [
    ...(params ? [`params: ${typescriptLiteral(params)}`] : []),
    ...(headers ? [`headers: ${typescriptLiteral(headers)}`] : []),
    ...(body ? [`${takes.kind === 'audio' ? 'json' : 'body'}: ${typescriptLiteral(body)}`] : []),
    ...(upload ? [`bytes: createReadStream('${exampleNames.upload}')`, `contentType: 'audio/wav'`] : []),
    ...(query ? [`query: ${typescriptLiteral(query)}`] : []),
  ];
  const call = `await quoth.${route}(${argument(fields)})`;
  const first = upload ? [`import { createReadStream } from 'node:fs';`, ''] : [];
  if (saves)
    return [
      `import { writeFile } from 'node:fs/promises';`,
      '',
      `const audio = ${call};`,
      `await writeFile('${exampleNames.saved}', new Uint8Array(await audio.arrayBuffer()));`,
    ].join('\n');
  if (returns.kind === 'file')
    return [`const transcript = ${call};`, 'console.log(await transcript.text());'].join('\n');
  return [...first, ...typescriptPrinted(example, call)].join('\n');
}

function eventsCode({ query }: Example): string {
  const types = String(query?.types).split(',');
  return [
    '// Goes on over interruptions and restarts, until it is ended.',
    `const types = ${typescriptLiteral(types)} as const;`,
    'for await (const event of quoth.events({ types })) {',
    '  console.log(event.type, event);',
    '}',
  ].join('\n');
}

function openAiCode(example: Example): string {
  const { route, params, upload, query } = example;
  const fields = [
    ...(upload ? [`file: createReadStream('${exampleNames.upload}')`] : []),
    ...Object.entries(query ?? {}).map(([name, value]) => `${name}: ${typescriptLiteral(value)}`),
  ];
  const given = params ? typescriptLiteral(params.id) : argument(fields);
  const first = upload ? [`import { createReadStream } from 'node:fs';`, ''] : [];
  return [...first, ...typescriptPrinted(example, `await openai.${openAiMethods[route]}(${given})`)].join(
    '\n',
  );
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

function argument(fields: readonly string[]): string {
  if (fields.length === 0) return '';
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= 44 ? line : `{\n${fields.map((field) => `  ${field},`).join('\n')}\n}`;
}

/** A value as TypeScript is usually written. */
function typescriptLiteral(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(typescriptLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${/^\w+$/.test(name) ? name : typescriptLiteral(name)}: ${typescriptLiteral(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** The languages of the reference, in its order; `starts`: what stands before every example, and what to know of it. */
export const languages = [
  {
    id: 'curl',
    name: 'curl',
    fence: 'sh',
    comment: '#',
    print: printCurl,
    starts: [
      [
        curlPreamble,
        'For a POSIX shell, with curl 7.82 or later. The token goes through a pipe, because arguments can be read in the process list.',
      ],
    ],
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    fence: 'ts',
    comment: '//',
    print: printTypescript,
    starts: [
      [
        typescriptPreamble,
        'The typed client. It outlives restarts and new tokens, and asks the server to prove itself before it sends the token.',
      ],
      [
        openAiPreamble,
        "OpenAI's own client, for the routes below /v1. Where a proxy is set, NO_PROXY has to name 127.0.0.1.",
      ],
    ],
  },
  {
    id: 'python',
    name: 'Python',
    fence: 'python',
    comment: '#',
    print: printPython,
    starts: [[pythonPreamble, 'Python 3.8 or later, with its standard library alone.']],
  },
] as const;
