import { join } from 'node:path';
import { WavFile } from '@quoth/audio';
import type { RecordingEnding } from '@quoth/contract';
import { UnlinkedFile } from '../base/index.ts';
import type { DictatedRecordings } from '../recordings/index.ts';
import { type Active, workOptions } from './active-recording.ts';
import type { EndedRecording } from './processing-line.ts';
import { RecordedSound } from './recorded-sound.ts';

export interface RecordingStorageOptions {
  readonly recordings: DictatedRecordings;
  /** Folder of files that live no longer than their work. */
  readonly spoolFolder: string;
}

/** Where the sound of recordings goes: into the history, or, of a private one, into a file that nothing is left of. */
export class RecordingStorage {
  readonly #with: RecordingStorageOptions;
  readonly #privateFiles = new Map<string, UnlinkedFile>();

  constructor(options: RecordingStorageOptions) {
    this.#with = options;
  }

  /** The first sample is here. `onFailure` is called once when the disk does not take any more. */
  begin({ id, body, plan, live }: Active, onFailure: (error: unknown) => void): RecordedSound {
    const { recordings, spoolFolder } = this.#with;
    const kept = async () => {
      const path = await recordings.begin({ id, mode: plan.mode, options: workOptions(body, plan) });
      return { path, wav: await WavFile.create(path) };
    };
    const nameless = async () => {
      const file = UnlinkedFile.create(join(spoolFolder, `${id}.wav`));
      this.#privateFiles.set(id, file);
      return { path: file.path, wav: await WavFile.fill(file.path) };
    };
    return new RecordedSound({ begin: body.private ? nameless : kept, live, onFailure });
  }

  /** Makes the recording whole, and says what is to be made of it. Nothing is lost by calling it late. */
  async end(
    active: Active,
    ending: RecordingEnding,
    status: 'pending' | 'cancelled',
  ): Promise<EndedRecording> {
    const { id, body, plan, live, sound } = active;
    const durationSeconds = (await sound?.finish()) ?? 0;
    const audioPath = sound?.path;
    const isPrivate = body.private ?? false;
    if (!isPrivate && audioPath !== undefined) {
      await this.#with.recordings.end(id, status, durationSeconds);
    }
    const { mode } = plan;
    return {
      facts: {
        id,
        mode: { id: mode.id, name: mode.name },
        delivery: body.delivery ?? 'paste',
        private: isPrivate,
        ended_by: ending,
        duration_ms: Math.round(durationSeconds * 1000),
      },
      joins: mode.spaceBetweenDictations,
      recorded:
        audioPath === undefined || durationSeconds === 0
          ? undefined
          : { id, plan, audioPath, durationSeconds, private: isPrivate, live },
      failure: active.failure,
      place: active.place,
      selection: active.selection,
      cleanUp: async () => {
        await live?.close();
        this.#privateFiles.get(id)?.close();
        this.#privateFiles.delete(id);
      },
    };
  }
}
