import { join } from 'node:path';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { theUser } from '@quoth/core';
import { comparableWords } from '@quoth/text';
import { StartedApi } from '../named-tokens/started-api.ts';

const models = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');

/** The tiny model whose text grows while one speaks. */
export const streamingModel = 'quoth-test-en-streaming';

/** The public port with the streaming test model as that of the default mode. */
export async function startLiveApi(
  options: Parameters<typeof StartedApi.start>[0] = {},
): Promise<StartedApi> {
  const api = await StartedApi.start(options);
  const { core } = api;
  const path = join(models, `${streamingModel}.gguf`);
  await core.modelFiles.import({ kind: 'path', path }, new AbortController().signal);
  await core.modes.create({ name: 'Live', model: streamingModel, isDefault: true }, theUser);
  return api;
}

/** A test sentence as somebody speaks it: a moment of silence, the words, and silence again. */
export interface Spoken {
  readonly samples: Int16Array;
  /** As the streaming model hears it. */
  readonly words: readonly string[];
}

const sentences = testSentences();

/** One of the twelve test sentences, or several with pauses between them. */
export function spoken(...numbers: readonly number[]): Spoken {
  const chosen = numbers.map((number) => sentences[number]).filter((one) => one !== undefined);
  return {
    samples: concatenated([
      pause(0.3),
      ...chosen.flatMap(({ samples }, at) => [...(at > 0 ? [pause(1.2)] : []), samples]),
      pause(0.6),
    ]),
    words: chosen.flatMap(({ text }) => comparableWords(text)),
  };
}

/** The share of the words that were said which are in the text, in their order. */
export function heard(text: string, { words }: Spoken): number {
  const found = comparableWords(text);
  let at = 0;
  let right = 0;
  for (const word of words) {
    const next = found.indexOf(word, at);
    if (next < 0) continue;
    right++;
    at = next + 1;
  }
  return right / words.length;
}

/**
 * Samples as bytes of 16-bit PCM, in the byte order of this machine, which is little-endian everywhere that this runs.
 */
export function pcmOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(samples.slice().buffer);
}
