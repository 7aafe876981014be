/** What mends a finding: words, and a command where one is to be run in a terminal. */
export interface FindingFix {
  readonly words: string;
  readonly command: string | undefined;
}

/** Programs that the application's own fixes begin with. */
const COMMAND = /^(?:(.*?): )?((?:sudo|npm|brew|quoth|du) .+)$/s;

/** Takes a fix apart, so that the command alone can be copied. */
export function takeFixApart(fix: string): FindingFix {
  const match = COMMAND.exec(fix);
  return match ? { words: match[1] ?? '', command: match[2] } : { words: fix, command: undefined };
}
