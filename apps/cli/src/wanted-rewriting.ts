import type { Client } from '@quoth/client';
import type { Mode, Preset } from '@quoth/contract';
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
