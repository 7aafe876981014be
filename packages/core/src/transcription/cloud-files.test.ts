import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { speech } from '@quoth/audio/fixtures/sounds.ts';
import { AppError, type ErrorCode, say } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import {
  bearer,
  type SpeechAdapter,
  type SpeechModel,
  systemIo,
  type Vendor,
  VendorError,
  type VendorErrorKind,
} from '@quoth/vendors';
import { systemClock } from '../base/index.ts';
import type { CheckOutcome, KnownProvider } from '../providers/index.ts';
import { type CloudRequest, CloudTranscriber } from './cloud-files.ts';

const RATE = 16_000;
const model: SpeechModel = {
  id: 'ear-1',
  displayName: 'Ear',
  languages: ['*'],
  capabilities: capabilitiesWith({ vocabulary: true }),
};

type SpeechJob = Parameters<SpeechAdapter['begin']>[0];

interface Sent {
  readonly format: string;
  readonly seconds: number;
  readonly head: string;
}

/** A transcriber over one made-up vendor; `answer` is what that gives for each file. */
function machine(
  adapter: Partial<SpeechAdapter>,
  answer: (job: SpeechJob, number: number) => string = (_job, number) => `part ${number}.`,
) {
  const folder = temporaryFolder();
  const sent: Sent[] = [];
  const reports: (string | undefined)[] = [];
  const state = { admissions: 0, refuse: undefined as AppError | undefined };
  const adapterWithDefaults: SpeechAdapter = {
    models: [model],
    defaultModel: model.id,
    maxBytes: 25_000_000,
    maxSeconds: null,
    formats: ['wav', 'flac'],
    timeLimit: { baseMs: 10_000, perAudioSecondMs: 0 },
    begin: (job) => {
      const head = readFileSync(job.audio.path).subarray(0, 4).toString('latin1');
      sent.push({ format: job.audio.format, seconds: job.audio.seconds, head });
      const text = answer(job, sent.length);
      const words = text === '' ? [] : [{ word: text, start: 1, end: 2 }];
      return { kind: 'done', transcript: { text, words, segments: [], language: 'en' } };
    },
    ...adapter,
  };
  const vendor: Vendor = {
    id: 'ear',
    displayName: 'Ear',
    baseUrl: 'https://ear.example/v1',
    authorization: bearer,
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: '',
    speech: adapterWithDefaults,
  };
  const provider: KnownProvider = {
    id: 'ear',
    kind: 'vendor',
    preset: null,
    displayName: 'Ear',
    jobs: ['transcription'],
    needsKey: true,
    vendor,
    secretName: 'x',
  };
  const cloud = new CloudTranscriber({
    list: { all: () => [provider], find: (id) => (id === 'ear' ? provider : undefined) },
    health: {
      view: () => {
        throw new Error('not asked here');
      },
      requireKey: () => {},
      knownRefusal: () => undefined,
      ready: async () => {
        if (state.refuse) throw state.refuse;
        state.admissions++;
        return { provider, key: 'k', version: 0 };
      },
      report: (_admission, outcome: CheckOutcome) => reports.push(outcome.status),
      lastCheck: () => say('secondsAgo', { seconds: 7 }),
    },
    io: systemIo(),
    clock: systemClock,
  });
  const transcribe = (
    seconds: number,
    format: 'wav' | 'webm' = 'wav',
    { spokenSeconds = seconds, ...more }: Partial<CloudRequest> & { spokenSeconds?: number } = {},
  ) => {
    const spoolPath = join(folder, 'job.pcm');
    const path = join(folder, `came.${format}`);
    const voice = speech();
    const samples = Int16Array.from({ length: seconds * RATE }, (_, at) =>
      at < spokenSeconds * RATE ? (voice[at % voice.length] ?? 0) : 0,
    );
    writeFileSync(spoolPath, new Uint8Array(samples.buffer));
    writeFileSync(path, 'RIFF');
    return cloud.transcribe({
      plan: {
        kind: 'cloud',
        provider: {
          id: 'ear',
          displayName: 'Ear',
          models: [model],
          defaultModel: 'ear-1',
          keyPresent: true,
          healthy: true,
          isLocal: false,
        },
        model,
        language: 'en',
        domain: 'general',
      },
      audio: { path, format },
      spoolPath,
      durationSeconds: seconds,
      vocabulary: [],
      translate: false,
      wants: { words: true, segments: true },
      instructions: undefined,
      signal: new AbortController().signal,
      ...more,
    });
  };
  return { folder, cloud, sent, reports, state, transcribe };
}

test('a file that the provider accepts is sent unchanged', async () => {
  const { sent, transcribe, reports } = machine({});
  const result = await transcribe(2);
  assert.deepEqual([result.text, result.words[0]?.start], ['part 1.', 1]);
  assert.deepEqual(sent, [{ format: 'wav', seconds: 2, head: 'RIFF' }]);
  assert.deepEqual(reports, ['healthy']);
});

test('a format that it does not accept is sent as FLAC', async () => {
  const { folder, sent, transcribe } = machine({});
  await transcribe(2, 'webm');
  assert.deepEqual(sent, [{ format: 'flac', seconds: 2, head: 'fLaC' }]);
  assert.deepEqual(readdirSync(folder).sort(), ['came.webm', 'job.pcm']);
});

