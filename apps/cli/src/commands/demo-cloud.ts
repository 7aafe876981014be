import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, QuothError } from '@quoth/client';
import { openControlSocket } from '@quoth/client/node';
import { plainText, printedJson } from '@quoth/contract';
import { spawn } from '@quoth/processes/programs';
import type { CliEnvironment } from '../environment.ts';
import type { CliConfig } from '../read-config.ts';
import { aborted, demoFolder, findSamples, startDemoApplication } from './demo-application.ts';

/** As people speak: with a filler, and no full stop. */
const SPOKEN = 'um so the meeting is on tuesday';

/** What one provider made of a recording. */
interface CloudResult {
  readonly provider: string;
  readonly model: string;
  readonly label: string;
  readonly text: string;
  readonly latency_ms: number;
}

/**
 * Shows the way through the cloud on a machine without keys: key, check, transcription, refusal. Nothing leaves this
 * machine.
 */
export async function runCloudDemo(
  environment: CliEnvironment,
  options: { once: boolean; json: boolean },
): Promise<void> {
  const { config, stdout, stderr, signal } = environment;
  const say = (text: string) => (options.json ? stderr : stdout).write(`${plainText(text)}\n`);
  const dataFolder = demoFolder(config.dataFolder, config.env.QUOTH_HOME);
  say('Quoth: starting a stand-in for the cloud vendors on this machine, and the application beside it …');
  const cloud = await startSimulatedCloud(config);
  try {
    const application = await startDemoApplication(config, dataFolder, signal, {
      QUOTH_SIMULATED_CLOUD: cloud.origin,
    });
    try {
      const client = await openControlSocket(dataFolder);
      // Of what a person says, the model of our tests knows too little.
      const recording = findSamples().find(({ said }) => said.startsWith('it was'));
      if (!recording) throw new Error('The sample recordings are missing.');
      say(`The stand-in is at ${cloud.origin}; real keys never go there, and nothing leaves this machine.`);
      say(
        'It listens with the small model of our tests, so the words are rough; the way they take is the real one.',
      );
      say(`Sending ${basename(recording.path)} to each provider: "${recording.said}"\n`);
      // A demo machine may have no keyring; its keys are worth nothing anywhere else.
      await client.updateSettings({ body: { keyStorage: 'file' } });
      const results: CloudResult[] = [];
      for (const { id } of await transcribers(client)) {
        const key = cloud.keys[id];
        if (key === undefined) continue;
        const result = await viaProvider(client, id, key, recording.path, signal);
        say(
          `${result.provider.padEnd(14)} ${result.label.padEnd(8)} ${result.latency_ms} ms  ${result.text}`,
        );
        results.push(result);
      }
      const rewriting = await rewritten(client, cloud.keys, signal);
      say(`\nRewriting by ${rewriting.provider}, the same way with a key:`);
      say(`   said       ${rewriting.said}\n   rewritten  ${rewriting.text}`);
      say(`\nAnd a key that is wrong: ${await refused(client, recording.path, signal)}`);
      if (options.json) stdout.write(`${printedJson({ ok: true, results, rewriting }, 2)}\n`);
      const { program } = config;
      say('\nWith a key of your own, also after this demo has ended:');
      say(`  ${program} providers set-key openai`);
      say(`  ${program} transcribe memo.wav --engine openai`);
      say(`  ${program} rewrite "${SPOKEN}"`);
      if (options.once) return;
      say(`The API stays up at ${application.server.baseUrl}. To end the demo, press Ctrl-C.`);
      await Promise.race([application.ended, aborted(signal)]);
    } finally {
      await application.end();
    }
  } finally {
    await cloud.end();
    say('The demo has ended; the API and the stand-in are off again.');
  }
}

async function transcribers(client: Client) {
  const { providers } = await client.listProviders();
  return providers.filter(({ kind, jobs }) => kind === 'vendor' && jobs.includes('transcription'));
}

async function viaProvider(
  client: Client,
  id: string,
  key: string,
  path: string,
  signal: AbortSignal,
): Promise<CloudResult> {
  await client.setProviderKey({ params: { id }, body: { key } });
  const { provider } = await client.testProvider({ params: { id } });
  const answer = await transcribed(client, id, path, signal);
  return {
    provider: provider.displayName,
    model: answer.model,
    label: provider.label,
    text: answer.text,
    latency_ms: answer.latency_ms,
  };
}

async function rewritten(client: Client, keys: Readonly<Record<string, string>>, signal: AbortSignal) {
  const id = 'openai';
  const key = keys[id];
  if (key === undefined) throw new Error(`The stand-in has no key for ${id}.`);
  const { provider } = await client.setProviderKey({ params: { id }, body: { key } });
  const answer = await client.postProcess({ body: { text: SPOKEN, provider: id }, signal });
  if (!answer.post_processed) throw new Error(answer.warning?.message ?? 'The text was not rewritten.');
  return { provider: provider.displayName, said: SPOKEN, text: answer.text };
}

async function refused(client: Client, path: string, signal: AbortSignal): Promise<string> {
  const [first] = await transcribers(client);
  if (!first) throw new Error('No provider transcribes.');
  const { id } = first;
  await client.setProviderKey({ params: { id }, body: { key: 'a-wrong-key' } });
  try {
    await transcribed(client, id, path, signal);
    throw new Error('A wrong key was taken.');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.removeProviderKey({ params: { id } });
  }
}

async function transcribed(client: Client, engine: string, path: string, signal: AbortSignal) {
  const answer = await client.transcribe({
    bytes: createReadStream(path),
    contentType: 'audio/wav',
    query: { engine, language: 'en', save: false },
    signal,
  });
  if (!('text' in answer)) throw new Error('The transcription was only accepted, not done.');
  return answer;
}

/** The vendors' stand-in, running. */
interface SimulatedCloud {
  /** `http://127.0.0.1:<port>`; each vendor is below it, by its id. */
  readonly origin: string;
  /** The key that each vendor takes, by its id. */
  readonly keys: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/**
 * Starts the stand-in as a process of its own: it is a part of the tests, and never of the application. Throws
 * NO_CONNECTION.
 */
async function startSimulatedCloud({ simulatorMain, env }: CliConfig): Promise<SimulatedCloud> {
  if (!existsSync(simulatorMain)) {
    throw new QuothError('NO_CONNECTION', {
      message: 'The simulated cloud is part of the repository, and this is an installed Quoth.',
      hint: 'Run the demo from a checkout. Or use your own key: quoth providers set-key <provider>.',
    });
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', simulatorMain], {
    env: { ...env },
    // It ends with its standard input, so that it never outlives the demo.
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { origin, keys } = JSON.parse(line) as Pick<SimulatedCloud, 'origin' | 'keys'>;
    return {
      origin,
      keys,
      end: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new QuothError('NO_CONNECTION', {
    message: 'The simulated cloud could not start.',
    hint: 'Run "sh scripts/set-up.sh --for-tests" first: it creates what the simulated cloud needs.',
  });
}
