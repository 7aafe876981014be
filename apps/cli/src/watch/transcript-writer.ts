import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TranscriptFormat, Transcription } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import type { OutcomeTold } from '../outcome-told.ts';
import { formatQuery, rendered, type SpeechFlags, speechQuery, transcribeOne } from '../transcribe-one.ts';
import type { WantedRewriting } from '../wanted-rewriting.ts';
import { writeNewOutput, writeOutput } from '../write-output.ts';
import type { WantedOutput } from './outputs-of.ts';
import type { WrittenOutput } from './watch-journal.ts';
import type { SeenFile } from './watched-files.ts';

/** What a TranscriptWriter works with. */
export interface TranscriptWriterOptions {
  readonly environment: CliEnvironment;
  readonly flags: SpeechFlags;
  readonly rewriting: WantedRewriting;
  readonly outcome: OutcomeTold;
}

/** Has a file transcribed and writes its transcripts. */
export class TranscriptWriter {
  readonly #with: TranscriptWriterOptions;

  constructor(options: TranscriptWriterOptions) {
    this.#with = options;
  }

  /** Writes the transcripts, and gives those that were written here; another command on the same folder may have been quicker. */
  async write(file: SeenFile, wanted: readonly WantedOutput[]): Promise<WrittenOutput[]> {
    const contents = await this.#contents(
      file,
      wanted.map(({ format }) => format),
    );
    const written: WrittenOutput[] = [];
    for (const { format, path, replaces } of wanted) {
      const content = contents.get(format) ?? '';
      if (replaces) await writeOutput(path, content);
      else if (!(await writeNewOutput(path, content))) continue;
      const { size, mtimeMs } = await lstat(path);
      written.push({ name: basename(path), size, mtimeMs });
    }
    return written;
  }

  /** Each kind of captions takes a request; the key has the work done once all the same. */
  async #contents(
    file: SeenFile,
    formats: readonly TranscriptFormat[],
  ): Promise<ReadonlyMap<TranscriptFormat, string>> {
    const { environment, flags, rewriting, outcome } = this.#with;
    const isCaptions = (format: TranscriptFormat) => format === 'srt' || format === 'vtt';
    const captions = formats.filter(isCaptions);
    const others = formats.filter((format) => !isCaptions(format));
    const query = speechQuery(flags, rewriting);
    const idempotencyKey = keyOf(file, { query, formats });
    const contents = new Map<TranscriptFormat, string>();
    let result: Transcription | undefined;
    const requests: readonly TranscriptFormat[] = captions.length > 0 ? captions : ['txt'];
    for (const format of requests) {
      const client = await environment.openOrStart();
      const isFirst = result === undefined;
      result = await transcribeOne(environment, client, file.path, {
        query: {
          ...query,
          ...formatQuery(format, flags),
          ...(formats.includes('json') ? formatQuery('json', flags) : {}),
        },
        idempotencyKey,
      });
      if (isFirst) outcome.tell(result);
      if (isCaptions(format)) contents.set(format, rendered(result, format));
    }
    if (result) for (const format of others) contents.set(format, rendered(result, format));
    return contents;
  }
}

/** The same for everybody who wants the same of the same file as it is now. */
function keyOf({ path, size, mtimeMs }: SeenFile, wanted: unknown): string {
  const what = JSON.stringify([path, size, mtimeMs, wanted]);
  return `watch-${createHash('sha256').update(what).digest('hex')}`;
}
