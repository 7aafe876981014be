import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { finalStatuses, type Mode, type Recording, recordingPage } from '@quoth/contract';
import { type RunningApplication, until } from '../support/running-application.ts';
import type { Ledger, Upload } from './ledger.ts';

/** Modes that a first start brings. */
const SEEDED_MODES = new Set(['Hyper', 'Email', 'Note', 'Commit', 'Voice to text']);

/**
 * What clients were promised, held against what the application says: nothing lost, nothing doubled, every row true.
 * Gives how many are done.
 */
export async function assertPromises(
  app: RunningApplication,
  ledger: Ledger,
): Promise<{ completed: number }> {
  const recordings = await allFinal(app);
  assertRecordings(recordings, ledger);
  assertModes((await app.json('/modes')).body.modes as readonly Mode[], ledger);
  return { completed: recordings.filter(({ status }) => status === 'completed').length };
}

async function allFinal(app: RunningApplication): Promise<readonly Recording[]> {
  let found: Recording[] = [];
  await until('every recording has its final status', async () => {
    found = await everyRecording(app);
    return found.every(({ status }) => finalStatuses.includes(status));
  });
  return found;
}

async function everyRecording(app: RunningApplication): Promise<Recording[]> {
  const all: Recording[] = [];
  for (;;) {
    const { body } = await app.json(`/recordings/search?limit=500&offset=${all.length}`);
    const page = recordingPage.parse(body);
    all.push(...page.recordings);
    if (page.recordings.length < 500) return all;
  }
}

function assertRecordings(recordings: readonly Recording[], ledger: Ledger): void {
  const ofHosts = recordings.filter(
    ({ status, error }) => status === 'failed' && HOST_KILLED.test(error?.message ?? ''),
  );
  const most = ledger.hostKills * JOBS_OF_A_HOST;
  assert(
    ofHosts.length <= most,
    `${ofHosts.length} failed with their host, and only ${ledger.hostKills} were killed`,
  );
  const byHash = new Map(ledger.uploads.map((upload) => [upload.request.sha256, upload]));
  const seen = new Map<Upload, Recording>();
  for (const recording of recordings) {
    const upload = byHash.get(hashOf(recording));
    assert(upload, `${recording.id} holds audio that no one sent`);
    assert(!seen.has(upload), `${recording.id} and ${seen.get(upload)?.id} hold the same upload`);
    seen.set(upload, recording);
    assertTrue(recording, upload);
  }
  for (const upload of ledger.uploads) {
    const recording = seen.get(upload);
    if (upload.recordingId === undefined) continue;
    if (upload.deleted === 'yes') assert(!recording, `${upload.recordingId} was deleted and is back`);
    if (upload.deleted !== undefined) continue;
    assert(recording, `${upload.recordingId} is lost`);
    assert.equal(recording.id, upload.recordingId);
    if (upload.completed) assert.equal(recording.text, upload.request.text, `${recording.id} lost its text`);
  }
}

/** What a killed host and three crashes at the engine are called. */
const HOST_KILLED = /exited unexpectedly \(SIGKILL\)/;
const ABANDONED = /^Stopped after 3 attempts/;
/** A host works for a short and a long recording at most. */
const JOBS_OF_A_HOST = 2;

/**
 * A row says what is true: text where it is completed, and why where it is not; and what was accepted fails only where
 * a kill explains it.
 */
function assertTrue(recording: Recording, { request, recordingId }: Upload): void {
  if (recording.status === 'completed') {
    assert.equal(recording.text, request.text, recording.id);
    return;
  }
  assert(recording.error, `${recording.id} is ${recording.status} and does not say why`);
  // Who got no answer hung up with the kill, and is shown as such.
  if (recordingId === undefined) return;
  const isExplained = HOST_KILLED.test(recording.error.message) || ABANDONED.test(recording.error.message);
  assert(isExplained, `${recording.id} is ${recording.status} without a kill: ${recording.error.message}`);
}

function hashOf({ audioFilePath, id }: Recording): string {
  assert(audioFilePath, `${id} has no audio`);
  return createHash('sha256').update(readFileSync(audioFilePath)).digest('hex');
}

function assertModes(modes: readonly Mode[], ledger: Ledger): void {
  const names = new Set(modes.map(({ name }) => name));
  const allowed = new Set(SEEDED_MODES);
  for (const { names: own, mustExist, mayExist } of ledger.modes.values()) {
    const there = [...own].filter((name) => names.has(name));
    assert(there.length <= 1, `one mode is there as ${there.join(' and ')}`);
    if (mustExist) assert.equal(there.length, 1, `the mode ${[...own].join(' or ')} is lost`);
    if (!mayExist) assert.equal(there.length, 0, `the mode ${there[0]} was deleted and is back`);
    for (const name of there) allowed.add(name);
  }
  assert.equal(names.size, modes.length, 'two modes of one name');
  for (const name of names) assert(allowed.has(name), `no one made the mode ${name}`);
  assert.equal(modes.filter(({ isDefault }) => isDefault).length, 1, 'exactly one default');
}
