import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { type Application, post, withApplication } from './application.ts';
import { startServer } from './processes.ts';
import { aim, atMost, figure, inTurns, median, ms, type Result, seconds, timed } from './result.ts';
import { root, sentences, sentencesOf } from './speech-files.ts';

const agent = new Agent({ keepAlive: true });
const AT_ONCE = 50;
/** What the stand-in takes for each of the requests that come at once. */
const WORK_MS = 1_000;

/** The vendors' stand-in, which gives the same text for any audio. */
interface StandIn {
  readonly origin: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** A kind of request that a vendor does, through the application and without it. */
interface Work {
  readonly through: (application: Application) => Promise<void>;
  readonly directly: (standIn: StandIn) => Promise<void>;
  /** The vendor's text. */
  readonly text: string;
  readonly rounds: number;
  readonly warming: number;
  /** Seconds until as many as come at once are done, at most. */
  readonly most: number;
  readonly names: { readonly one: string; readonly many: string };
}

const TEXT = 'please send the email to anna tomorrow morning';
const wav = readFileSync(join(sentences, '02-please-send-the-email.wav'));

const transcription: Work = {
  text: TEXT,
  rounds: 70,
  warming: 10,
  most: 3,
  names: { one: 'transcription by a cloud vendor, 70 of 3.6 s', many: 'transcriptions by a cloud vendor' },
  // Asks again where too many uploads are under way (429, before anything is done), as a client would.
  through: async ({ baseUrl, headers }) => {
    const sent = { headers: { ...headers, 'content-type': 'audio/wav' }, body: wav, agent };
    for (;;) {
      const { status, answer } = await post<{ text?: string }>(`${baseUrl}/transcribe?engine=groq`, sent);
      if (status !== 429) return expect(answer.text?.toLowerCase().replace(/[^a-z ]/g, ''), TEXT, answer);
      await sleep(20);
    }
  },
  directly: async ({ origin, keys }) => {
    const form = new FormData();
    form.append('model', 'whisper-large-v3-turbo');
    form.append('response_format', 'json');
    form.append('file', new Blob([wav], { type: 'audio/wav' }), 'audio.wav');
    const headers = { authorization: `Bearer ${keys.groq}` };
    const url = `${origin}/groq/openai/v1/audio/transcriptions`;
    const answer = await (await fetch(url, { method: 'POST', headers, body: form })).json();
    expect((answer as { text?: string }).text, TEXT, answer);
  },
};

const SPOKEN =
  'um so the train to the coast leaves at noon and we should be at the station a quarter of an hour before';
const WRITTEN =
  'So the train to the coast leaves at noon and we should be at the station a quarter of an hour before.';

const rewriting: Work = {
  text: '',
  // The first ones load the vendor's SDK.
  rounds: 90,
  warming: 20,
  most: 2,
  names: { one: '`/post-process` of 100 characters, 90 times', many: 'rewritings' },
  through: async ({ baseUrl, headers }) => {
    const body = { text: SPOKEN, provider: 'groq' };
    const { answer } = await post<{ text?: string }>(`${baseUrl}/post-process`, { headers, body, agent });
    expect(answer.text, WRITTEN, answer);
  },
  directly: async ({ origin, keys }) => {
    const name = 'dictation-00112233445566778899aabbccddeeff';
    const messages = [
      { role: 'system', content: `${'A rule of a prompt as long as ours. '.repeat(100)}<${name}>` },
      { role: 'user', content: `<${name}>\n${SPOKEN}\n</${name}>` },
    ];
    const { answer } = await post<{ choices?: { message: { content: string } }[] }>(
      `${origin}/groq/openai/v1/chat/completions`,
      {
        headers: { authorization: `Bearer ${keys.groq}` },
        body: { model: 'openai/gpt-oss-20b', max_tokens: 4_000, reasoning_effort: 'low', messages },
        agent,
      },
    );
    expect(answer.choices?.[0]?.message.content, WRITTEN, answer);
  },
};

function expect(text: string | undefined, wanted: string, answer: unknown): void {
  if (text !== wanted) throw new Error(JSON.stringify(answer));
}

/** What the application adds to a vendor's transcription and rewriting, and whether requests wait for each other. */
export async function benchCloud(): Promise<Result[]> {
  return [...(await measure(transcription)), ...(await measure(rewriting))];
}

async function measure({ through, directly, text, rounds, warming, most, names }: Work): Promise<Result[]> {
  const [ours, direct] = await withStandIn({ text, milliseconds: 0 }, (application, standIn) =>
    inTurns(rounds, [() => timed(() => through(application)), () => timed(() => directly(standIn))], warming),
  );
  const whole = await withStandIn({ text, milliseconds: WORK_MS }, async (application) => {
    await through(application);
    return timed(() => Promise.all(Array.from({ length: AT_ONCE }, () => through(application))));
  });
  const added = median(ours) - median(direct);
  return [
    figure(
      `${names.one}: added to the same request made directly, p50`,
      `${ms(added, 1)} (${median(ours).toFixed(1)} against ${median(direct).toFixed(1)})`,
      atMost(added, 15, 'ms'),
    ),
    figure(
      `${AT_ONCE} ${names.many} at once, each ${WORK_MS / 1_000} s of the vendor's time: until the last is done`,
      seconds(whole, 1),
      aim(`at most ${most} s: none waits for another`, whole <= most * 1_000),
    ),
  ];
}

/** Dictations each way. */
const DICTATIONS = 8;

/** From the end of speech to the text, streamed and as a file, in turns; the vendor takes no time for either. */
export async function benchCloudDictation(): Promise<Result[]> {
  const microphone = await VirtualMicrophone.start();
  const env = { PULSE_SERVER: microphone.env.PULSE_SERVER ?? '' };
  const speech = sentencesOf(5);
  const standIn = { text: 'please send the email', milliseconds: 0, env };
  try {
    return await withStandIn(standIn, async ({ client }, { keys }) => {
      await client.updateSettings({ body: { soundCues: false } });
      await client.setProviderKey({ params: { id: 'deepgram' }, body: { key: keys.deepgram ?? '' } });
      const dictated = async (useStreamingTranscription: boolean): Promise<number> => {
        const name = `${useStreamingTranscription ? 'Streamed' : 'File'} ${performance.now()}`;
        const cloud = { model: 'cloud', cloudProvider: 'deepgram', language: 'en' };
        const { mode } = await client.createMode({ body: { name, ...cloud, useStreamingTranscription } });
        const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode.id } });
        await microphone.play(speech);
        return timed(async () => {
          await client.stopDictation();
          const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
          if (processing.text === null) throw new Error(`No text: ${processing.error?.message}`);
        });
      };
      const [live, file] = await inTurns(DICTATIONS, [() => dictated(true), () => dictated(false)]);
      const difference = median(live) - median(file);
      return [
        figure(
          `dictation of 5 s by a cloud vendor, from the end of speech to the text, ${DICTATIONS} times each way: streamed against sent as a file, of a vendor that takes no time`,
          `p50 ${ms(median(live))} against ${ms(median(file))} (200 ms of each the tail)`,
          atMost(difference, 50, 'ms more: what a real vendor and network save comes on top'),
        ),
      ];
    });
  } finally {
    await microphone.stop();
  }
}

/** The text it gives, how long a vendor takes for anything, and the application's environment. */
interface StandInOptions {
  readonly text: string;
  readonly milliseconds: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Measures with the stand-in and an application that has Groq's key of it. */
async function withStandIn<Outcome>(
  { text, milliseconds, env }: StandInOptions,
  measure: (application: Application, standIn: StandIn) => Promise<Outcome>,
): Promise<Outcome> {
  const main = join(root, 'tests/src/provider-simulator/main.ts');
  const standIn = await startServer<StandIn>([
    ...[main, '--text', text, '--milliseconds', String(milliseconds)],
  ]);
  // The user's own secure store is left alone.
  const alone = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  try {
    return await withApplication(
      async (application) => {
        const { client } = application;
        await client.updateSettings({ body: { keyStorage: 'file' } });
        await client.setProviderKey({ params: { id: 'groq' }, body: { key: standIn.said.keys.groq ?? '' } });
        return measure(application, standIn.said);
      },
      { env: { ...env, ...alone, QUOTH_SIMULATED_CLOUD: standIn.said.origin } },
    );
  } finally {
    await standIn.end();
  }
}
