import { parseArgs } from 'node:util';
import { FixedEars } from './fixed-ears.ts';
import { simulatedVendors } from './simulated-vendors.ts';
import { ProviderSimulator } from './simulator.ts';

// The vendors' stand-in as a process: one line of JSON with its origin and the keys that it takes, then it serves until its standard
// input ends. With `--text` it hears that in everything, after so many `--milliseconds`, instead of listening with a real engine; its models take as long to
// write.
const { values } = parseArgs({
  options: { text: { type: 'string' }, milliseconds: { type: 'string', default: '0' } },
});
const ears = values.text === undefined ? undefined : new FixedEars(values.text, Number(values.milliseconds));
const simulator = await ProviderSimulator.start(ears);
simulator.language.writingMs = Number(values.milliseconds);
const keys = Object.fromEntries(simulatedVendors.map(({ id }) => [id, simulator.key(id)]));
process.stdout.write(`${JSON.stringify({ origin: simulator.origin, keys })}\n`);
process.stdin.resume();
process.stdin.once('end', () => void simulator.close());
