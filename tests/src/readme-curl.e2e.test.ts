import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { RunningApplication, sample, temporaryHome } from './support/running-application.ts';

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api', 'local-api.md'), 'utf8');
const [, lines = ''] = /## The API in ten lines of curl\n\n```sh\n([\s\S]*?)```/.exec(page) ?? [];

/** The user's home folder, with Quoth's data where the page looks for it. */
const home = temporaryHome();
const dataFolder = join(home, '.local', 'share', 'quoth');
before(async () => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  copyFileSync(sample('go-forward'), join(home, 'memo.m4a'));
  copyFileSync(sample('go-forward'), join(home, 'talk.mp3'));
  await RunningApplication.start(dataFolder, ['--api'], { HOME: home });
});
after(async () => {
  await RunningApplication.endAll();
  rmSync(home, { recursive: true, force: true });
});

test('the documented lines of curl do what they say', async () => {
  const script = lines
    .split('\n')
    .filter((line) => !line.startsWith('quoth '))
    .join('\n')
    .replace('/home/me/talk.mp3', join(home, 'talk.mp3'))
    // One answer a line.
    .replace(/^(quoth_curl|curl) .*$/gm, '$&; echo');
  const env = { PATH: process.env.PATH, HOME: home };
  const { stdout } = await run('bash', ['-euc', script], { cwd: home, env });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(answers.length, script.match(/^(quoth_curl|curl) /gm)?.length);
  for (const [at, answer] of answers.entries()) assert.equal(answer.ok, true, `answer ${at}`);
  assert(answers.length >= 6);
  assert.equal(answers[0]?.text, 'Go forward to the old garden.');
});
