import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { theUser } from './callers.ts';
import type { ApplicationWindow, Microphone } from './dictation/index.ts';
import { createTestCore } from './fixtures/test-core.ts';
import { type Core, createLogger } from './index.ts';

const PROGRAM = 'Marker-Program-4711';
/** Samples: 50 ms. */
const BLOCK = 800;
const TITLE = 'Marker title 0815 - no one keeps this';
const model = join(import.meta.dirname, 'models', 'fixtures', 'quoth-test-en.gguf');

/** A microphone that says one sentence as soon as it is open, and then nothing. */
function speaking(): Microphone {
  const [{ samples } = { samples: new Int16Array(16_000) }] = testSentences();
  return {
    open: async (_device, { onBlock }) => {
      // As a device does: nothing comes before the call has returned.
      await setImmediate();
      const push = (block: Int16Array) => onBlock({ samples: block, takenAt: performance.now() });
      for (let at = 0; at < samples.length; at += BLOCK) push(samples.slice(at, at + BLOCK));
      const timer = setInterval(() => push(new Int16Array(BLOCK)), 20);
      return { device: 'spoken', close: async () => clearInterval(timer) };
    },
    list: async () => [],
    onChange: () => () => undefined,
    examine: async () => [],
    close: async () => undefined,
  };
}

