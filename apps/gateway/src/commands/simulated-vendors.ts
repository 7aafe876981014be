import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The vendors' stand-ins, running. */
export interface SimulatedVendors {
  readonly origin: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Its next reply breaks off in the middle. */
  breakVendor(id: string): void;
  end(): Promise<void>;
}

/** Starts the stand-ins in a separate process: they belong to the tests, never to the gateway. */
export async function startSimulatedVendors(root: string): Promise<SimulatedVendors> {
  const main = join(root, 'tests', 'src', 'provider-simulator', 'main.ts');
  if (!existsSync(main))
    throw new Error('The stand-ins for the vendors come with the repository: run the demo from a checkout.');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { origin, keys } = JSON.parse(line) as Pick<SimulatedVendors, 'origin' | 'keys'>;
    return {
      origin,
      keys,
      breakVendor: (vendor) =>
        void child.stdin.write(`${JSON.stringify({ vendor, fault: { kind: 'reset' }, times: 1 })}\n`),
      end: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new Error('The stand-ins could not start. Run "sh scripts/set-up.sh --for-tests" first.');
}
