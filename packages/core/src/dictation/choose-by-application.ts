import { type ApplicationRule, limits, type Mode, visibleLine } from '@quoth/contract';

/** A program's window as it is read: what of it is unknown is undefined. */
export interface SeenWindow {
  readonly program: string;
  readonly title?: string | undefined;
}

/** A mode, and the rule of it that fits. */
export interface ChosenMode {
  readonly mode: Mode;
  readonly rule: ApplicationRule;
}

/**
 * The mode whose rule matches the focused window; undefined if none does. A rule with a title takes precedence over one with the program alone,
 * then the order of the modes counts, then that of a mode's rules.
 */
export function chooseByApplication(modes: readonly Mode[], seen: SeenWindow): ChosenMode | undefined {
  const fitting = modes.flatMap((mode) =>
    mode.applications.filter((rule) => fits(rule, seen)).map((rule) => ({ mode, rule })),
  );
  return fitting.find(({ rule }) => rule.title !== undefined) ?? fitting[0];
}

function fits({ program, title }: ApplicationRule, seen: SeenWindow): boolean {
  if (!fitsPattern(program, seen.program.slice(0, limits.programCharacters))) return false;
  if (title === undefined) return true;
  return (
    seen.title !== undefined && fitsPattern(`*${title}*`, seen.title.slice(0, limits.windowTitleCharacters))
  );
}

/**
 * True if the whole text matches the pattern: `*` is anything, letters count without case. Each piece between two stars is taken at its first
 * place, which is never worse than a later one; so nothing is tried twice, and no pattern can take long.
 */
function fitsPattern(pattern: string, text: string): boolean {
  const pieces = comparable(pattern).split('*');
  const whole = comparable(text);
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return whole === first;
  if (whole.length < first.length + last.length) return false;
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  const end = whole.length - last.length;
  let at = first.length;
  for (const piece of pieces) {
    const found = whole.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

function comparable(text: string): string {
  return visibleLine(text).normalize('NFC').toLowerCase();
}
