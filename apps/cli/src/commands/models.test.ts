import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@quoth/client';
import { type CatalogModel, type Model, type ModelDownload, plainText } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import type { CliEnvironment } from '../environment.ts';
import { runCli } from '../main.ts';

const capabilities = capabilitiesWith();

function catalogModel(id: string, more: Partial<CatalogModel> = {}): CatalogModel {
  return {
    id,
    slug: id.replace(/-q8$/, ''),
    displayName: `Model ${id}`,
    engine: 'parakeet',
    family: 'parakeet',
    architecture: 'parakeet',
    languages: ['en'],
    capabilities: { ...capabilities, detects_language: false },
    size_bytes: 477_000_000,
    parameters: '0.6B',
    quantisation: 'Q8_0',
    licence: 'cc-by-4.0',
    word_error_rate: { percent: 1.62, source: 'LibriSpeech test-clean, published with transcribe.cpp 0.2.1' },
    speed: 'medium',
    self_test_error_rate: null,
    measured_speed: null,
    recommended: null,
    listed: true,
    installed: false,
    imported: false,
    included: false,
    path: null,
    sha256: null,
    address: null,
    problem: null,
    ...more,
  };
}

function download(id: string, more: Partial<ModelDownload> = {}): ModelDownload {
  const nothing = { bytes_per_second: null, seconds_left: null, error: null };
  return {
    id,
    displayName: `Model ${id}`,
    status: 'downloading',
    bytes: 0,
    total: 477_000_000,
    ...nothing,
    ...more,
  };
}

const system: Model = {
  id: 'moonshine-tiny-included',
  kind: 'voice',
  provider: 'local',
  displayName: 'Moonshine Tiny',
  installed: true,
  size_mb: 37,
  engine: 'moonshine',
  languages: ['en'],
  capabilities,
};

/** An application whose list of downloads is another one each time it is asked. */
function application(
  steps: readonly (readonly ModelDownload[])[],
  models: readonly CatalogModel[],
  installed: readonly Model[] = [],
  language = 'auto',
) {
  const asked: string[] = [];
  let step = 0;
  const abort = new AbortController();
  const answers = (line: string, body: string): unknown => {
    if (line === 'GET /model-catalog') return { ok: true, models, downloads: steps[0] ?? [] };
    if (line === 'GET /modes') return { ok: true, modes: [{ isDefault: true, language }] };
    if (line === 'GET /models') return { ok: true, models: [system, ...installed] };
    const unknown =
      line === 'POST /model-downloads' &&
      models.length > 0 &&
      !models.some(({ id, slug }) => body.includes(`"${id}"`) || body.includes(`"${slug}"`));
    if (unknown) return { ok: false, error: { code: 'MODEL_NOT_FOUND', message: 'No such model.' } };
    if (line === 'POST /model-downloads') return { ok: true, ids: JSON.parse(body).ids, downloads: [] };
    if (line === 'GET /model-downloads')
      return { ok: true, downloads: steps[Math.min(step++, steps.length - 1)] ?? [] };
    if (line.endsWith('/pause')) return { ok: true, download: download('one-q8', { status: 'paused' }) };
    if (line === 'POST /model-files') return { ok: true, model: models[0] };
    if (line.startsWith('PATCH /settings')) return { ok: true, settings: JSON.parse(body) };
    return { ok: true };
  };
  const client = createClient({
    baseUrl: 'http://quoth',
    fetch: async (url, request) => {
      const line = `${request.method} ${new URL(url).pathname}`;
      const body = String(request.body ?? '');
      asked.push(body === '' ? line : `${line} ${body}`);
      if (line === 'GET /model-downloads' && step === steps.length - 1 && abortAtEnd) abort.abort();
      return Response.json(answers(line, body));
    },
  });
  let abortAtEnd = false;
  const run = async (argv: readonly string[], { tty = false, interrupted = false } = {}) => {
    let out = '';
    let err = '';
    abortAtEnd = interrupted;
    const environment: CliEnvironment = {
      config: {
        dataFolder: '/none',
        color: false,
        applicationMain: '/none',
        simulatorMain: '',
        referencePage: '/none',
        builder: '/none',
        program: 'quoth',
        launcher: '/none',
        home: '/none',
        cwd: '/none',
        platform: process.platform,
        env: {},
      },
      stdout: { write: (text) => (out += text) },
      stderr: { isTTY: tty, write: (text) => (err += text) },
      signal: abort.signal,
      open: async () => client,
      openOrStart: async () => client,
      start: async () => client,
    };
    return { code: await runCli(['models', ...argv], environment), out, err };
  };
  return { run, asked };
}

