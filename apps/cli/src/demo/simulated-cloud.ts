import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { QuothError } from '@quoth/client';
import type { CliConfig } from '../read-config.ts';

/** The vendors' stand-in, running. */
export interface SimulatedCloud {
  /** `http://127.0.0.1:<port>`; each vendor is below it, by its id. */
  readonly origin: string;
  /** The key that each vendor takes, by its id. */
  readonly keys: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Starts the stand-in as a process of its own: it is a part of the tests, and never of the application. Throws NO_CONNECTION. */
export async function startSimulatedCloud({ simulatorMain, env }: CliConfig): Promise<SimulatedCloud> {
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
