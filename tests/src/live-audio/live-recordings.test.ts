import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type LiveContext, type LiveRecording, sharedToken, theUser } from '@quoth/core';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { heard, pcmOf, type Spoken, spoken, startLiveApi, streamingModel } from './live-api.ts';

let api: StartedApi;
before(async () => {
  api = await startLiveApi();
});
after(() => api.close());

const context: LiveContext = { source: 'api', caller: sharedToken };

/** Sends speech in pieces of a tenth of a second. */
async function speak(to: LiveRecording, { samples }: Spoken): Promise<void> {
  const input = await api.core.liveAudio.input({ encoding: 'pcm16le', rate: 16_000 });
  const bytes = pcmOf(samples);
  for (let at = 0; at < bytes.length; at += 3_200) await to.take(input.push(bytes.subarray(at, at + 3_200)));
}

test('what a program sends becomes text while it comes, and a recording', async () => {
  const said = spoken(1);
  const partials: string[] = [];
  const live = api.core.liveAudio.begin(
    { save: true, source_name: 'call 7' },
    { ...context, onStablePartial: (text) => partials.push(text) },
  );
  const id = live.recordingId ?? '';
  await speak(live, said);
  await until('some of it is text before it has ended', () => partials.length > 0);
  assert.equal((await api.core.recordings.get(id, theUser)).status, 'recording');
  await assert.rejects(api.core.recordings.moveToTrash(id, theUser), { code: 'BUSY' });
  const { text, model, recording_id, duration_s } = await live.finish();
  assert(heard(text, said) > 0.8, text);
  for (const [at, partial] of partials.entries())
    assert((partials[at + 1] ?? text).startsWith(partial), JSON.stringify([...partials, text]));
  assert.deepEqual([model, recording_id], [streamingModel, id]);
  assert.equal(duration_s, said.samples.length / 16_000);
  const kept = await api.core.recordings.get(id, theUser);
  assert.deepEqual(
    [kept.status, kept.text, kept.source, kept.source_name, kept.duration],
    ['completed', text, 'api', 'call 7', duration_s],
  );
});

test('several at a time share one host, each with its own words', async () => {
  const all = [0, 1, 4, 6, 7].map((number) => spoken(number));
  const texts = await Promise.all(
    all.map(async (said) => {
      const live = api.core.liveAudio.begin({ save: false }, context);
      await speak(live, said);
      return (await live.finish()).text;
    }),
  );
  for (const [at, text] of texts.entries()) assert(heard(text, all[at] ?? spoken(0)) > 0.7, text);
  const hosts = api.core.engines().map((engine) => engine.hosts);
  assert.equal(Math.max(...hosts), 1);
});

test('the host that they share is killed: each has all of its words, and none twice', async () => {
  const all = [1, 4, 6].map((number) => {
    const said = spoken(number, 7);
    const partials: string[] = [];
    const onStablePartial = (text: string) => partials.push(text);
    return {
      said,
      partials,
      live: api.core.liveAudio.begin({ save: false }, { ...context, onStablePartial }),
    };
  });
  for (const { live, said } of all) await speak(live, { ...said, samples: said.samples.slice(0, 48_000) });
  await until('each has some text', () => all.every(({ partials }) => partials.length > 0));
  const pid = api.core.engines().find(({ hosts }) => hosts > 0)?.pid;
  assert(typeof pid === 'number');
  process.kill(pid, 'SIGKILL');
  for (const { live, said } of all) await speak(live, { ...said, samples: said.samples.slice(48_000) });
  for (const { live, said, partials } of all) {
    const { text } = await live.finish();
    assert(heard(text, said) > 0.7, text);
    for (const [at, partial] of partials.entries())
      assert((partials[at + 1] ?? text).startsWith(partial), JSON.stringify([...partials, text]));
  }
  assert.notEqual(api.core.engines().find(({ hosts }) => hosts > 0)?.pid, pid);
});

