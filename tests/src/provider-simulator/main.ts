import { simulatedVendors } from './simulated-vendors.ts';
import { ProviderSimulator } from './simulator.ts';

// The vendors' stand-in as a process: one line of JSON with its origin and the keys that it takes, then it serves until its standard
// input ends.
const simulator = await ProviderSimulator.start();
const keys = Object.fromEntries(simulatedVendors.map(({ id }) => [id, simulator.key(id)]));
process.stdout.write(`${JSON.stringify({ origin: simulator.origin, keys })}\n`);
process.stdin.resume();
process.stdin.once('end', () => void simulator.close());
