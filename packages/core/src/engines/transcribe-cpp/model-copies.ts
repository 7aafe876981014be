import type { PauseFinder } from '@quoth/audio';
import type { ModelFile } from '../engine.ts';
import type { EngineDevice } from './engine-device.ts';
import { loadModel } from './load-model.ts';
import { ModelRunner } from './model-runner.ts';

/** One model, loaded as often as recordings are followed at a time: the library runs one stream with each copy. */
export class ModelCopies {
  /** Kind of device that the model runs on. */
  readonly device: string;
  readonly #load: () => Promise<ModelRunner>;
  readonly #all: ModelRunner[];
  readonly #free: ModelRunner[];

  private constructor(first: ModelRunner, load: () => Promise<ModelRunner>) {
    this.device = first.model.device.deviceType;
    this.#load = load;
    this.#all = [first];
    this.#free = [first];
  }

  /** Throws as `loadModel` does. */
  static async open(file: ModelFile, device: EngineDevice, pauses: PauseFinder): Promise<ModelCopies> {
    const load = async () => new ModelRunner(await loadModel(file, device), pauses);
    return new ModelCopies(await load(), load);
  }

  /** Works with a copy that nobody else uses; one more is loaded where all are in use, and stays for the next. */
  async with<Result>(work: (runner: ModelRunner) => Promise<Result>): Promise<Result> {
    let runner = this.#free.pop();
    if (!runner) {
      runner = await this.#load();
      this.#all.push(runner);
    }
    try {
      return await work(runner);
    } finally {
      this.#free.push(runner);
    }
  }

  dispose(): void {
    for (const runner of this.#all) runner.dispose();
  }
}
