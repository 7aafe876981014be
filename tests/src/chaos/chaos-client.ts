import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, RunningApplication } from '../support/running-application.ts';
import type { Ledger, ModeRecord, Upload } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import { spokenRequest } from './spoken-requests.ts';

/**
 * Codes with which the application may answer while its hosts are killed and its queue is full. Anything else is a bug.
 */
const EXPECTED_CODES = new Set([
  'TRANSCRIPTION_FAILED',
  'RATE_LIMITED',
  'CANCELLED',
  'INVALID_REQUEST',
  'BUSY',
]);

interface OwnMode {
  readonly id: string;
  readonly record: ModeRecord;
}

/** One client of the API: does one thing after the other, and writes down what it asked and what it was told. */
export class ChaosClient {
  readonly #ledger: Ledger;
  readonly #random: SeededRandom;
  /** The request whose answer it waits for. */
  waitsFor: string | undefined;
  #uploads: Upload[] = [];
  #modes: OwnMode[] = [];

  constructor(ledger: Ledger, random: SeededRandom) {
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Works until the signal. */
  async run(app: RunningApplication, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const act = this.#random.pick(this.#actions) ?? this.#actions[0];
      await act?.(app);
      await sleep(this.#random.between(0, 30));
    }
    this.waitsFor = undefined;
  }

  // Uploads are most of what there is to lose, so they come most often.
  readonly #actions: readonly ((app: RunningApplication) => Promise<void>)[] = [
    (app) => this.#upload(app, '', 1),
    (app) => this.#upload(app, '', 2),
    (app) => this.#upload(app, '?async=true', 1),
    (app) => this.#upload(app, '?async=true', 3),
    (app) => this.#upload(app, '?async=true', 16),
    (app) => this.#uploadForm(app),
    (app) => this.#retranscribe(app),
    (app) => this.#deleteUpload(app),
    (app) => this.#createMode(app),
    (app) => this.#renameMode(app),
    (app) => this.#deleteMode(app),
  ];

  async #upload(app: RunningApplication, query: string, sentences: number): Promise<void> {
    const upload = this.#newUpload(sentences);
    const headers = { 'content-type': 'audio/wav' };
    const answer = app.json(`/transcribe${query}`, { method: 'POST', headers, body: upload.request.wav });
    await this.#answered(upload, answer);
  }

  async #uploadForm(app: RunningApplication): Promise<void> {
    const upload = this.#newUpload(1);
    const body = new FormData();
    body.set('file', new Blob([upload.request.wav], { type: 'audio/wav' }), 'speech.wav');
    await this.#answered(upload, app.json('/transcribe', { method: 'POST', body }));
  }

  async #retranscribe(app: RunningApplication): Promise<void> {
    const upload = this.#random.pick(this.#uploads.filter(isKept));
    if (!upload) return;
    await this.#reported(
      app.send('POST', `/recordings/${upload.recordingId}/retranscribe`, { async: true }),
      'retranscribe',
    );
  }

  async #deleteUpload(app: RunningApplication): Promise<void> {
    const upload = this.#random.pick(this.#uploads.filter(isKept));
    if (!upload) return;
    upload.deleted = 'asked';
    const body = await this.#reported(
      app.json(`/recordings/${upload.recordingId}`, { method: 'DELETE' }),
      'delete',
    );
    if (body?.ok) upload.deleted = 'yes';
  }

  async #createMode(app: RunningApplication): Promise<void> {
    const name = `Mode ${this.#ledger.nextNumber()}`;
    const record: ModeRecord = { names: new Set([name]), mustExist: false, mayExist: true };
    this.#ledger.modes.set(name, record);
    const body = await this.#reported(app.send('POST', '/modes', { name }), 'create mode');
    if (!body?.ok) return;
    record.mustExist = true;
    this.#modes.push({ id: String((body.mode as { id: string }).id), record });
  }

  async #renameMode(app: RunningApplication): Promise<void> {
    const mode = this.#random.pick(this.#modes);
    if (!mode) return;
    const name = `Mode ${this.#ledger.nextNumber()}`;
    mode.record.names.add(name);
    const body = await this.#reported(app.send('PATCH', `/modes/${mode.id}`, { name }), 'rename mode');
    if (body?.ok) mode.record.names = new Set([name]);
  }

  async #deleteMode(app: RunningApplication): Promise<void> {
    const mode = this.#random.pick(this.#modes);
    if (!mode) return;
    this.#modes = this.#modes.filter((other) => other !== mode);
    mode.record.mustExist = false;
    const body = await this.#reported(app.json(`/modes/${mode.id}`, { method: 'DELETE' }), 'delete mode');
    if (body?.ok) mode.record.mayExist = false;
  }

  #newUpload(sentences: number): Upload {
    const request = spokenRequest(this.#ledger.nextNumber(), sentences);
    const upload: Upload = { request };
    this.#ledger.uploads.push(upload);
    this.#uploads.push(upload);
    return upload;
  }

  async #answered(upload: Upload, answer: Promise<Answer>): Promise<void> {
    const body = await this.#reported(answer, 'POST /transcribe');
    if (typeof body?.recording_id === 'string') upload.recordingId = body.recording_id;
    if (body?.ok && typeof body.text === 'string') {
      upload.completed = true;
      if (body.text !== upload.request.text) {
        throw new Error(`answered "${body.text}" instead of "${upload.request.text}"`);
      }
    }
  }

  /**
   * The answer's body; undefined where the application died before it answered. Throws for an answer that no crash
   * explains.
   */
  async #reported(answer: Promise<Answer>, what: string): Promise<Answer['body'] | undefined> {
    this.waitsFor = what;
    const response = await answer.catch(() => undefined);
    if (response) this.#ledger.answers++;
    const code = response?.body.error?.code;
    if (code !== undefined && !EXPECTED_CODES.has(code)) {
      throw new Error(`an answer that no crash explains: ${JSON.stringify(response?.body.error)}`);
    }
    return response?.body;
  }
}

function isKept({ recordingId, deleted }: Upload): boolean {
  return recordingId !== undefined && deleted === undefined;
}