test('what is not kept or not meant leaves nothing behind', async () => {
  const count = async () => (await api.core.recordings.search({ limit: 500, offset: 0 }, theUser)).total;
  const before = await count();
  const secret = api.core.liveAudio.begin({ save: false }, context);
  assert.equal(secret.recordingId, undefined);
  await speak(secret, spoken(0));
  assert.match((await secret.finish()).text, /\w/);
  const cleared = api.core.liveAudio.begin({ save: true }, context);
  await speak(cleared, spoken(0));
  assert.equal(await count(), before + 1);
  await cleared.discard();
  assert.equal(await count(), before);
  assert.deepEqual(readdirSync(join(api.core.dataFolder, 'spool')), []);
});

test('a sender goes in the middle: what is kept becomes text, and nothing else stays', async () => {
  const said = spoken(1);
  const kept = api.core.liveAudio.begin({ save: true }, context);
  const secret = api.core.liveAudio.begin({ save: false }, context);
  for (const live of [kept, secret]) await speak(live, said);
  await Promise.all([kept.abandon(), secret.abandon()]);
  const { status, text } = await api.core.recordings.get(kept.recordingId ?? '', theUser);
  assert.equal(status, 'completed');
  assert(heard(text, said) > 0.8, text);
  assert.deepEqual(readdirSync(join(api.core.dataFolder, 'spool')), []);
});

test('its user cancels one in the middle: its sender learns it, and what came is kept without a text', async () => {
  const said = spoken(1);
  const live = api.core.liveAudio.begin({ save: true }, context);
  const id = live.recordingId ?? '';
  await speak(live, said);
  assert.equal((await api.core.transcriptions.cancel(id, theUser)).status, 'cancelled');
  await assert.rejects(speak(live, said), { code: 'CANCELLED' });
  await assert.rejects(live.finish(), { code: 'CANCELLED' });
  const { status, duration } = await api.core.recordings.get(id, theUser);
  assert.deepEqual([status, duration], ['cancelled', said.samples.length / 16_000]);
  assert.deepEqual(readdirSync(join(api.core.dataFolder, 'spool')), []);
  const again = await api.core.transcriptions.retranscribe(
    id,
    {},
    { ...context, signal: new AbortController().signal },
  );
  assert('text' in again && heard(again.text, said) > 0.7);
});

test('silence is no speech, and its recording says so', async () => {
  const live = api.core.liveAudio.begin({ save: true }, context);
  await speak(live, { samples: new Int16Array(32_000), words: [] });
  await assert.rejects(live.finish(), { code: 'NO_SPEECH' });
  assert.equal((await api.core.recordings.get(live.recordingId ?? '', theUser)).error?.code, 'NO_SPEECH');
});

test('what makes no sense is refused before anything is recorded', () => {
  const { liveAudio } = api.core;
  assert.throws(() => liveAudio.begin({ async: true }, context), { code: 'INVALID_REQUEST' });
  assert.throws(() => liveAudio.begin({ model: 'no-such-model' }, context), { code: 'MODEL_NOT_FOUND' });
  assert.throws(() => liveAudio.check({ mode_id: 'none' }, theUser), { code: 'MODE_NOT_FOUND' });
});

test('the application ends in the middle: the next start has the text of all that came', async () => {
  const own = await startLiveApi();
  const said = spoken(1, 6);
  const live = own.core.liveAudio.begin({ save: true }, context);
  const input = await own.core.liveAudio.input({ encoding: 'pcm16le', rate: 16_000 });
  await live.take(input.push(pcmOf(said.samples)));
  const next = await own.restarted();
  try {
    assert.equal(await next.settled(live.recordingId ?? ''), 'completed');
    const { text, source } = await next.core.recordings.get(live.recordingId ?? '', theUser);
    assert(heard(text, said) > 0.8, text);
    assert.equal(source, 'api');
  } finally {
    await next.close();
  }
});
