import type { SimulatedVendor } from '../simulated-vendor.ts';
import { anthropic } from './anthropic.ts';
import { assemblyai } from './assemblyai.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { gemini } from './gemini.ts';
import { mistral } from './mistral.ts';
import { openAiDialects } from './openai-dialect.ts';
import { soniox } from './soniox.ts';
import { xai } from './xai.ts';

/** Every vendor that the stand-in can be. Error bodies as the vendors' references and SDKs have them. */
export const simulatedVendors: readonly SimulatedVendor[] = [
  ...openAiDialects,
  mistral,
  xai,
  anthropic,
  gemini,
  deepgram,
  assemblyai,
  elevenlabs,
  soniox,
];
