import type { Vendor } from './vendor.ts';
import { anthropic } from './vendors/anthropic.ts';
import { assemblyai } from './vendors/assemblyai.ts';
import { cerebras } from './vendors/cerebras.ts';
import { deepgram } from './vendors/deepgram.ts';
import { elevenlabs } from './vendors/elevenlabs.ts';
import { gemini } from './vendors/gemini.ts';
import { groq } from './vendors/groq.ts';
import { mistral } from './vendors/mistral.ts';
import { openai } from './vendors/openai.ts';
import { soniox } from './vendors/soniox.ts';
import { xai } from './vendors/xai.ts';

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
