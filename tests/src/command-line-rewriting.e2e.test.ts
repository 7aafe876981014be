import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FixedRecognizer } from './provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from './provider-simulator/simulator.ts';
import { CommandLine } from './support/command-line.ts';
import { sample } from './support/running-application.ts';

const SPOKEN = 'um the color of the theater';
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'command-line.md'), 'utf8');

let simulator: ProviderSimulator;
let quoth: CommandLine;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer(SPOKEN, 0));
  quoth = new CommandLine({ QUOTH_SIMULATED_CLOUD: simulator.origin });
  await quoth.run('settings', 'set', 'keyStorage', 'file');
  assert.equal((await setKey('deepgram')).code, 0);
});
after(async () => {
  await quoth.remove();
  await simulator.close();
});

const setKey = (id: string) => quoth.begin(['providers', 'set-key', id], `${simulator.key(id)}\n`).ended;
/** What the command printed, but for the line that names the model. */
const transcribed = async (...flags: readonly string[]) => {
  const recording = sample('go-forward');
  const ended = await quoth.run(
    'transcribe',
    recording,
    '--engine',
    'deepgram',
    '--language',
    'en',
    ...flags,
  );
  return { ...ended, errors: ended.errors.replace(/^Transcribed by .*\n/gm, '') };
};

test('rewriting that was asked for and did not happen is reported on stderr with the command that fixes it, and in --json', async () => {
  for (const flags of [
    ['--mode', 'email'],
    ['--rewrite'],
    ['--preset', 'note'],
    ['--mode', 'Voice to text', '--rewrite'],
    ['--mode', 'Wie gesprochen', '--rewrite'],
  ]) {
    const { code, out, errors } = await transcribed(...flags);
    assert.deepEqual([code, out], [0, `${SPOKEN}\n`], flags.join(' '));
    assert.match(
      errors,
      /^No language model is set up, so the text will not be rewritten\..*\nNot rewritten, .*No language model is set up\.\nTo fix it: (?:\.\/)?quoth providers set-key openai/,
    );
  }
  const body = JSON.parse((await transcribed('--mode', 'email', '--json')).out) as {
    post_processed: boolean;
    warning: { code: string };
  };
  assert.deepEqual([body.post_processed, body.warning.code], [false, 'MISSING_API_KEY']);
  // A default mode of an earlier start, which no one chose: one line the first time, with the way out, and none after
  // it.
  assert.equal((await quoth.run('modes', 'edit', 'Hyper', '--is-default', 'true')).code, 0);
  const line =
    /^Not rewritten, as mode "Hyper" would: no language model is set up\. To set one up: (?:\S+\/)?quoth providers set-key openai; to leave it out: --no-rewrite \(this is said once\)\n$/;
  const { code, out, errors } = await transcribed(sample('go-forward'));
  assert.equal(code, 0);
  assert.match(out, new RegExp(SPOKEN));
  assert.match(errors, line);
  assert.deepEqual(await transcribed(), { code: 0, out: `${SPOKEN}\n`, errors: '' });
  // The answer for a program says it each time.
  const json = JSON.parse((await transcribed('--json')).out) as {
    warning: { code: string; message: string };
  };
  assert.equal(json.warning.code, 'MISSING_API_KEY');
  assert.match(json.warning.message, /quoth providers set-key/);
  // No one asked for rewriting.
  for (const flags of [['--no-rewrite'], ['--mode', 'Voice to text'], ['--mode', 'email', '--no-rewrite']])
    assert.deepEqual(
      await transcribed(...flags),
      { code: 0, out: `${SPOKEN}\n`, errors: '' },
      flags.join(' '),
    );
});

test('a recording that is transcribed again is rewritten or warned about as any other', async () => {
  await transcribed('--no-rewrite');
  const { recordings } = (await quoth.json('recordings', 'list', '--limit', '1')) as {
    recordings: readonly { readonly id: string }[];
  };
  const again = (...flags: readonly string[]) =>
    quoth.run('recordings', 'retranscribe', recordings[0]?.id ?? '', '--engine', 'deepgram', ...flags);
  assert.equal((await again()).errors, '');
  assert.match(
    (await again('--mode', 'email')).errors,
    /^Not rewritten, as mode "Email" would: .*\nTo fix it: /,
  );
  assert.match(
    (await again('--mode', 'Voice to text', '--rewrite')).errors,
    /^Not rewritten, although it was/,
  );
  assert.match((await again('--preset', 'note')).errors, /^Not rewritten, although it was asked for/);
  assert.equal((await again('--no-rewrite')).errors, '');
});

test("the documents' British example changes what the next transcription prints", async () => {
  assert.equal((await quoth.run('modes', 'edit', 'Voice to text', '--is-default', 'true')).code, 0);
  const line = /^quoth (modes edit .*--english-spelling british)/m.exec(page)?.[1] ?? '';
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  assert.equal((await quoth.run(...words)).code, 0, line);
  assert.equal((await transcribed()).out, 'um the colour of the theatre\n');
});

test('a mode that rewrites, rewrites; the options stand above it', async () => {
  assert.equal((await setKey('openai')).code, 0);
  assert.equal((await quoth.run('modes', 'edit', 'Hyper', '--is-default', 'true')).code, 0);
  simulator.language.heal();
  const clean = /^The colou?r of the theat(er|re)\.\n$/;
  for (const [flags, asksModel] of [
    [['--mode', 'email'], true],
    [[], true],
    [['--mode', 'email', '--no-rewrite'], false],
    [['--mode', 'Voice to text'], false],
    [['--mode', 'Voice to text', '--rewrite'], true],
    [['--mode', 'Voice to text', '--preset', 'commit'], true],
  ] as const) {
    simulator.language.heal();
    const { code, out, errors } = await transcribed(...flags);
    assert.deepEqual([code, errors], [0, ''], flags.join(' '));
    assert.equal(clean.test(out), asksModel, `${flags.join(' ')}: ${out}`);
    assert.equal(simulator.language.reported.length, asksModel ? 1 : 0, flags.join(' '));
  }
  simulator.language.heal();
  await transcribed('--mode', 'Voice to text', '--preset', 'commit');
  const [{ system } = { system: '' }] = simulator.language.reported;
  assert.match(system, /commit/i);
  // A default that the user chose is a wish.
  assert.equal((await quoth.run('modes', 'edit', 'Email', '--is-default', 'true')).code, 0);
  assert.equal((await quoth.run('providers', 'remove-key', 'openai')).code, 0);
  assert.match((await transcribed()).errors, /^Not rewritten, as mode "Email" would: .*\nTo fix it: /);
  assert.equal((await quoth.run('modes', 'edit', 'Hyper', '--is-default', 'true')).code, 0);
  // Rewriting worked until now, so that it does not is news again.
  assert.match((await transcribed()).errors, /said once/);
  assert.equal((await transcribed()).errors, '');
  assert.equal((await setKey('openai')).code, 0);
  // A model that fails: the text is there, and why it is as it was.
  simulator.language.behave('openai', 'answers');
  const { code, out, errors } = await transcribed('--mode', 'email');
  assert.deepEqual([code, /colou?r/.test(out)], [0, true]);
  assert.match(errors, /^Not rewritten, as mode "Email" would: /);
});
