import { QuothError } from '@quoth/client';
import { plainText, printedJson, type TranscriptFormat, type Transcription } from '@quoth/contract';
import { checkEngine, noteMissingLanguageModel } from './check-choice.ts';
import { checkLanguage } from './check-language.ts';
import type { CliEnvironment } from './environment.ts';
import { FailureToldAlready } from './exit-codes.ts';
import { OutcomeTold } from './outcome-told.ts';
import { type FileJob, nameOf } from './plan-outputs.ts';
import { errorBodyOf, printError, printNote } from './print.ts';
import { formatQuery, rendered, type SpeechFlags, speechQuery, transcribeOne } from './transcribe-one.ts';
import { wantedRewriting } from './wanted-rewriting.ts';
import { writeOutput } from './write-output.ts';

/** The options of `quoth transcribe`. */
export interface TranscribeFlags extends SpeechFlags {
  readonly format: TranscriptFormat;
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Transcribes the files in turn and writes each result as soon as it is there. A failure does not stop the others; the last one is thrown. */
export async function transcribeFiles(
  environment: CliEnvironment,
  jobs: readonly FileJob[],
  flags: TranscribeFlags,
): Promise<void> {
  checkLanguage(flags.language);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  if (rewriting.named && rewriting.request) await noteMissingLanguageModel(environment, client);
  const outcome = new OutcomeTold(environment, rewriting);
  const isMany = jobs.length > 1;
  const asLines = isMany && (flags.json === true || flags.format === 'json');
  let failure: unknown;
  for (const [index, job] of jobs.entries()) {
    try {
      const result = await transcribeOne(environment, client, job.input, {
        query: { ...speechQuery(flags, rewriting), ...formatQuery(flags.format, flags) },
      });
      outcome.tell(result);
      if (flags.json !== true) printNote(environment, `Transcribed by ${result.model}.`);
      const text =
        asLines && job.output === undefined
          ? jsonLine(job, result)
          : rendered(result, flags.json ? 'json' : flags.format);
      if (job.output !== undefined) await writeOutput(job.output, text);
      else
        environment.stdout.write(
          isMany && !asLines
            ? `${index === 0 ? '' : '\n'}==> ${plainText(nameOf(job.input))} <==\n${text}`
            : text,
        );
    } catch (error) {
      if (environment.signal.aborted) throw error;
      // The last failure is printed by whoever catches it.
      if (failure !== undefined) printError(environment, false, failure);
      failure = isMany ? withFile(error, job.input) : error;
      if (asLines && job.output === undefined)
        environment.stdout.write(
          `${printedJson({ ok: false, file: job.input, error: errorBodyOf(error) })}\n`,
        );
      if (error instanceof QuothError && error.code === 'NO_CONNECTION') break;
    }
  }
  if (failure === undefined) return;
  // Lines of JSON have told it already: there is to be nothing else on that stream.
  throw asLines ? new FailureToldAlready(failure) : failure;
}

function withFile(error: unknown, input: string): unknown {
  if (!(error instanceof QuothError)) return error;
  const { code, hint, details, status, requestId } = error;
  const message = `${nameOf(input)}: ${error.message}`;
  return new QuothError(code, { message, hint, details, status, requestId, cause: error });
}

function jsonLine(job: FileJob, result: Transcription): string {
  return `${printedJson({ file: job.input, ...result })}\n`;
}
