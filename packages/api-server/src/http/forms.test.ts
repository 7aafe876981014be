import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type Mode,
  openAiTranscriptionFields,
  openAiTranslationFields,
  type TranscribeOptions,
} from '@quoth/contract';
import { recordedApp } from '../fixtures/recorded-app.ts';

// Forms as programs really write them: Python's str(), HTML's checkboxes, PHP's and axios's brackets, and fields that
// are always sent.

type Fields = readonly (readonly [name: string, value: string])[];
const email = { id: '22222222-2222-4222-8222-222222222222', name: 'Email', postProcessingMode: 0 } as Mode;
const boundary = 'X1b2c3';

/** A form byte by byte; `filePart` is the head of the part that holds the audio. */
function form(fields: Fields, filePart = 'name="file"; filename="a.wav"', type = 'audio/wav'): Buffer {
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const typed = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; ${filePart}\r\n${typed}\r\nRIFFxxxx\r\n`;
  return Buffer.from(`${parts.join('')}${file}--${boundary}--\r\n`, 'latin1');
}

async function send(
  body: Buffer,
  path = '/v1/audio/transcriptions',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string; type: string | null; options: TranscribeOptions | undefined }> {
  const asked: TranscribeOptions[] = [];
  const response = await recordedApp(true, asked, [email])(
    new Request(`http://127.0.0.1:1${path}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      body: new Uint8Array(body),
    }),
  );
  const type = response.headers.get('content-type');
  return { status: response.status, text: await response.text(), type, options: asked[0] };
}

test('booleans, empty fields, numbers, lists and languages mean what their programs mean', async () => {
  const cases: readonly (readonly [fields: Fields, meant: Partial<TranscribeOptions>])[] = [
    ...['True', 'TRUE', 'yes', 'on', '1'].map((value) => [[['stream', value]], {}] as const),
    ...['False', 'FALSE', 'no', 'off', '0', ''].map((value) => [[['stream', value]], {}] as const),
    [
      [
        ...['language', 'temperature', 'response_format', 'model', 'prompt'].map(
          (name) => [name, ''] as const,
        ),
      ],
      {},
    ],
    ...['1e-1', '.5', '0.', '1.0', '+0.2', '1E-3'].map((value) => [[['temperature', value]], {}] as const),
    [[['language', 'english']], { language: 'en' }],
    [[['language', 'German']], { language: 'de' }],
    [[['language', 'Haitian Creole']], { language: 'ht' }],
    [[['language', 'Brazilian Portuguese']], { language: 'pt-BR' }],
    [[['languages[]', 'de']], { language: 'de' }],
    [
      [
        ['languages[]', 'de'],
        ['languages[]', 'french'],
      ],
      { language: 'auto' },
    ],
    [
      [
        ['keywords[]', 'Quoth'],
        ['keywords[]', 'a => b'],
        ['prompt', 'kubectl, Grafana'],
      ],
      { vocabulary: ['Quoth', 'kubectl', 'Grafana'] },
    ],
    [[['keywords', 'Quoth, Raven']], { vocabulary: ['Quoth', 'Raven'] }],
    [[['task', 'translate']], { translate: true }],
    [[['task', 'transcribe']], { translate: undefined }],
  ];
  for (const [fields, meant] of cases) {
    const { status, text, options } = await send(form(fields));
    assert.equal(status, 200, `${JSON.stringify(fields)}: ${text}`);
    for (const [name, value] of Object.entries(meant))
      assert.deepEqual(options?.[name as keyof TranscribeOptions], value, JSON.stringify(fields));
  }
});

test('a stream is sent for each way to write true, and for no way to write false', async () => {
  for (const [values, isStream] of [
    [['true', 'True', 'TRUE', 'yes', 'on', '1'], true],
    [['false', 'False', 'FALSE', 'no', 'off', '0', ''], false],
  ] as const)
    for (const value of values)
      for (const path of ['/v1/audio/transcriptions', '/transcribe']) {
        const { type } = await send(form([['stream', value]]), path);
        assert.equal(type?.startsWith('text/event-stream'), isStream, `${path} ${value}: ${type}`);
      }
});

