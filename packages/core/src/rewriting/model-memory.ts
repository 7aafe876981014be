import { AppError } from '@quoth/contract';
import type { Clock } from '../base/index.ts';
import type { LanguageAccess } from './language-access.ts';

/** How long a server's list of models is used again. */
const LIFE_MS = 60_000;

/** The first model of each of the user's servers, asked for when nobody named one. */
export class ModelMemory {
  readonly #access: LanguageAccess;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly model: string; readonly at: number }>();

  constructor(access: LanguageAccess, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Throws MODEL_NOT_FOUND if the server has none, and the errors of asking it. */
  async first(id: string, signal: AbortSignal): Promise<string> {
    const now = this.#clock.monotonic();
    const known = this.#known.get(id);
    if (known && now - known.at < LIFE_MS) return known.model;
    const models = await this.#access.models(id, signal);
    // Embedding models are in the list too, and write nothing.
    const model = models.find((name) => !/embed|rerank|whisper|tts/i.test(name));
    if (model === undefined) {
      throw new AppError('MODEL_NOT_FOUND', {
        message:
          'The server has no language model. Install one there, for example with "ollama pull gemma3:4b".',
      });
    }
    this.#known.set(id, { model, at: now });
    return model;
  }
}
