import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { wholeEnglish } from './support/running-application.ts';

const root = join(import.meta.dirname, '..', '..');

test('the demo transcribes real speech through the local API, says what to try next, and ends clean', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quoth-demo-'));
  try {
    const child = spawn(join(root, 'quoth'), ['demo', '--once', '--json'], {
      env: { ...process.env, ...wholeEnglish, QUOTH_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, words] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 0, words);
    const { results } = JSON.parse(out) as {
      results: { said: string; heard: string; word_errors: number; words: number }[];
    };
    assert(results.length >= 3);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const rate =
      sum(results.map((result) => result.word_errors)) / sum(results.map((result) => result.words));
    // Chance alone would be wrong on nearly every word.
    assert(rate < 0.5, `word error rate ${rate}`);
    assert.match(words, /after the demo has ended:\n {2}\S*quoth transcribe '.+\.wav'/);
    assert.doesNotMatch(words, /curl|Discovery file/, 'nothing that ended with the demo is proposed');
    assert(
      !existsSync(join(home, 'demo', 'local-api.json')),
      'the discovery file is gone after a clean stop',
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('with a stand-in the demo shows the cloud path on a machine without keys, and leaves nothing running', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quoth-demo-'));
  try {
    const child = spawn(join(root, 'quoth'), ['demo', '--simulated-cloud', '--once', '--json'], {
      env: { ...process.env, QUOTH_HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, words] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 0, words);
    const { results, rewriting } = JSON.parse(out) as {
      results: { label: string; text: string }[];
      rewriting: { said: string; text: string };
    };
    assert.match(rewriting.said, /^um so the/);
    assert.doesNotMatch(rewriting.text, /\bum\b/i);
    assert.match(rewriting.text, /meeting is on tuesday/i);
    assert(results.length >= 9);
    for (const { label, text } of results) {
      assert.equal(label, 'Valid');
      assert.match(text, /it was the/i);
    }
    assert.match(words, /OpenAI rejected the key/);
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(words) ?? [];
    assert(origin, words);
    await assert.rejects(fetch(`${origin}/openai/v1/models`), /fetch failed/, 'the stand-in is gone');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
