import type { SimulatedRoute } from '../simulated-route.ts';
import { assemblyai } from './assemblyai.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { gemini } from './gemini.ts';
import { mistral } from './mistral.ts';
import { soniox } from './soniox.ts';
import { compatible, groq, openai } from './transcriptions-endpoint.ts';
import { xai } from './xai.ts';

/** The calls that turn speech into text, by vendor; the calls that prove a key stand beside them. */
export const speechRoutes: Readonly<Record<string, readonly SimulatedRoute[]>> = {
  openai,
  groq,
  compatible,
  deepgram,
  assemblyai,
  elevenlabs,
  mistral,
  soniox,
  gemini,
  xai,
};
