import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { isAlive } from '@quoth/client/node';
import { CommandLine, launcher } from './support/command-line.ts';
import { repeated, sample, until } from './support/running-application.ts';

let quoth: CommandLine;
let long: string;
before(() => {
  quoth = new CommandLine();
  long = quoth.path('board meeting.wav');
  writeFileSync(long, repeated(readFileSync(sample('go-forward')), 300));
});
after(() => quoth.remove());

interface State {
  readonly pid: number;
  readonly ends_when_idle: boolean;
  readonly queue: { readonly running: number };
  readonly work: readonly { recording_id: string; name: string; status: string }[];
}

const state = async () => (await quoth.json('status')) as unknown as State;
const workBegins = () =>
  until('the file is in progress', async () => {
    const { work } = await state();
    return work?.[0]?.status === 'transcribing';
  });

test('commands that start the application at the same moment all succeed, with one application', async () => {
  const commands = [
    ['models', 'list'],
    ['transcribe', sample('go-forward')],
    ['start', '--headless'],
    ['modes', 'list'],
  ];
  const all = await Promise.all(commands.map((args) => quoth.launch(...args)));
  assert.deepEqual(
    all.map(({ code, errors }) => [
      code,
      errors.replaceAll(/^(?:.*tarting.*|Transcribed by .*|Not rewritten, .*)\n/gm, ''),
    ]),
    commands.map(() => [0, '']),
  );
  const { ends_when_idle } = await state();
  assert.equal(ends_when_idle, false, 'the start among them makes it stay');
  // One that comes while another ends waits for it.
  const [, again] = await Promise.all([quoth.launch('stop'), quoth.launch('modes', 'list')]);
  assert.equal(again.code, 0, again.errors);
  await quoth.run('stop');
});

test('while a long file is in progress: start and api on keep the application; cancel stops the work', async () => {
  const work = quoth.begin(['transcribe', long]);
  await workBegins();
  const before = await state();
  assert.equal(before.ends_when_idle, true);
  assert.equal((await quoth.run('api', 'on')).code, 0);
  assert.match((await quoth.run('start', '--headless')).out, /already running/);
  const kept = await state();
  assert.deepEqual([kept.pid, kept.ends_when_idle], [before.pid, false]);
  assert.match(
    (await quoth.run('status')).out,
    /In progress: board meeting\.wav \([0-9a-f]{8}, transcribing/,
  );
  const id = kept.work[0]?.recording_id ?? '';
  const cancelled = await quoth.run('recordings', 'cancel', id.slice(0, 6));
  assert.deepEqual([cancelled.code, /cancelled/.test(cancelled.out)], [0, true], cancelled.errors);
  const exported = await quoth.run('recordings', 'export', id.slice(0, 6), '--format', 'srt');
  assert.deepEqual([exported.code, exported.out], [1, '']);
  assert.match(exported.errors, /This recording has no text: .*canceled/);
  const ended = await work.ended;
  assert.equal(ended.code, 130);
  assert.match(ended.errors, /canceled/);
  await quoth.run('api', 'off');
});

test('a stop says what is in progress and goes on later; who waited is notified, with the id; the next start goes on', async () => {
  const work = quoth.begin(['transcribe', long]);
  await workBegins();
  const [{ recording_id: id } = { recording_id: '' }] = (await state()).work;
  const stopped = await quoth.run('stop');
  assert.equal(stopped.code, 0, stopped.errors);
  assert.match(
    stopped.out,
    new RegExp(`At the next start, these continue:\\n  board meeting\\.wav \\(${id}\\)`),
  );
  const waiting = await work.ended;
  assert.notEqual(waiting.code, 0);
  assert.match(waiting.errors, new RegExp(`resumes at the next start, as recording ${id}`));
  await quoth.run('start', '--headless');
  await workBegins();
  assert.equal((await state()).work[0]?.recording_id, id);
  await quoth.run('recordings', 'cancel', id);
  // What is not kept cannot go on: that is said too.
  const unkept = quoth.begin(['transcribe', long, '--no-save']);
  await until('it is in progress', async () => (await state()).queue.running > 0);
  assert.equal(
    (await quoth.run('stop')).out,
    'Quoth has stopped. 1 transcription that was not to be kept ended with it: send the audio again.\n',
  );
  assert.match(
    (await unkept.ended).errors,
    /stopped before this transcription was finished\.\n.*send the audio once more/,
  );
  await quoth.run('start', '--headless');
  const short = quoth.begin(['transcribe', sample('best-of-times')]);
  await until(
    'it is in progress',
    async () => (await state()).work.length > 0 || short.child.exitCode !== null,
  );
  assert.equal((await quoth.run('stop', '--wait')).code, 0);
  assert.match((await short.ended).out, /It was the best of times/);
  assert.equal((await quoth.run('status')).code, 3);
});

test('an application in the background keeps nothing of its caller: no open file, no folder', async () => {
  const folder = quoth.path('a folder of the caller');
  mkdirSync(folder);
  // Node itself closes the first ones; a shell's are further up.
  const start = spawn('bash', ['-c', 'exec 63>&3 3>&-; exec "$0" start --headless', launcher], {
    cwd: folder,
    env: quoth.env,
    // As after `9>lock` and `> >(tee log)` in a shell: another program waits until everyone has closed it.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const waiting = start.stdio[3] as Readable;
  await Promise.all([once(start, 'exit'), once(waiting.resume(), 'end')]);
  assert.equal(start.exitCode, 0);
  rmdirSync(folder);
  const { pid } = await state();
  assert(isAlive(pid));
  assert.equal((await quoth.run('recordings', 'search', 'something')).code, 0);
  if (process.platform === 'linux') assert.equal(readlinkSync(`/proc/${pid}/cwd`), realpathSync(quoth.home));
  await quoth.run('stop');
});

test('an application that a command started ends after applicationIdleSeconds, and not before an answer is given', async () => {
  assert.equal((await quoth.run('settings', 'get', 'applicationIdleSeconds')).out, '300\n');
  await quoth.run('settings', 'set', 'applicationIdleSeconds', '1');
  const { pid } = await state();
  const answer = await quoth.run('transcribe', sample('best-of-times'));
  assert.match(answer.out, /best of times/);
  await until('it has ended', () => !isAlive(pid));
  assert.equal((await quoth.run('status')).code, 3);
});

test('one that does not answer is distinguished from one that does not run; a start beside it is refused, a stop ends it', async () => {
  assert.equal((await quoth.run('start', '--headless')).code, 0);
  const { pid } = await state();
  process.kill(pid, 'SIGSTOP');
  const expected = new RegExp(`Quoth is running \\(process ${pid}\\), but does not answer`);
  const [status, second] = await Promise.all([quoth.run('status'), quoth.run('start', '--headless')]);
  assert.equal(status.code, 1);
  assert.match(status.errors, expected);
  assert.equal(second.code, 1);
  assert.match(second.errors, expected);
  // Also when the way to it has gone: the lock alone tells.
  renameSync(join(quoth.home, 'control-socket.json'), quoth.path('control-socket.json'));
  assert.match((await quoth.run('status')).errors, expected);
  const stopped = await quoth.run('stop', '--now');
  assert.deepEqual([stopped.code, /has stopped/.test(stopped.out)], [0, true], stopped.errors);
  assert(!isAlive(pid));
  const { code, out } = await quoth.run('status');
  assert.deepEqual([code, out.trim()], [3, 'Quoth is not running. Start it with "./quoth start".']);
});
