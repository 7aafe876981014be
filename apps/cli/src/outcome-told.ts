import type { TranscriptionWarning } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import type { WantedRewriting } from './wanted-rewriting.ts';

/** What a transcription says of its rewriting; as the answer and the end of a dictation have it. */
export interface Outcome {
  readonly warning?: TranscriptionWarning | undefined;
  readonly post_processed?: boolean | undefined;
}

/**
 * Says on stderr what is to be known of a text, above all that it is as it was spoken although rewriting was wanted, and the command that
 * fixes it. That is said wherever a mode or an option asked for rewriting, on a terminal and in a script's log: a text that is raw
 * in silence is taken for a rewritten one. Where no language model was ever set up and nobody named a mode that needs one, the default mode of a
 * first start is the reason: then one line says it, with the way out, and a second file says nothing new.
 */
export class OutcomeTold {
  readonly #environment: CliEnvironment;
  readonly #wanted: Omit<WantedRewriting, 'mode'> & { readonly provider: string | null };
  readonly #verbatim: string;
  #last = '';

  /** `verbatim`: what to write for a text as it was spoken. */
  constructor(environment: CliEnvironment, { mode, ...wanted }: WantedRewriting, verbatim = '--no-rewrite') {
    this.#environment = environment;
    this.#verbatim = verbatim;
    this.#wanted = { ...wanted, provider: mode.postProcessingProvider };
  }

  tell({ warning, post_processed }: Outcome): void {
    if (!warning) return;
    const { request } = this.#wanted;
    const isRaw = post_processed === false && request !== undefined && warning.code !== 'LANGUAGE_MISMATCH';
    const words = isRaw ? this.#ofRawText(warning) : `Warning: ${warning.message}`;
    if (isRaw && words === this.#last) return;
    if (isRaw) this.#last = words;
    this.#environment.stderr.write(`${words}\n`);
  }

  #ofRawText({ code, message }: TranscriptionWarning): string {
    const { named, asked, provider } = this.#wanted;
    if (code !== 'MISSING_API_KEY')
      return `Not rewritten, ${asked}: ${message}\nTo see who can be asked: quoth providers list`;
    const setKey = `quoth providers set-key ${provider ?? 'openai'}`;
    if (!named && provider === null)
      return `Not rewritten, ${asked}: no language model is set up. To set one up: ${setKey}; to leave it out: ${this.#verbatim}`;
    return [
      `Not rewritten, ${asked}: ${firstSentence(message)}`,
      `To fix it: ${setKey}   (or your own server: quoth providers add-endpoint ollama)`,
      `To leave it out: ${this.#verbatim}`,
    ].join('\n');
  }
}

/** What follows it says what to do in words for programs; the line below is for who sits at the terminal. */
export function firstSentence(text: string): string {
  return text.replace(/\. .*$/s, '.');
}
