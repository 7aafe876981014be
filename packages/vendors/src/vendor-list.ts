import { anthropic } from './adapters/anthropic.ts';
import { assemblyai } from './adapters/assemblyai.ts';
import { cerebras } from './adapters/cerebras.ts';
import { deepgram } from './adapters/deepgram.ts';
import { elevenlabs } from './adapters/elevenlabs.ts';
import { gemini } from './adapters/gemini.ts';
import { groq } from './adapters/groq.ts';
import { mistral } from './adapters/mistral.ts';
import { openai } from './adapters/openai.ts';
import { soniox } from './adapters/soniox.ts';
import { xai } from './adapters/xai.ts';
import type { Vendor } from './vendor.ts';

/** Every vendor whose keys a user can set. */
export const vendorList: readonly Vendor[] = [
  openai,
  groq,
  mistral,
  xai,
  cerebras,
  soniox,
  anthropic,
  gemini,
  deepgram,
  assemblyai,
  elevenlabs,
];
