import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { heard, pcmOf, spoken, startLiveApi } from './live-api.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'api', 'live-audio.md'), 'utf8');
const said = spoken(1);

let api: StartedApi;
let home: string;
before(async () => {
  api = await startLiveApi();
  home = mkdtempSync(join(tmpdir(), 'quoth-live-docs-'));
  const folder = join(home, '.local', 'share', 'quoth');
  mkdirSync(folder, { recursive: true });
  // On lines of its own, as the application writes it.
  writeFileSync(join(folder, 'local-api.json'), JSON.stringify(api.discovery, null, 2));
  // Somebody who speaks one sentence, in the place of the microphone.
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'speech.pcm'), pcmOf(said.samples));
  writeFileSync(join(home, 'bin', 'parec'), `#!/bin/sh\ncat ${join(home, 'speech.pcm')}\n`);
  chmodSync(join(home, 'bin', 'parec'), 0o755);
});
after(async () => {
  await api.close();
  rmSync(home, { recursive: true, force: true });
});

/** The first block of code of a language that has this word. */
function block(language: string, word: string, text = page): string {
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}(?: .*)?\\n([\\s\\S]*?)^\`\`\``, 'gm'))]
    .map(([, code = '']) => code)
    .find((code) => code.includes(word));
  assert(found !== undefined, `${language} with ${word}`);
  return found;
}

/** A program, and what it has printed. */
function started(command: string, words: readonly string[]) {
  const child = spawn(command, words, {
    cwd: root,
    env: { HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const reported = { text: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    reported.text += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    reported.errors += chunk;
  });
  return { child, reported };
}

test('what the page shows for curl works as it stands', async () => {
  const reference = readFileSync(join(root, 'docs', 'api', 'README.md'), 'utf8');
  const preamble = block('sh', 'quoth_curl() {', reference);
  const { child, reported } = started('bash', [
    '-c',
    `${preamble}\n${block('sh', 'transcribe?stream=true')}`,
  ]);
  await new Promise((resolve) => child.once('close', resolve));
  assert.match(reported.text, /event: transcript-delta/, reported.errors);
  const done = /^data: (\{"type":"transcription-completed".*)$/m.exec(reported.text)?.[1] ?? '{}';
  const { transcription } = JSON.parse(done) as { transcription?: { text: string } };
  assert(heard(transcription?.text ?? '', said) > 0.8, reported.text);
});

test('what the page shows for a WebSocket works as it stands', async () => {
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  writeFileSync(join(home, 'example.ts'), block('ts', 'new WebSocket('));
  const words = ['--disable-warning=ExperimentalWarning', join(home, 'example.ts')];
  const { child, reported } = started(process.execPath, words);
  try {
    await until('the sentence is there', () => heard(reported.text, said) > 0.6 || reported.errors !== '');
    assert.equal(reported.errors, '');
  } finally {
    child.kill('SIGKILL');
  }
});