test('a language may be written by its name, in a form, a query and JSON', async () => {
  const json = (body: object) =>
    send(Buffer.from(JSON.stringify({ audio_base64: 'UklGRg==', ...body })), '/transcribe', {
      'content-type': 'application/json',
    });
  const found = await Promise.all([
    send(form([['language', 'German']]), '/transcribe'),
    send(Buffer.from('RIFF'), '/transcribe?language=german', { 'content-type': 'audio/wav' }),
    json({ language: 'German' }),
  ]);
  assert.deepEqual(
    found.map(({ options }) => options?.language),
    ['de', 'de', 'de'],
  );
  const names = ['language', 'mode_id', 'mode', 'engine', 'model', 'preset', 'captions', 'source_name'];
  const empty = await json(Object.fromEntries(names.map((name) => [name, ''])));
  assert.equal(empty.status, 200, empty.text);
  for (const name of names) assert.equal(empty.options?.[name as keyof TranscribeOptions], undefined, name);
});

/** Of the vendor's fields that are read, those that change nothing: docs/api/openai-dialect.md says so. */
const withoutEffect = ['temperature'];
const withEffect: Readonly<Record<string, string>> = {
  model: 'm',
  prompt: 'Raven',
  response_format: 'text',
  language: 'de',
  languages: 'de',
  keywords: 'Quoth',
  task: 'translate',
  timestamp_granularities: 'word',
  stream: 'true',
};

test('each field that is read changes what is asked for, or the answer', async () => {
  for (const [path, { shape }] of [
    ['/v1/audio/transcriptions', openAiTranscriptionFields],
    ['/v1/audio/translations', openAiTranslationFields],
  ] as const) {
    const read = Object.keys(shape).filter((field) => !withoutEffect.includes(field));
    assert(read.length >= 3, `${path}: ${read}`);
    for (const name of read) {
      const value = withEffect[name];
      assert(value !== undefined, `what does ${name} do?`);
      const others = name === 'timestamp_granularities' ? [['response_format', 'verbose_json'] as const] : [];
      const found = await send(form([...others, [name, value]]), path);
      assert.equal(found.status, 200, found.text);
      assert.notDeepEqual(found, await send(form(others), path), `${path}: ${name} changes nothing`);
    }
  }
});

test('a list is one by any of its names', async () => {
  const verbose = ['response_format', 'verbose_json'] as const;
  for (const name of ['timestamp_granularities', 'timestamp_granularities[]', 'timestamp_granularities[0]']) {
    const { status, text } = await send(form([verbose, [name, 'word']]));
    assert.equal(status, 200, text);
    const { words, segments } = JSON.parse(text) as { words?: unknown; segments?: unknown };
    assert(Array.isArray(words) && Array.isArray(segments), name);
  }
  const both = await send(
    form([verbose, ['timestamp_granularities[0]', 'word'], ['timestamp_granularities[1]', 'segment']]),
  );
  assert.deepEqual(
    Object.keys(JSON.parse(both.text) as object)
      .filter((key) => /^(words|segments)$/.test(key))
      .sort(),
    ['segments', 'words'],
  );
  assert.equal((await send(form([verbose, ['timestamp_granularities[]', '']]))).status, 200);
  // On our own route, and in a query.
  const ours = await send(
    form([
      ['vocabulary[0]', 'Quoth'],
      ['vocabulary[1]', 'Raven, the'],
      ['save', 'False'],
      ['language', ''],
    ]),
    '/transcribe',
  );
  assert.deepEqual(
    [ours.options?.vocabulary, ours.options?.save, ours.options?.language],
    [['Quoth', 'Raven, the'], false, undefined],
  );
});

