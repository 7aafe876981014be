import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@quoth/client';
import type { Mode, Preset, TranscriptionWarning } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { modeNamed } from '../terminal/choices.ts';
import { printNote } from '../terminal/print.ts';

/** What the options say of rewriting. */
export interface RewriteFlags {
  readonly mode?: string;
  /** Undefined: as the mode says. */
  readonly rewrite?: boolean;
  readonly preset?: Preset;
}

/** What is asked of the application, and who asked for it. */
export interface WantedRewriting {
  readonly mode: Mode;
  /** Undefined: nothing is rewritten. */
  readonly request: { readonly post_process: true; readonly preset?: Preset } | undefined;
  /** True where the person said so in this very command. */
  readonly named: boolean;
  /** Who wants it, for a sentence that says that it did not happen. */
  readonly asked: string;
}

/**
 * Settles whether and how the text is rewritten: a mode does all that it says, and an option stands above it. Throws
 * MODE_NOT_FOUND.
 */
export async function wantedRewriting(
  client: Client,
  { mode: written, rewrite, preset }: RewriteFlags,
): Promise<WantedRewriting> {
  const mode = await modeNamed(client, written);
  const named = written !== undefined || rewrite === true || preset !== undefined;
  const asked =
    rewrite === true || preset !== undefined ? 'although it was asked for' : `as mode "${mode.name}" would`;
  const isOff = mode.postProcessingMode === 0;
  if (rewrite === false || (isOff && rewrite !== true && preset === undefined))
    return { mode, request: undefined, named, asked };
  const wanted = preset ?? (isOff ? mode.preset : undefined);
  return { mode, request: { post_process: true, ...(wanted && { preset: wanted }) }, named, asked };
}

/** What a transcription says of its rewriting; as the answer and the end of a dictation have it. */
export interface RewritingOutcome {
  readonly warning?: TranscriptionWarning | undefined;
  readonly post_processed?: boolean | undefined;
}

/**
 * Says on stderr what is to be known of a text, above all that it is as it was spoken although rewriting was wanted,
 * and the command that fixes it. That is said wherever a mode or an option asked for rewriting, on a terminal and in a
 * script's log: a text that is raw in silence is taken for a rewritten one. Only the mode Hyper, once the default of a
 * first start, asks for what no one chose: where no language model was ever set up and the command names no mode, one
 * line says so the first time, with the way out, and no command after it (the answer in JSON always does).
 */
const SPEECH_WARNINGS = new Set<string>([
  'LANGUAGE_MISMATCH',
  'AUDIO_INCOMPLETE',
  'TEXT_LEFT_OUT',
  'TEXT_DOUBTFUL',
]);

export class RewritingReport {
  readonly #environment: CliEnvironment;
  readonly #wanted: Omit<WantedRewriting, 'mode'> & { readonly provider: string | null };
  readonly #isChosen: boolean;
  readonly #verbatim: string;
  readonly #once: OneTimeNote;
  #last = '';

  /** `verbatim`: what to write for a text as it was spoken. */
  constructor(environment: CliEnvironment, { mode, ...wanted }: WantedRewriting, verbatim = '--no-rewrite') {
    this.#environment = environment;
    this.#verbatim = verbatim;
    this.#wanted = { ...wanted, provider: mode.postProcessingProvider };
    this.#isChosen = wanted.named || mode.postProcessingProvider !== null || !isFirstDefault(mode);
    this.#once = new OneTimeNote(environment.config.dataFolder, 'rewriting-note-given');
  }

  tell({ warning, post_processed }: RewritingOutcome): void {
    const { request } = this.#wanted;
    if (post_processed === true && request !== undefined) this.#once.forget();
    if (!warning) return;
    if (SPEECH_WARNINGS.has(warning.code)) {
      // Two warnings in the place of one, the speech's first: the other is about the rewriting.
      const [speech = '', ...others] = warning.message.split('\n');
      printNote(this.#environment, `Warning: ${speech}`);
      const message = others.join('\n');
      if (message !== '') this.tell({ warning: { code: codeOf(message), message }, post_processed });
      return;
    }
    const isRaw = post_processed === false && request !== undefined;
    const words = isRaw ? this.#ofRawText(warning) : `Warning: ${warning.message}`;
    if (words === undefined || (isRaw && words === this.#last)) return;
    if (isRaw) this.#last = words;
    printNote(this.#environment, words);
  }

  /** Undefined where it was said before and no one asked for rewriting. */
  #ofRawText({ code, message }: TranscriptionWarning): string | undefined {
    const { asked, provider } = this.#wanted;
    if (code !== 'MISSING_API_KEY')
      return `Not rewritten, ${asked}: ${message}\nTo see who can be asked: quoth providers list`;
    const setKey = `quoth providers set-key ${provider ?? 'openai'}`;
    if (!this.#isChosen) {
      if (!this.#once.isFirstTime()) return undefined;
      return `Not rewritten, ${asked}: no language model is set up. To set one up: ${setKey}; to leave it out: ${this.#verbatim} (this is said once)`;
    }
    return [
      `Not rewritten, ${asked}: ${firstSentence(message)}`,
      `To fix it: ${setKey}   (or your own server: quoth providers add-endpoint ollama)`,
      `To leave it out: ${this.#verbatim}`,
    ].join('\n');
  }
}

/** Only the one that stands first has its code: the other is known by the command that its words name. */
function codeOf(message: string): TranscriptionWarning['code'] {
  return /providers set-key/.test(message) ? 'MISSING_API_KEY' : 'ENGINE_UNAVAILABLE';
}

/** The default mode as first starts made it before it was plain text. */
function isFirstDefault({ isDefault, isSystemProvided, preset }: Mode): boolean {
  return isDefault && isSystemProvided && preset === 'hyper';
}

/** What follows it says what to do in words for programs; the line below is for who sits at the terminal. */
export function firstSentence(text: string): string {
  return text.replace(/\. .*$/s, '.');
}

/**
 * A note that helps a person once and is in the way from then on: whether it was given, kept as an empty file in the
 * data folder.
 */
class OneTimeNote {
  readonly #path: string;

  /** `note` is the file's name. */
  constructor(dataFolder: string, note: string) {
    this.#path = join(dataFolder, note);
  }

  /** True the first time. */
  isFirstTime(): boolean {
    if (existsSync(this.#path)) return false;
    try {
      writeFileSync(this.#path, '', { flag: 'wx', mode: 0o600 });
    } catch {
      // Said once more than needed does no harm.
    }
    return true;
  }

  /** What the note said has changed since: the next time is the first one again. */
  forget(): void {
    rmSync(this.#path, { force: true });
  }
}