test('list: the recommended and the installed first, the rest one step away, nothing over 100 columns', async () => {
  const models = [
    catalogModel('one-q8', { recommended: { for: 'live English', reason: 'because' } }),
    catalogModel('two-q8', { installed: true, languages: ['de', 'en', 'fr', 'it'] }),
    catalogModel('three-q8'),
    catalogModel('four-f16', { listed: false }),
    catalogModel('five-q8', { problem: 'The file has gone.' }),
  ];
  const { run } = application(
    [[download('three-q8', { bytes: 47_700_000, bytes_per_second: 12_000_000, seconds_left: 95 })]],
    models,
  );
  const { out, code } = await run(['list']);
  assert.equal(code, 0);
  assert.match(out, /^one +477 MB +medium +en +1\.62 % +cc-by-4\.0 +live English$/m);
  assert.match(out, /^two +477 MB +medium +4 .*installed$/m);
  assert.match(out, /^moonshine-tiny-included +39 MB .*installed$/m);
  assert.match(out, /^three-q8 +downloading +10 %, 12 MB\/s, 1 min 35 s left$/m);
  assert.match(out, /Model five-q8 \(five-q8\): The file has gone\./);
  assert.match(out, /until the model has run here, a class based on its number of parameters/);
  assert.match(out, /LibriSpeech test-clean/);
  assert.doesNotMatch(out, /^three +|^four/m);
  for (const line of out.split('\n')) assert(line.length <= 100, line);
  assert.match((await run(['list', '--all'])).out, /^three /m);
  assert.match((await run(['list', '--files'])).out, /^four-f16 /m);
  assert.doesNotMatch((await run(['list', '--installed'])).out, /^one /m);
  const json = JSON.parse((await run(['list', '--json'])).out);
  assert.deepEqual(
    json.models.map(({ id }: CatalogModel) => id),
    ['one-q8', 'two-q8'],
  );
});

test('download shows how far it is, and what failed', async () => {
  const error = {
    code: 'TIMEOUT' as const,
    message: 'The hub cannot be reached.',
    hint: 'Bring it by hand.',
  };
  const steps = [
    [download('one-q8', { status: 'waiting' }), download('two-q8', { status: 'queued' })],
    [download('one-q8'), download('two-q8', { status: 'queued' })],
    [
      download('one-q8', { bytes: 100_000_000, bytes_per_second: 5e6, seconds_left: 70 }),
      download('two-q8', { status: 'queued' }),
    ],
    [download('two-q8', { status: 'failed', error })],
  ];
  const { run, asked } = application(steps, [catalogModel('one-q8', { installed: true })]);
  const { code, out, err } = await run(['download', 'one-q8', 'two-q8'], { tty: true });
  assert.equal(code, 1);
  const bars = err.split('\r').filter((line) => line.startsWith('Model one-q8 ['));
  assert.deepEqual(
    bars.map((bar) => plainText(bar).replace(/.*\] |\[K.*/gs, '')),
    ['waiting 0 %, will retry soon', 'downloading 0 %', 'downloading 20 %, 5 MB/s, 1 min 10 s left'],
  );
  assert.match(out, /Model one-q8 is installed: one-q8/);
  assert.match(err, /Error: The hub cannot be reached\.\nBring it by hand\./);
  assert.equal(asked[0], 'POST /model-downloads {"ids":["one-q8","two-q8"]}');
});

test('Ctrl-C pauses and says how to go on; --background does not wait', async () => {
  const interrupted = application([[download('one-q8')], [download('one-q8')]], []);
  const { code, err } = await interrupted.run(['download', 'one-q8'], { interrupted: true });
  assert.equal(code, 130);
  assert.match(err, /Paused\. To continue: quoth models resume one-q8/);
  assert(interrupted.asked.includes('POST /model-downloads/one-q8/pause'));
  const { run, asked } = application([[download('one-q8')]], []);
  const background = await run(['download', 'one-q8', '--background']);
  assert.deepEqual([background.code, asked.length], [0, 2]);
  assert.match(background.out, /Queued: one-q8/);
});

test('import says whether auto takes the model, and the list marks what it takes', async () => {
  const mine = { ...system, id: 'mine', displayName: 'Mine' };
  const list = [catalogModel('mine', { imported: true, installed: true })];
  const taken = application([[]], list, [{ ...mine, auto: true }]);
  assert.match((await taken.run(['import', 'x.gguf'])).out, /"auto" takes it from now on/);
  assert.match((await taken.run(['list'])).out, /mine .*installed; used by auto/);
  const refused = application([[]], list, [
    { ...mine, self_test_error_rate: 0.417 },
    { ...system, id: 'best', displayName: 'Best', auto: true },
  ]);
  assert.match(
    (await refused.run(['import', 'x.gguf'])).out,
    /"auto" is unchanged: Best\. It is unfit: it got 42 % of the words of a clear sentence wrong\. To use it: --model mine/,
  );
  const unfit = application(
    [[]],
    [
      catalogModel('mine', { imported: true, installed: true, self_test_error_rate: 1.8 }),
      catalogModel('own', { included: true, installed: true }),
      catalogModel('gone', { included: true }),
    ],
  );
  const listed = (await unfit.run(['list'])).out;
  assert.match(listed, /^mine .*unfit: 100 % of a clear sentence is wrong$/m);
  assert.match(listed, /^own .*included$/m);
  assert.match(listed, /^gone .*included, removed$/m);
});

