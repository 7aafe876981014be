import { after, afterEach } from 'node:test';
import type { Recognizer } from './recognizer.ts';
import { ProviderSimulator } from './simulator.ts';

/** A stand-in for one file of tests: after each of them it has no faults and no uploads, and it ends after the last. */
export async function simulatorForTests(recognizer?: Recognizer): Promise<ProviderSimulator> {
  const simulator = await ProviderSimulator.start(recognizer);
  afterEach(() => {
    simulator.heal();
    simulator.forget();
  });
  after(() => simulator.close());
  return simulator;
}
