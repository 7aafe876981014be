import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandLine, type CommandResult } from './support/command-line.ts';
import { until } from './support/running-application.ts';

/** What the demo says and prints, on a data folder that is deleted when this has been looked at. */
async function demonstrated(
  flags: readonly string[],
  env: NodeJS.ProcessEnv,
  look: (ended: CommandResult, home: string, quoth: CommandLine) => Promise<void> | void,
): Promise<void> {
  const quoth = new CommandLine(env);
  // As a user's mkdir makes it.
  chmodSync(quoth.home, 0o755);
  try {
    const ended = await quoth.launch('demo', '--json', ...flags);
    assert.equal(ended.code, 0, ended.errors);
    await look(ended, quoth.home, quoth);
  } finally {
    rmSync(quoth.home, { recursive: true, force: true });
  }
}

test('the demo transcribes real speech through the local API, says what to try next, and without a terminal ends clean by itself', () =>
  demonstrated([], { LC_ALL: 'C' }, async ({ out, errors }, home, quoth) => {
    const { results } = JSON.parse(out) as {
      results: { model: string; heard: string; word_errors: number }[];
    };
    assert.deepEqual(
      results.filter(({ word_errors }) => word_errors > 1),
      [],
      'at most one word of each is wrong',
    );
    const answered = results.map(({ model }) => model);
    assert.deepEqual([...new Set(answered)], ['Moonshine Tiny'], 'the quickest, whatever the system speaks');
    assert.match(results[0]?.heard ?? '', /ask not what your country can do for you/i);
    assert.match(errors, /after the demo has ended:\n {2}\S*quoth transcribe '.+\.wav'/);
    assert.doesNotMatch(errors, /curl|Discovery file/, 'nothing that ended with the demo is proposed');
    assert(
      !existsSync(join(home, 'demo', 'local-api.json')),
      'the discovery file is gone after a clean stop',
    );
    assert.equal(statSync(home).mode & 0o777, 0o700, 'what was open to others is closed');
    const listed = await quoth.run('recordings', 'list');
    assert.equal(listed.code, 0, `what the demo names next works too: ${listed.errors}`);
    await quoth.run('stop');
  }));

test('the demo puts nothing into a folder of other files that other users may look into', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quoth-others-'));
  const quoth = new CommandLine({ QUOTH_HOME: home });
  try {
    chmodSync(home, 0o755);
    writeFileSync(join(home, 'letter.txt'), 'Dear Ann,');
    for (const flags of [[], ['--simulated-cloud']]) {
      const { code, errors } = await quoth.launch('demo', '--once', ...flags);
      assert.equal(code, 3);
      assert.match(errors, /other users may look into it.*\n.*Set QUOTH_HOME/s);
    }
    assert.deepEqual(readdirSync(home), ['letter.txt']);
    assert.equal(statSync(home).mode & 0o777, 0o755);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('with a stand-in the demo shows the cloud path on a machine without keys, and leaves nothing running', () =>
  demonstrated(['--simulated-cloud', '--once'], {}, async ({ out, errors }) => {
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
    assert.match(errors, /OpenAI rejected the key/);
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(errors) ?? [];
    assert(origin, errors);
    await assert.rejects(fetch(`${origin}/openai/v1/models`), /fetch failed/, 'the stand-in is gone');
  }));

test('at a terminal the demo stays until Ctrl-C, and says so', async () => {
  const quoth = new CommandLine();
  try {
    const demo = quoth.atTerminal('demo');
    await until('it says how to leave', () => demo.shown().includes('To end the demo, press Ctrl-C.'), 120);
    assert.equal(demo.child.exitCode, null);
    demo.type('\u0003');
    assert.equal(await demo.ended, 130);
    assert.match(demo.shown(), /The demo has ended/);
  } finally {
    rmSync(quoth.home, { recursive: true, force: true });
  }
});
