import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { concatenated, pause } from '@quoth/audio/fixtures/test-speech.ts';
import type { Segment } from '@quoth/contract';
import { wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { applicationTests } from './support/application-tests.ts';
import { CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

// One person speaks into a microphone, another one is heard from what the machine plays; with an included model.
const mine = wavSamples(readFileSync(sample('best-of-times')));
const theirs = wavSamples(readFileSync(sample('jfk')));

let quoth: CommandLine;
let isSetUp = false;
const tests = applicationTests({ flags: ['--api'], microphone: true }, async (started) => {
  quoth = new CommandLine({ ...started.microphone.env, QUOTH_HOME: started.home });
  if (isSetUp) return;
  isSetUp = true;
  await started.microphone.addSource('loudspeakers', 'Loudspeakers');
  await started.microphone.makeDefault('studio');
  await started.microphone.makeLoudspeakers('loudspeakers');
});

const others = /[Aa]sk what you can do for your country/;
const me = /best of times/;

/** Both say something: they first, heard by the microphone as well, then the user. */
async function speak(): Promise<void> {
  await tests.microphone.play(concatenated([pause(1), theirs]), 'loudspeakers');
  await tests.microphone.play(concatenated([pause(1), mine, pause(0.5)]));
}

function turns(text: string): string[] {
  return text.trim().split('\n\n');
}

/** In all turns of one: phrases that both channels hold at the same time alternate. */
function saidBy(speaker: string, text: string): string {
  const own = turns(text).filter((turn) => turn.startsWith(`${speaker}: `));
  return own.map((turn) => turn.slice(speaker.length + 2)).join(' ');
}

/** They first, and then the user alone. */
function isConversation([first = '', second = '', ...more]: readonly string[]): boolean {
  return (
    new RegExp(`^Others: .*${others.source}`).test(first) &&
    new RegExp(`^Me: .*${me.source}`).test(second) &&
    !second.includes('country') &&
    more.length === 0
  );
}

/** The words that a window shows meanwhile. */
function followWords() {
  const stop = new AbortController();
  const shown: string[] = [];
  const follow = async () => {
    const query = { types: 'transcript-partial' };
    for await (const event of tests.own.streamEvents({ query, signal: stop.signal }))
      if (event.type === 'transcript-partial') shown.push(event.text);
  };
  follow().catch(() => undefined);
  return { shown: () => shown, stop: () => stop.abort() };
}

async function latest() {
  const { recordings } = await tests.own.searchRecordings({ query: { source: 'meeting', limit: 1 } });
  return recordings[0];
}

test('a meeting is refused until its user has agreed to it', async () => {
  const refused = await quoth.run('record', '--meeting', '--seconds', '2');
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /may not record meetings yet.*everything that the computer plays/);
  assert.match(refused.errors, /quoth settings set recordMeetings true/);
  assert.equal(await latest(), undefined);
});

test('at a terminal it asks once, and No records nothing', async () => {
  const terminal = quoth.atTerminal('record --meeting');
  await until('it asks', () => /everything that this computer plays.*\[y\/N\]/s.test(terminal.shown()));
  terminal.type('n\n');
  assert.equal(await terminal.ended, 130);
  assert.match(terminal.shown(), /Nothing was recorded/);
  assert.doesNotMatch(terminal.shown(), /Error/, 'No is an answer');
  assert.equal((await tests.own.getSettings()).settings.recordMeetings, false);
});

test('quoth record --meeting says who speaks, in text and captions, and the loudspeakers are no echo', async () => {
  await tests.own.updateSettings({ body: { recordMeetings: true } });
  const running = quoth.begin(['record', '--meeting']);
  await running.says(/Recording from "Monitor of Studio", and what this computer plays/);
  const { dictation } = await tests.own.getDictation({ query: {} });
  assert.equal(dictation.recording?.meeting, true);
  const words = followWords();
  await speak();
  await until('its words have names', () => words.shown().some((text) => isConversation(turns(text))), 120);
  words.stop();
  running.child.kill('SIGINT');
  const { code, out, errors } = await running.ended;
  assert.equal(code, 0, errors);
  assert(isConversation(turns(out)), out);

  const recording = await latest();
  assert(recording?.audioFilePath);
  const { id } = recording;
  assert.equal(readFileSync(recording.audioFilePath).readUInt16LE(22), 2, 'two channels');
  const printed = async (format: 'srt' | 'vtt' | 'md' | 'json') => {
    const { body } = await tests.own.getTranscript({ params: { id, format }, query: {} });
    return new Response(body).text();
  };
  assert.match(await printed('srt'), /^Others: /m);
  assert.match(await printed('srt'), /^Me: /m);
  assert.match(await printed('vtt'), /^<v Others>/m);
  assert.match(await printed('md'), /^Me: /m);
  const { segments } = JSON.parse(await printed('json')) as { segments: Segment[] };
  assert.deepEqual([...new Set(segments.map(({ channel, speaker }) => `${channel} ${speaker}`))].sort(), [
    '1 Me',
    '2 Others',
  ]);

  const { modes } = await tests.own.listModes();
  const body = { mode_id: modes.find(({ isDefault }) => isDefault)?.id };
  const retranscribed = await tests.own.retranscribe({ params: { id }, body });
  assert('text' in retranscribed);
  assert.deepEqual(turns(retranscribed.text), turns(out), 'also with a mode that is named');

  // The same file, sent by a program: with the option as two voices without an echo, without it as one voice.
  const again = join(tests.files, 'call.wav');
  writeFileSync(again, readFileSync(recording.audioFilePath));
  const separate = await quoth.run('transcribe', again, '--channels', 'separate', '--no-save');
  assert.match(saidBy('Others', separate.out), others);
  assert.match(saidBy('Me', separate.out), new RegExp(`${others.source}.*${me.source}`));
  assert.doesNotMatch((await quoth.run('transcribe', again, '--no-save')).out, /Others:/);
  const mono = await quoth.run('transcribe', sample('jfk'), '--channels', 'separate', '--no-save');
  assert.equal(mono.code, 1);
  assert.match(mono.errors, /does not have two channels/);
});

test('a meeting that is killed is kept with both tracks, and is transcribed by the next start', async () => {
  await tests.own.startDictation({ body: { meeting: true } });
  await speak();
  await tests.restart('SIGKILL');
  await until('the meeting has its text', async () => (await latest())?.status === 'completed', 60);
  assert.match(
    (await latest())?.text ?? '',
    new RegExp(`^Others: .*${others.source}[^]*\\n\\nMe: .*${me.source}`),
  );
});
