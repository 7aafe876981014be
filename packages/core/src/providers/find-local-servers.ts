import { request } from 'node:http';
import type { LocalServer } from '@quoth/contract';
import * as z from 'zod';
import { presetFacts } from './endpoint-presets.ts';

/** Servers that need no key and listen on a known port of this machine. */
const known = ['ollama', 'lm-studio'] as const;

/** A server on this machine answers at once, or it is not there. */
const TIMEOUT_MS = 1_000;
/** A list of models is some kilobytes. */
const MAXIMUM_BYTES = 256 * 1024;

const answer = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(1_000) });

/** The servers for language models that answer on this machine now and have a model. Takes a second at most, and never throws. */
export async function findLocalServers(
  addressOf: (preset: LocalServer['preset']) => string | undefined = (preset) => presetFacts[preset].baseUrl,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    known.map(async (preset): Promise<LocalServer[]> => {
      const address = addressOf(preset);
      const models = address === undefined ? [] : await modelsAt(address).catch(() => []);
      return models.length > 0 ? [{ preset, displayName: presetFacts[preset].displayName, models }] : [];
    }),
  );
  return found.flat();
}

/** Asked without `fetch`: that one follows the system's proxy, and this question must not leave the machine. */
function modelsAt(baseUrl: string): Promise<string[]> {
  const { port, pathname } = new URL(`${baseUrl}/models`);
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const asked = request(
    { host: '127.0.0.1', port, path: pathname, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
    async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error('It answered with an error.');
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response as AsyncIterable<Buffer>) {
          bytes += chunk.byteLength;
          if (bytes > MAXIMUM_BYTES) throw new RangeError('The answer is too long.');
          chunks.push(chunk);
        }
        resolve(answer.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))).data.map(({ id }) => id));
      } catch (error) {
        reject(error);
      } finally {
        response.destroy();
      }
    },
  );
  asked.on('error', reject);
  asked.end();
  return promise;
}
