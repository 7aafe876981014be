import type { exitCodes } from '../exit-codes.ts';
import type { CommandName } from '../program-to-type.ts';

/** What a man page says in another language. Options stay in English, as `--help` prints them. */
export interface ManualPageTexts {
  readonly headings: Readonly<
    Record<'name' | 'synopsis' | 'description' | 'commands' | 'exitStatus' | 'seeAlso', string>
  >;
  /** What Quoth does, in one line. */
  readonly summary: string;
  readonly usage: string;
  readonly introduction: string;
  readonly commands: Readonly<Record<ManualCommand, string>>;
  readonly exits: Readonly<Record<keyof typeof exitCodes, string>>;
}

/** The launcher runs `gateway` itself: it has a package and a help of its own. */
export type ManualCommand = Exclude<CommandName, 'gateway'>;
