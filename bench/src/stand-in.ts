import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type MeasuredApplication, startApplication } from './measured-process.ts';

const root = join(import.meta.dirname, '..', '..');

/** The vendors' stand-in, which gives the same text for any audio. */
export interface StandIn {
  readonly origin: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly child: ChildProcess;
}

/** The text it gives, and how long a vendor takes for anything. */
export interface StandInOptions {
  readonly text: string;
  readonly milliseconds: number;
  /** Of the application, besides the stand-in's address. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Measures with the stand-in and an application that has Groq's key of it. */
export async function withStandIn<Outcome>(
  options: StandInOptions,
  measure: (application: MeasuredApplication, standIn: StandIn) => Promise<Outcome>,
): Promise<Outcome> {
  const standIn = await startStandIn(options);
  const application = await startApplication(undefined, {
    ...options.env,
    QUOTH_SIMULATED_CLOUD: standIn.origin,
    // The user's own secure store is left alone.
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  try {
    const controlSocket = await application.controlSocket();
    await controlSocket.updateSettings({ body: { keyStorage: 'file' } });
    await controlSocket.setProviderKey({ params: { id: 'groq' }, body: { key: standIn.keys.groq ?? '' } });
    return await measure(application, standIn);
  } finally {
    await application.end();
    standIn.child.stdin?.end();
  }
}

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function startStandIn({ text, milliseconds }: StandInOptions): Promise<StandIn> {
  const main = join(root, 'tests', 'src', 'provider-simulator', 'main.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, '--text', text, '--milliseconds', String(milliseconds)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('close', () => reject(new Error('The stand-in for a provider ended before it listened.')));
  });
  return { ...(JSON.parse(line) as Omit<StandIn, 'child'>), child };
}
