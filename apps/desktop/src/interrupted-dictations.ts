import type { RecordingStatus } from '@quoth/contract';
import type { Core } from '@quoth/core';

/** Dictations that were cut off when Quoth ended: the cursor that their texts were for is gone, so their user learns where they are. */
export class InterruptedDictations {
  readonly #core: Pick<Core, 'events' | 'recordings'>;
  readonly #endEvents: () => void;
  readonly #waiting = new Set<string>();

  constructor(core: Pick<Core, 'events' | 'recordings'>) {
    this.#core = core;
    this.#endEvents = core.events.subscribe((event) => {
      if (event.type === 'recording-status-changed') this.#changed(event.recordingId, event.status);
    });
  }

  /** To be called once, before anything new can be dictated. */
  async follow(): Promise<void> {
    for (const { id, source, program } of await this.#core.recordings.unfinished())
      if (source === 'dictation' && program === null) this.#waiting.add(id);
  }

  close(): void {
    this.#endEvents();
  }

  #changed(id: string, status: RecordingStatus): void {
    if (status !== 'completed' && status !== 'failed') return;
    if (!this.#waiting.delete(id)) return;
    const { events } = this.#core;
    if (status === 'completed') {
      const message = 'What you said before Quoth quit is in the history.';
      events.publish({ type: 'remark-made', kind: 'done', message });
      return;
    }
    events.publish({
      type: 'remark-made',
      kind: 'problem',
      message: 'What you said before Quoth quit was not transcribed.',
      hint: 'Find the recording in the history and transcribe it again.',
    });
  }
}
