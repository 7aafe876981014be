import { assemblyai } from './assemblyai.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { openai } from './openai.ts';
import type { SimulatedStream } from './simulated-stream.ts';
import { soniox } from './soniox.ts';

export type { StreamFault, StreamRecord } from './simulated-stream.ts';
export { StreamServer } from './stream-server.ts';

/** The streaming calls, by vendor. */
export const simulatedStreams: Readonly<Record<string, SimulatedStream>> = {
  openai,
  deepgram,
  assemblyai,
  elevenlabs,
  soniox,
};
