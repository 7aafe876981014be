import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { plainText } from '@quoth/contract';
import { buildWindow } from '../application/build-window.ts';
import { openToStay } from '../application/stop.ts';
import type { CliEnvironment, Register } from '../environment.ts';
import { errorBodyOf, printError, printNotice } from '../terminal/print.ts';
import { counted } from '../terminal/wording.ts';

/** How long to wait for a place in the queue before asking again. */
const QUEUE_FULL_MS = 2_000;

/** One file of a file manager's selection. */
interface OpenedFile {
  readonly file: string;
  /** Null where the file was refused. */
  readonly recording_id: string | null;
  readonly error?: ReturnType<typeof errorBodyOf>;
}

/**
 * `quoth open FILE...`: what "Open with Quoth" runs. The files are transcribed in the application, and its window shows
 * them in History.
 */
export const open: Register = (command, environment) => {
  command
    .argument('<files...>', 'audio or video files')
    .option('--no-window', 'transcribe without opening the window')
    .addHelpText('after', '\nExamples:\n  quoth open interview.m4a\n  quoth open *.mp3 --no-window')
    .action(async (files: string[], options: { window: boolean; json?: boolean }) => {
      if (options.window) await buildWindow(environment);
      const { client } = await openToStay(environment, !options.window);
      // Before the files are sent: a long one takes its time, and the window shows each as it comes.
      if (options.window) {
        const { activationToken } = environment.config;
        await client.openWindow({ body: { page: '/history', ...(activationToken && { activationToken }) } });
      }
      const opened: OpenedFile[] = [];
      let failure: unknown;
      for (const file of files) {
        try {
          opened.push({ file, recording_id: await transcribe(environment, client, file) });
        } catch (error) {
          if (environment.signal.aborted) throw error;
          if (failure !== undefined) printError(environment, false, failure);
          failure = withName(error, file);
          opened.push({ file, recording_id: null, error: errorBodyOf(error) });
        }
      }
      const begun = opened.filter((each) => each.recording_id !== null).length;
      if (begun > 0 || options.json)
        printNotice(environment, options.json, { ok: failure === undefined, files: opened }, () => {
          const where = options.window ? 'Its window shows' : '"quoth recordings list" shows';
          return `Transcribing ${counted(begun, 'file')}. ${where} the texts.`;
        });
      if (failure !== undefined) throw failure;
    });
};

/**
 * Uploads a file, and gives the id of its recording as soon as that is kept. Waits while the queue is full: a selection
 * may be of a hundred files.
 */
async function transcribe({ config, signal }: CliEnvironment, client: Client, file: string): Promise<string> {
  const path = resolve(config.cwd, file);
  const found = await stat(path).catch((cause: unknown) => {
    throw new QuothError('FILE_NOT_FOUND', {
      message: 'There is no such file, or it cannot be read.',
      cause,
    });
  });
  if (!found.isFile())
    throw new QuothError('INVALID_REQUEST', {
      message: 'This is not a file.',
      hint: 'Choose audio or video files.',
    });
  for (;;) {
    try {
      const answer = await client.transcribe({
        bytes: createReadStream(path),
        contentType: 'application/octet-stream',
        query: { async: true, save: true, source_name: basename(path) },
        signal,
      });
      if ('recording_id' in answer && answer.recording_id) return answer.recording_id;
      throw new QuothError('BAD_ANSWER', { message: 'Quoth accepted the file and did not say where it is.' });
    } catch (error) {
      if (!(error instanceof QuothError) || error.code !== 'RATE_LIMITED') throw error;
      await sleep(QUEUE_FULL_MS, undefined, { signal });
    }
  }
}

function withName(error: unknown, file: string): unknown {
  if (!(error instanceof QuothError)) return error;
  const { code, advice, details, status, requestId } = error;
  const message = `${plainText(basename(file))}: ${error.message}`;
  return new QuothError(code, { message, hint: advice, details, status, requestId, cause: error });
}
