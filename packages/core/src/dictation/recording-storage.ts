import type { RecordingEnding } from '@quoth/contract';
import { type Active, programView, workOptions } from './active-recording.ts';
import type { EndedRecording } from './processing-line.ts';
import { RecordedSound } from './recorded-sound.ts';
import { notKept } from './recorder-words.ts';
import { RecordingFiles, type RecordingFilesOptions } from './recording-files.ts';

/** Who made a recording that was asked for with the token of the discovery file; no named token has such an id. */
const SHARED_TOKEN = 'shared-token';

/** Where the sound of the recorder's recordings is stored. */
export class RecordingStorage {
  readonly #files: RecordingFiles;

  constructor(options: RecordingFilesOptions) {
    this.#files = new RecordingFiles(options);
  }

  /** The first sample is here. `onFailure` is called once when the disk does not take any more. */
  begin({ id, body, plan, program, live }: Active, onFailure: (error: unknown) => void): RecordedSound {
    const kept = () =>
      this.#files.kept({
        id,
        mode: plan.mode,
        options: workOptions(body, plan),
        madeBy: program && { tokenId: program.tokenId ?? SHARED_TOKEN, name: program.name },
        question: program?.question,
        byAction: body.byAction,
      });
    const nameless = () => this.#files.nameless(id);
    return new RecordedSound({ begin: body.private ? nameless : kept, live, onFailure });
  }

  /**
   * Completes the recording and returns what to do with it. Calling it late loses nothing. Never rejects: if its end cannot be written, it has
   * failed, and its row says so as soon as the disk allows.
   */
  async end(
    active: Active,
    ending: RecordingEnding,
    status: 'pending' | 'cancelled',
  ): Promise<EndedRecording> {
    const { id, body, plan, program, live, sound } = active;
    const durationSeconds = (await sound?.finish()) ?? 0;
    const audioPath = sound?.path;
    const isPrivate = body.private ?? false;
    const hasAudio = audioPath !== undefined && durationSeconds > 0;
    const ofDisk = active.diskError === undefined ? undefined : notKept(active.diskError, hasAudio);
    const unwritten =
      isPrivate || audioPath === undefined
        ? undefined
        : await this.#files.endRow(
            id,
            hasAudio || status === 'cancelled' ? status : undefined,
            durationSeconds,
          );
    const failure = unwritten ?? active.failure ?? ofDisk;
    // Nobody will ask for the live transcript.
    if (failure && (unwritten || !hasAudio)) live?.stop(failure);
    const { mode } = plan;
    return {
      facts: {
        id,
        mode: { id: mode.id, name: mode.name },
        delivery: body.delivery ?? 'paste',
        program: programView(program),
        private: isPrivate,
        ended_by: ending,
        duration_ms: Math.round(durationSeconds * 1000),
      },
      joins: mode.spaceBetweenDictations,
      recorded:
        audioPath === undefined || durationSeconds === 0 || unwritten
          ? undefined
          : { id, plan, audioPath, durationSeconds, private: isPrivate, live },
      failure,
      place: active.place,
      selection: active.selection,
      cleanUp: async () => {
        await live?.close();
        this.#files.close(id);
      },
    };
  }
}