test('a file in which the provider would hear less than was decoded is sent as what was decoded', async () => {
  const { sent, transcribe } = machine({});
  await transcribe(2, 'wav', { asSamples: true });
  assert.deepEqual(sent, [{ format: 'flac', seconds: 2, head: 'fLaC' }]);
});

test('audio that is too long is cut, each part checked separately, and the result has the times of the whole', async () => {
  const { folder, sent, state, transcribe } = machine({ maxSeconds: 40 });
  const shares: number[] = [];
  const result = await transcribe(90, 'wav', { onProgress: (share) => shares.push(share) });
  assert(sent.length >= 3);
  assert(sent.every(({ seconds, head }) => seconds <= 40 && head === 'fLaC'));
  const total = sent.reduce((sum, { seconds }) => sum + seconds, 0);
  assert(Math.abs(total - 90) < 0.001, 'parts cover the whole');
  assert.equal(result.text, sent.map((_, index) => `part ${index + 1}.`).join(' '));
  assert(Math.abs((result.words[1]?.start ?? 0) - (1 + (sent[0]?.seconds ?? 0))) < 0.002);
  assert.equal(state.admissions, sent.length);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(readdirSync(folder).sort(), ['came.wav', 'job.pcm']);
});

test('parts without speech are not sent', async () => {
  const { sent, transcribe } = machine({ maxSeconds: 40 });
  await transcribe(200, 'wav', { spokenSeconds: 5 });
  assert.equal(sent.length, 1);
});

test('a check that fails between two parts stops the rest, and nothing is left on the disk', async () => {
  const { folder, sent, state, transcribe } = machine({ maxSeconds: 40 }, () => {
    state.refuse = new AppError('ENGINE_UNAVAILABLE');
    return 'one';
  });
  await assert.rejects(transcribe(90), /ENGINE|engine/);
  assert.equal(sent.length, 1);
  assert(!readdirSync(folder).some((name) => name.includes('part')));
});

test('missing samples are an error of this transcription only', async () => {
  const { folder, transcribe } = machine({});
  await assert.rejects(transcribe(2, 'webm', { spoolPath: join(folder, 'gone.pcm') }), { code: 'ENOENT' });
  assert.deepEqual(readdirSync(folder).sort(), ['came.webm', 'job.pcm']);
});

test('what a terminal would act upon is not taken from a provider', async () => {
  const { transcribe } = machine({}, () => 'clear \u001b[2J\u009bthe screen\u2066');
  const result = await transcribe(2);
  assert.deepEqual([result.text, result.words[0]?.word], ['clear [2Jthe screen', 'clear [2Jthe screen']);
});

test('no words at all are NO_SPEECH', async () => {
  const { transcribe } = machine({}, () => ' ');
  await assert.rejects(
    transcribe(2),
    (error: unknown) => error instanceof AppError && error.code === 'NO_SPEECH',
  );
});

test('a caller that gives up gets its own reason, and health is unaffected', async () => {
  const stop = new AbortController();
  const { transcribe, reports } = machine({}, () => {
    stop.abort(new Error('gone'));
    throw new VendorError('cancelled', say('requestCanceled', { provider: 'Ear' }));
  });
  await assert.rejects(transcribe(2, 'wav', { signal: stop.signal }), /gone/);
  assert.deepEqual(reports, []);
});

const failures: readonly [VendorErrorKind, ErrorCode, string | undefined, RegExp][] = [
  ['unauthorized', 'MISSING_API_KEY', 'unauthorized', /set-key ear/],
  ['unreachable', 'ENGINE_UNAVAILABLE', 'unreachable', /7 s ago.*providers test ear/],
  ['timeout', 'TIMEOUT', 'unreachable', /on this machine/],
  ['limited', 'ENGINE_UNAVAILABLE', 'healthy', /plan with Ear/],
  ['too_large', 'INVALID_REQUEST', undefined, /Split the audio/],
  ['rejected', 'TRANSCRIPTION_FAILED', undefined, /another model/],
  ['malformed', 'TRANSCRIPTION_FAILED', undefined, /another model/],
];
for (const [kind, code, health, words] of failures) {
  test(`a provider fails with "${kind}": ${code}, and health is informed`, async () => {
    const { folder, reports, transcribe } = machine({}, () => {
      throw new VendorError(kind, say('answerUnreadable', { provider: 'Ear' }));
    });
    await assert.rejects(
      transcribe(2),
      (error: unknown) =>
        error instanceof AppError &&
        error.code === code &&
        error.message.startsWith('Ear sent an answer that cannot be read.') &&
        words.test(`${error.message} ${error.hint}`),
    );
    assert.deepEqual(reports, health === undefined ? [] : [health]);
    assert(existsSync(join(folder, 'came.wav')));
  });
}

test('a vendor’s text is judged, but neither changed nor asked for again', async () => {
  const loop = 'it was the best of times '.repeat(60).trim();
  const looping = machine({}, () => loop);
  const { text, doubts } = await looping.transcribe(9);
  assert.deepEqual([text, doubts?.map(({ kind }) => kind), looping.sent.length], [loop, ['too-much'], 1]);
});