test('what means nothing is still refused, by its name', async () => {
  for (const [name, value] of [
    ['stream', 'maybe'],
    ['temperature', '2'],
    ['temperature', '-0.1'],
    ['temperature', '0x1'],
    ['language', 'klingonian'],
    ['task', 'sing'],
    ['response_format', 'diarized_json'],
  ] as const) {
    const { status, text } = await send(form([[name, value]]));
    const { error } = JSON.parse(text) as { error: { param: string } };
    assert.deepEqual([status, error.param], [400, name], `${name}=${value}`);
  }
});

test('a mode is taken by mode_id and by mode, as id or name, on both routes that have one', async () => {
  for (const field of [
    ['mode', 'email'],
    ['mode', email.id],
    ['mode_id', email.id],
  ] as const) {
    assert.equal((await send(form([field]), '/transcribe')).options?.mode_id, email.id, field.join('='));
    const query = await send(Buffer.from('RIFF'), `/transcribe?${field.join('=')}`, {
      'content-type': 'audio/wav',
    });
    assert.equal(query.options?.mode_id, email.id, field.join('='));
  }
  const unknown = await send(form([['mode', 'nothing']]), '/transcribe');
  assert.match(unknown.text, /MODE_NOT_FOUND/);
});

test('the part called file is the audio, however it is declared', async () => {
  for (const [head, type] of [
    ['name="file"', 'audio/wav'],
    ['name="file"', ''],
    ['name="file"', 'application/octet-stream'],
    ['name="file"; filename=""', 'audio/wav'],
  ] as const)
    assert.equal((await send(form([], head, type))).status, 200, head + type);
  const other = await send(form([], 'name="audio"', 'audio/wav'));
  assert.match(other.text, /The file part is called/);
});

test('a file has the name that its client wrote, in whatever way', async () => {
  for (const [head, name] of [
    ['name="file"; filename="a.wav"', 'a.wav'],
    ['name="file"; filename="\u00fcber.wav"', 'über.wav'],
    [`name="file"; filename="${Buffer.from('über.wav').toString('latin1')}"`, 'über.wav'],
    ['name="file"; filename="ascii.wav"; filename*=UTF-8\'\'%C3%BCber%20dir.wav', 'über dir.wav'],
    ['name="file"; filename*=UTF-8\'\'%C3%BCber.wav; filename="ascii.wav"', 'über.wav'],
    ['filename="x.wav"; name="file"', 'x.wav'],
    ['name="file"; filename="C:\\fakepath\\b.wav"', 'b.wav'],
    ['name="file"; filename="a %22quoted%22 one.wav"', 'a "quoted" one.wav'],
    ['name="file"; filename=""', undefined],
    ['name="file"', undefined],
  ] as const)
    assert.equal((await send(form([['prompt', 'name="file"']], head))).options?.source_name, name, head);
});

test('a slash too many leads to the same route', async () => {
  for (const path of [
    '/v1/audio/transcriptions/',
    '//v1/audio/transcriptions',
    '/v1//audio/transcriptions//',
  ])
    assert.equal((await send(form([]), path)).status, 200, path);
  assert.equal((await send(form([]), '/v1/audio/nothing/')).status, 404);
});

test('a compressed body is 415 and says why, on every kind of body', async () => {
  const json = Buffer.from(JSON.stringify({ audio_base64: 'UklGRg==' }));
  for (const [path, type, body] of [
    ['/v1/audio/transcriptions', `multipart/form-data; boundary=${boundary}`, form([])],
    ['/transcribe', `multipart/form-data; boundary=${boundary}`, form([])],
    ['/transcribe', 'application/json', json],
    ['/modes', 'application/json', json],
    ['/transcribe', 'audio/wav', Buffer.from('RIFF')],
  ] as const) {
    const { status, text } = await send(gzipSync(body), path, {
      'content-type': type,
      'content-encoding': 'gzip',
    });
    assert.equal(status, 415, path);
    assert.match(text, /Content-Encoding/);
  }
  assert.equal((await send(form([]), undefined, { 'content-encoding': 'identity' })).status, 200);
});
