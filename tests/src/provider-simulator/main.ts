import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { FixedRecognizer } from './fixed-recognizer.ts';
import { ProviderSimulator } from './simulator.ts';
import { simulatedVendors } from './vendors/index.ts';

// The vendors' stand-in as a process: one line of JSON with its origin and the keys that it takes, then it serves until
// its standard input ends. With `--text` it recognises that in everything, after so many `--milliseconds`, instead of
// listening with a real engine; its models take as long to write. Each line on standard input is an order in JSON:
// `{vendor, fault, times}`, the vendor's next requests meet that fault.
const { values } = parseArgs({
  options: { text: { type: 'string' }, milliseconds: { type: 'string', default: '0' } },
});
const recognizer =
  values.text === undefined ? undefined : new FixedRecognizer(values.text, Number(values.milliseconds));
const simulator = await ProviderSimulator.start(recognizer);
simulator.language.writingMs = Number(values.milliseconds);
const keys = Object.fromEntries(simulatedVendors.map(({ id }) => [id, simulator.key(id)]));
process.stdout.write(`${JSON.stringify({ origin: simulator.origin, keys })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { vendor, fault, times } = JSON.parse(line) as { vendor: string; fault: Fault; times: number };
  simulator.fail(vendor, fault, { times });
}
await simulator.close();
