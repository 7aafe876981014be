import type { Client } from '@quoth/client';
import type { Mode, Preset, Warning } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import { modeNamed } from './mode-named.ts';

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

/** Settles whether and how the text is rewritten: a mode does all that it says, and an option stands above it. Throws MODE_NOT_FOUND. */
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

/**
 * Says on stderr that a text is as it was spoken although rewriting was wanted, and the command that fixes it. Where nobody asked for it in this
 * command, and no language model was ever set up, a script's log is left alone: the default mode of a first start is no mistake.
 */
export function warnOfRawText(
  environment: CliEnvironment,
  { named, asked }: WantedRewriting,
  warning: Warning,
  provider: string | undefined,
): void {
  const isSetUp = warning.code !== 'MISSING_API_KEY' || provider !== undefined;
  if (!named && !isSetUp && environment.stderr.isTTY !== true) return;
  const lines =
    warning.code === 'MISSING_API_KEY'
      ? [
          `Not rewritten, ${asked}: ${firstSentence(warning.message)}`,
          `To fix it: quoth providers set-key ${provider ?? 'openai'}   (or your own server: quoth providers add-endpoint ollama)`,
          'To leave it out: --no-rewrite, or a mode without it such as "Voice to text"',
        ]
      : [`Not rewritten, ${asked}: ${warning.message}`, 'To see who can be asked: quoth providers list'];
  environment.stderr.write(`${lines.join('\n')}\n`);
}

/** What follows it says what to do in words for programs; the line below is for who sits at the terminal. */
export function firstSentence(text: string): string {
  return text.replace(/\. .*$/s, '.');
}
