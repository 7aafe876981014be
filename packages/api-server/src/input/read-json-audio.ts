import { AppError, limits } from '@quoth/contract';
import type { RequestContext } from '../request-context.ts';
import { Base64Decoder } from './decode-base64.ts';
import { HeldJson } from './held-json.ts';
import { JsonFieldReader } from './json-field-reader.ts';
import { bodyChunks, parseJson, refuseUnlessJson } from './read-body.ts';

/** A JSON body, its audio taken out: the field `audio_base64` is an empty string where `file` is given. */
export interface JsonWithAudio<File> {
  readonly value: unknown;
  readonly file: File | undefined;
  /** Why complete audio was not accepted; errors in the rest of the request take precedence. */
  readonly refusal?: unknown;
}

/**
 * Reads a JSON body whose field `audio_base64` goes straight to where audio is taken in, decoded as it comes; all the rest has 1 MiB,
 * counted before it is parsed. Throws 415, 413, 408 and 400 as `readJson` does, and what `takeFile` throws. A file that was taken is
 * discarded unless it is returned.
 */
export async function readJsonWithAudio<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<JsonWithAudio<File>> {
  refuseUnlessJson(context.headers);
  const reader = new JsonFieldReader('audio_base64');
  const chunks = bodyChunks(context, limits.base64BodyBytes);
  using held = new HeldJson();
  const advance = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done) return false;
    const before = reader.restBytes;
    reader.push(next.value);
    held.grow(reader.restBytes - before);
    if (reader.restBytes > limits.jsonBodyBytes) throw tooMuchBesideAudio();
    return true;
  };
  async function* audio(): AsyncGenerator<Uint8Array> {
    const decoder = new Base64Decoder();
    do {
      const bytes = decoder.push(reader.takeValue());
      if (bytes.length > 0) yield bytes;
    } while (reader.state === 'inside' && (await advance()));
    const last = decoder.end();
    if (last.length > 0) yield last;
  }
  let file: File | undefined;
  let refusal: unknown;
  try {
    while (reader.state === 'before' && (await advance()));
    if (reader.state !== 'before') {
      file = await takeFile(audio()).catch((error: unknown) => {
        if (reader.state !== 'after') throw error;
        refusal = error;
        return undefined;
      });
    }
    while (await advance());
    return { value: await parseJson(reader.rest()), file, refusal };
  } catch (error) {
    await file?.discard();
    throw error;
  } finally {
    await chunks.return(undefined);
  }
}

function tooMuchBesideAudio(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `A JSON body has at most ${limits.jsonBodyBytes / 1024 / 1024} MiB besides audio_base64.`,
    hint: 'Upload audio as multipart/form-data or as a raw body: those may be up to 2 GiB.',
  });
}
