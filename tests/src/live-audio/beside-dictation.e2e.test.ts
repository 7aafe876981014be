import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Recording } from '@quoth/contract';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { applicationTests } from '../support/application-tests.ts';
import { type RunningApplication, until } from '../support/running-application.ts';
import { heard, pcmOf, type Spoken, spoken, streamingModel } from './live-api.ts';
import { LiveRequest } from './live-request.ts';

// A person dictates while a program sends what somebody else says: two live transcriptions in one application.

const byPerson = spoken(1);
const byProgram = spoken(6);

let microphone: VirtualMicrophone;
let app: RunningApplication;
let client: Client;
const tests = applicationTests({ microphone: true, model: streamingModel }, (started) => {
  ({ microphone, application: app, own: client } = started);
});

/** A program that has sent all that it has to say, and has not ended. */
async function sending(): Promise<LiveRequest> {
  const { port, token } = app.discovery();
  const api = { url: (path: string) => `http://127.0.0.1:${port}${path}` };
  const request = new LiveRequest(api, { token }, '?stream=true&save=true');
  await request.send(pcmOf(byProgram.samples));
  return request;
}

/** Most of the words of the one, and those that only the other says not at all. */
function assertSaid(text: string, said: Spoken, other: Spoken, share: number): void {
  assert(heard(text, said) > share, text);
  const strange = other.words.filter((word) => !said.words.includes(word));
  assert.deepEqual(
    comparableWords(text).filter((word) => strange.includes(word)),
    [],
    text,
  );
}

async function completed(id: string): Promise<Recording> {
  let recording: Recording | undefined;
  await until('it has its text', async () => {
    ({ recording } = await client.getRecording({ params: { id } }));
    return recording.status === 'completed';
  });
  assert(recording);
  return recording;
}

test('a dictation and what a program sends meanwhile have each its own words, whichever ends first', async () => {
  for (const first of ['person', 'program'] as const) {
    const { id } = await client.startDictation({ body: { delivery: 'none' } });
    const [request] = await Promise.all([sending(), microphone.play(byPerson.samples)]);
    if (first === 'person') await client.stopDictation();
    request.end();
    await request.ended;
    if (first === 'program') await client.stopDictation();
    const result = request.events.at(-1);
    assert(result?.type === 'transcription-completed', JSON.stringify(result));
    assertSaid(result.transcription.text, byProgram, byPerson, 0.7);
    assertSaid((await completed(id)).text, byPerson, byProgram, 0.5);
  }
});

test('killed while a person and a program speak, the next start has both texts', async () => {
  const { id } = await client.startDictation({ body: { delivery: 'none' } });
  const [request] = await Promise.all([sending(), microphone.play(byPerson.samples)]);
  await until('the program has some of its text', () => request.text.length > 3);
  const { recordings } = await client.searchRecordings({ query: { status: 'recording' } });
  assert.equal(recordings.length, 2);
  const other = recordings.find((recording) => recording.id !== id);
  assert(other);
  await tests.restart('SIGKILL');
  // At most the last second is missing.
  assertSaid((await completed(id)).text, byPerson, byProgram, 0.4);
  assertSaid((await completed(other.id)).text, byProgram, byPerson, 0.4);
});
