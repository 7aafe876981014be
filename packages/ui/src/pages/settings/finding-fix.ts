/** How to fix a finding: a text, and a command if one has to be run in a terminal. */
interface FindingFix {
  readonly words: string;
  readonly command: string | undefined;
}

/** Programs with which the application's own commands begin. */
const COMMAND = /^(?:(.*?): )?((?:sudo|npm|brew|quoth|du) .+)$/s;

/** Separates the command from the text, so that only the command is copied. */
export function takeFixApart(fix: string): FindingFix {
  const match = COMMAND.exec(fix);
  return match ? { words: match[1] ?? '', command: match[2] } : { words: fix, command: undefined };
}
