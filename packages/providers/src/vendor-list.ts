import type { Vendor } from './vendor.ts';
import { anthropic } from './vendors/anthropic/index.ts';
import { assemblyai } from './vendors/assemblyai/index.ts';
import { cerebras } from './vendors/cerebras/index.ts';
import { deepgram } from './vendors/deepgram/index.ts';
import { elevenlabs } from './vendors/elevenlabs/index.ts';
import { gemini } from './vendors/gemini/index.ts';
import { groq } from './vendors/groq/index.ts';
import { mistral } from './vendors/mistral/index.ts';
import { openai } from './vendors/openai/index.ts';
import { soniox } from './vendors/soniox/index.ts';
import { xai } from './vendors/xai/index.ts';

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