test('the list says what an included model is good for, and the smallest download that gains', async () => {
  const rate = (percent: number) => ({ word_error_rate: { percent, source: 'a test' } });
  const own = catalogModel('own', {
    ...{ included: true, installed: true, size_bytes: 31_000_000, ...rate(4.6) },
    recommended: { for: 'quick English', reason: 'English only' },
  });
  const offered = (id: string, size: number, percent: number, languages: string[]) =>
    catalogModel(id, {
      ...{ size_bytes: size * 1_000_000, languages, ...rate(percent) },
      capabilities: { ...capabilities, detects_language: languages.length > 1 },
      recommended: { for: 'more', reason: 'better' },
    });
  const models = [
    own,
    offered('worse', 10, 5, ['en']),
    offered('large', 900, 1, ['en']),
    offered('next', 90, 2.5, ['en']),
    offered('german', 20, 2, ['de']),
    offered('many', 500, 2, ['en', 'de']),
  ];
  const used = { ...system, id: 'own', auto: true as const };
  const english = (await application([[]], models, [used]).run(['list'])).out;
  assert.match(english, /^Part of Quoth, without a download:\n +own +English only$/m);
  assert.match(
    english,
    /Next step up: quoth models download next\n +90 MB, 2\.5 instead of 4\.6 % of English words wrong/,
  );
  assert.match(english, /speed: medium$/m, 'a class, until the included model has run');
  const ran = [{ ...own, measured_speed: 60 }, ...models.slice(1)];
  assert.match(
    (await application([[]], ran, [used]).run(['list'])).out,
    /wrong, about 21x real time on this machine$/m,
  );
  const whisper = [{ ...own, measured_speed: 60, family: 'whisper' }, ...models.slice(1)];
  assert.match((await application([[]], whisper, [used]).run(['list'])).out, /speed: medium$/m);
  const [, ...others] = models;
  const everyLanguage = [{ ...own, languages: ['en', 'de', 'fr'] }, ...others];
  const many = (await application([[]], everyLanguage, [used]).run(['list'])).out;
  assert.match(many, /Next step up: quoth models download many\n.*far fewer in other languages/);
  // A next step without the language that is spoken would be one down.
  const japanese = [...everyLanguage, offered('japanese', 700, 2, ['en', 'ja'])];
  const listed = (await application([[]], japanese, [used], 'ja').run(['list'])).out;
  assert.match(listed, /Next step up: quoth models download japanese\n/);
  assert.doesNotMatch(
    (await application([[]], everyLanguage, [used], 'ja').run(['list'])).out,
    /Next step up/,
  );
  const own2 = [{ ...own, included: false }, ...others];
  assert.doesNotMatch((await application([[]], own2, [used]).run(['list'])).out, /Next step up/);
});

test('a model that has run here shows how fast it was, the others their class', async () => {
  const models = [
    catalogModel('quick-q8', { installed: true, measured_speed: 23.4 }),
    catalogModel('slow-q8', { installed: true, measured_speed: 0.447 }),
    catalogModel('new-q8', { installed: true }),
  ];
  const { run } = application([[]], models, [{ ...system, id: 'other', measured_speed: 6.04 }]);
  const { out } = await run(['list']);
  assert.match(out, /^quick +477 MB +23x +en/m);
  assert.match(out, /^slow +477 MB +0\.45x +en/m);
  assert.match(out, /^new +477 MB +medium +en/m);
  assert.match(out, /^other +39 MB +6\.0x +en/m);
  assert.match(out, /^moonshine-tiny-included +39 MB +en/m);
});

test('import names a path from the root on, mirror takes an address or none', async () => {
  const { run, asked } = application([[]], [catalogModel('mine', { imported: true })]);
  assert.match((await run(['import', 'x.gguf'])).out, /Model mine is installed: mine \(477 MB, en\)/);
  assert.equal(asked[0], `POST /model-files {"path":"${process.cwd()}/x.gguf"}`);
  assert.match(
    (await run(['mirror', 'https://mirror.example/hub'])).out,
    /from https:\/\/mirror\.example\/hub/,
  );
  assert.match((await run(['mirror', 'none'])).out, /from huggingface\.co/);
  assert.equal((await run(['remove'])).code, 2);
});

test('a part of a name is enough where only one model has it, and names the models where several have', async () => {
  const models = [
    catalogModel('whisper-tiny-q8'),
    catalogModel('whisper-base-q8'),
    catalogModel('canary-q8'),
  ];
  const one = application([[]], models);
  assert.equal((await one.run(['download', 'Canary', '--background'])).code, 0);
  assert(one.asked.includes('POST /model-downloads {"ids":["canary-q8"]}'));
  const several = await application([[]], models).run(['download', 'whisper']);
  assert.equal(several.code, 2);
  assert.match(several.err, /could be any of these[\s\S]+whisper-tiny +477 MB[\s\S]+whisper-base +477 MB/);
  assert.doesNotMatch(several.err, /canary/);
  assert.equal((await application([[]], models).run(['download', 'none-such'])).code, 4);
});