/** A language model's server; answers with the text that it got. */
async function languageServer(context: TestContext) {
  const prompts: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    prompts.push(body);
    const content = /\\n(?<text>[^<>]*)\\n<\/dictation-/.exec(body)?.groups?.text ?? '';
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content };
    response.end(
      JSON.stringify({ id: '1', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return { prompts, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

async function coreWith(context: TestContext, active: () => Promise<ApplicationWindow | undefined>) {
  const dataFolder = temporaryFolder();
  const log = join(dataFolder, 'quoth.log');
  const asked: boolean[] = [];
  const core = await createTestCore(dataFolder, {
    temporaryFolders: [tmpdir()],
    logger: createLogger({ level: 'trace', destination: { file: log } }),
    dictation: {
      microphone: speaking(),
      delivery: { place: async () => undefined, deliver: async () => ({ as: 'copied' }) },
      cues: { play: () => undefined },
      session: { onEvent: () => () => undefined, isLocked: async () => false },
      applications: {
        active: async ({ titles }) => {
          asked.push(titles);
          const seen = await active();
          return seen && (titles ? seen : { ...seen, title: undefined });
        },
        open: async () => [{ program: PROGRAM, title: TITLE, active: true }],
      },
    },
  });
  context.after(() => core.close());
  await core.modelFiles.import({ kind: 'path', path: model }, new AbortController().signal);
  return { core, dataFolder, asked };
}

const rules = { model: 'quoth-test-en' };

async function dictated(core: Core, mode_id?: string) {
  const { dictations } = core;
  assert(dictations);
  const id = await dictations.start({ delivery: 'none', ...(mode_id !== undefined && { mode_id }) }, theUser);
  const { recording } = dictations.state(theUser);
  dictations.stop(theUser);
  const processing = await dictations.finished(id, theUser, AbortSignal.timeout(60_000));
  return { recording, processing };
}

test('the program that one speaks into chooses the mode, and the state says by which rule', async (context) => {
  let seen: ApplicationWindow | undefined = { program: PROGRAM, title: TITLE, active: true };
  const { core, asked } = await coreWith(context, async () => seen);
  const plain = await core.modes.create({ ...rules, name: 'Plain', isDefault: true }, theUser);
  assert.equal((await dictated(core)).recording?.rule, null);
  assert.deepEqual(asked, [], 'no one looks while no mode wants to know');

  const chosen = { ...rules, name: 'Chosen', applications: [{ program: 'marker-*' }] };
  const { id } = await core.modes.create(chosen, theUser);
  const titled = { ...rules, name: 'Titled', applications: [{ program: '*', title: 'MARKER' }] };
  await core.modes.create(titled, theUser);
  const first = await dictated(core);
  assert.deepEqual([first.recording?.mode.id, first.recording?.rule], [id, { program: 'marker-*' }]);
  assert.equal(first.processing.mode.name, 'Chosen');
  assert.deepEqual(asked, [false], 'no title is asked for');
  await core.settings.update({ readWindowTitles: true });
  assert.equal((await dictated(core)).recording?.mode.name, 'Titled');
  assert.deepEqual(asked, [false, true]);

  const named = await dictated(core, plain.id);
  assert.deepEqual([named.recording?.mode.name, named.recording?.rule], ['Plain', null]);
  seen = { program: 'other', active: true };
  assert.equal((await dictated(core)).recording?.mode.name, 'Plain');
  seen = undefined;
  assert.equal((await dictated(core)).recording?.mode.name, 'Plain');
});

test('a desktop that does not answer or fails costs no dictation', async (context) => {
  let answer: () => Promise<undefined> = () => new Promise(() => undefined);
  const { core } = await coreWith(context, () => answer());
  await core.modes.create({ ...rules, name: 'Plain', isDefault: true }, theUser);
  await core.modes.create({ ...rules, name: 'Chosen', applications: [{ program: '*' }] }, theUser);
  assert.equal((await dictated(core)).recording?.mode.name, 'Plain');
  answer = () => Promise.reject(new Error('the display is gone'));
  assert.equal((await dictated(core)).recording?.mode.name, 'Plain');
});

test('names of programs reach the rewriting only when the mode says so, titles never, and nothing of it is kept', async (context) => {
  const { prompts, baseUrl } = await languageServer(context);
  const { core, dataFolder } = await coreWith(context, async () => ({
    program: PROGRAM,
    title: TITLE,
    active: true,
  }));
  await core.settings.update({ readWindowTitles: true });
  await core.providers.addEndpoint({ id: 'mine', baseUrl });
  const rewriting = {
    ...rules,
    name: 'Mail',
    postProcessingMode: 1 as const,
    postProcessingProvider: 'mine',
    cloudPostProcessingModel: 'm',
    applications: [{ program: '*4711', title: 'title 0815' }],
  };
  const { id } = await core.modes.create(rewriting, theUser);
  assert.equal((await dictated(core)).recording?.mode.name, 'Mail');
  assert(prompts.length > 0 && prompts.every((prompt) => !prompt.includes('4711')));
  prompts.length = 0;
  await core.modes.update(id, { sendProgramName: true }, theUser);
  await dictated(core);
  assert(prompts.some((prompt) => prompt.includes(PROGRAM)));
  assert(prompts.every((prompt) => !prompt.includes('0815')));
  // A mode that is asked for tells it, too.
  prompts.length = 0;
  await dictated(core, id);
  assert(prompts.some((prompt) => prompt.includes(PROGRAM)));

  assert.equal((await core.dictations?.applications())?.[0]?.program, PROGRAM);
  const files = readdirSync(dataFolder, { recursive: true })
    .map((name) => join(dataFolder, String(name)))
    .filter((path) => statSync(path).isFile());
  assert(files.some((path) => path.endsWith('.log')) && files.some((path) => path.includes('quoth.db')));
  for (const path of files) {
    const bytes = readFileSync(path).toString('latin1').toLowerCase();
    for (const marker of [PROGRAM, TITLE]) assert(!bytes.includes(marker.toLowerCase()), path);
  }
});

test('a dictation that begins and ends while another program has locked the database becomes text once it is free', async (context) => {
  const { core, dataFolder } = await coreWith(context, async () => undefined);
  await core.modes.create({ ...rules, name: 'Plain', isDefault: true }, theUser);
  const other = new DatabaseSync(join(dataFolder, 'quoth.db'));
  other.exec('BEGIN IMMEDIATE');
  const dictating = dictated(core);
  const making = core.modes.create({ name: 'Made meanwhile' }, theUser);
  // Nothing of this process waits with them: its timers go on.
  while (
    core.dictations?.state(theUser).recording !== null ||
    core.dictations.state(theUser).processing.length === 0
  )
    await setImmediate();
  other.exec('COMMIT');
  other.close();
  const { processing } = await dictating;
  assert.equal(processing.error, null);
  assert.equal((await core.recordings.get(processing.id, theUser)).status, 'completed');
  assert.equal((await making).name, 'Made meanwhile');
});
