import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { CliEnvironment } from '../environment.ts';
import { exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { ask, readSecret } from './ask.ts';

/** An environment with the given standard input. */
function machine({ isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin });
  const stdout = new PassThrough();
  const shown: string[] = [];
  const stop = new AbortController();
  const environment = {
    pipes: { stdin, stdout },
    stderr: { write: (text: string) => shown.push(text) },
    signal: stop.signal,
  } as unknown as CliEnvironment;
  const everything = () => shown.join('') + String(stdout.read() ?? '');
  return { stdin, stop, environment, everything };
}

test('a key that is typed is not shown, and can be corrected while it is typed', async () => {
  const { stdin, environment, everything } = machine({ isTTY: true });
  const reading = readSecret(environment, 'Key: ');
  stdin.write('sk-secrex');
  stdin.write('\u007ft-1\r');
  assert.equal(await reading, 'sk-secret-1');
  assert.equal(everything(), 'Key: \n');
});

test('Ctrl-C at the prompt for a key is an interruption, Ctrl-D gives no key', async () => {
  const interrupted = machine({ isTTY: true });
  const reading = readSecret(interrupted.environment, 'Key: ');
  interrupted.stdin.write('half\u0003');
  await assert.rejects(reading, (error) => exitCodeOf(error) === exitCodes.interrupted);
  const ended = machine({ isTTY: true });
  const nothing = readSecret(ended.environment, 'Key: ');
  ended.stdin.write('\u0004');
  await assert.rejects(nothing, UsageError);
});

test('a question takes the answer, the end of the input as none, and Ctrl-C as an interruption', async () => {
  const answered = machine({ isTTY: true });
  answered.stdin.write(' y \n');
  assert.equal(await ask(answered.environment, 'Do it? [y/N] '), 'y');
  const ended = machine({ isTTY: true });
  ended.stdin.end();
  assert.equal(await ask(ended.environment, 'Do it? [y/N] '), '');
  assert.equal(ended.everything(), 'Do it? [y/N] \n');
  const interrupted = machine({ isTTY: true });
  const asking = ask(interrupted.environment, 'Do it? [y/N] ');
  interrupted.stop.abort();
  await assert.rejects(asking, (error) => exitCodeOf(error) === exitCodes.interrupted);
});

const inputs: readonly [string, string, string | undefined][] = [
  ['the first line of a pipe', 'sk-1\nnot this\n', 'sk-1'],
  ['a pipe without a line end', 'sk-2', 'sk-2'],
  ['a line end of Windows', 'sk-3\r\n', 'sk-3'],
  ['an empty pipe', '', undefined],
  ['an empty line', '\nsk-4', undefined],
];
for (const [name, input, expected] of inputs) {
  test(`a key from ${name}`, async () => {
    const { stdin, environment } = machine({ isTTY: false });
    stdin.end(input);
    const reading = readSecret(environment, 'Key: ');
    if (expected === undefined) await assert.rejects(reading, UsageError);
    else assert.equal(await reading, expected);
  });
}
