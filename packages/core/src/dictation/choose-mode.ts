import {
  AppError,
  type ApplicationRule,
  type CreateModeBody,
  type ErrorBody,
  limits,
  type Mode,
  type OpenApplication,
  type StartDictationBody,
  say,
  visibleLine,
} from '@quoth/contract';
import type { RecordingProgram } from '../declarations/index.ts';
import type { DictatedTranscriptions, DictationPlan } from '../transcription/index.ts';
import type { Applications } from './ports.ts';

/** What a recording is asked for with. */
export interface DictationStart extends StartDictationBody {
  /** The program of an action asks: its text triggers no other. */
  readonly byAction: boolean;
}

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
 * The mode whose rule matches the focused window; undefined if none does. A rule with a title takes precedence over one
 * with the program alone, then the order of the modes counts, then that of a mode's rules.
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
 * True if the whole text matches the pattern: `*` is anything, letters count without case. Each piece between two stars
 * is taken at its first place, which is never worse than a later one; so nothing is tried twice, and no pattern can
 * take long.
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

/** The desktop is asked before the microphone opens, which does not wait longer than this. */
const PATIENCE_MS = 150;
/** As many programs are listed. */
const MAX_OPEN = 100;

/**
 * What the window that one speaks into says about a dictation. In memory alone: neither name nor title is kept or
 * logged.
 */
export interface DictationPlace {
  /** The mode that a rule chose, and the rule. */
  readonly modeId?: string | undefined;
  readonly rule?: ApplicationRule | undefined;
  /** The program, for modes that send it to the language model. */
  readonly program?: string | undefined;
}

/** Lists the programs that have windows. */
export interface ApplicationSources {
  /** Undefined where windows of other programs cannot be seen. */
  readonly applications: Applications | undefined;
  readonly modes: () => readonly Mode[];
  readonly readsTitles: () => boolean;
}

/**
 * Chooses the mode by the program that has the focus; `askedFor` is the mode that the user named. The desktop is asked
 * only if a mode has such a rule. Never fails: what cannot be seen chooses nothing.
 */
export async function choosePlace(
  { applications, modes, readsTitles }: ApplicationSources,
  askedFor: string | undefined,
): Promise<DictationPlace> {
  const all = modes();
  const hasRules = askedFor === undefined && all.some((mode) => mode.applications.length > 0);
  if (!applications || !(hasRules || all.some((mode) => mode.sendProgramName))) return {};
  const seen = await withTimeLimit(applications.active({ titles: hasRules && readsTitles() }));
  if (!seen) return {};
  const chosen = hasRules ? chooseByApplication(all, seen) : undefined;
  return {
    modeId: chosen?.mode.id,
    rule: chosen?.rule,
    program: seen.program.slice(0, limits.programCharacters),
  };
}

/** Programs with windows, for the mode editor. Throws DESKTOP_UNAVAILABLE where windows cannot be seen. */
export async function openApplications({
  applications,
  readsTitles,
}: ApplicationSources): Promise<readonly OpenApplication[]> {
  const titles = readsTitles();
  const seen = await applications?.open({ titles });
  if (!seen) {
    throw new AppError('DESKTOP_UNAVAILABLE', {
      message: say('windowsNotSeen'),
      hint: say('enterProgramYourself'),
    });
  }
  return seen.slice(0, MAX_OPEN).map(({ program, title, active }) => ({
    program: program.slice(0, limits.programCharacters),
    title: titles && title !== undefined ? title.slice(0, limits.windowTitleCharacters) : null,
    active,
  }));
}

async function withTimeLimit<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS);
  try {
    return await Promise.race([asked.catch(() => undefined), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export interface RecordingPlanning {
  readonly transcriber: Pick<DictatedTranscriptions, 'plan' | 'planTrial' | 'refusal'>;
  /** A mode that is not saved, with the vocabulary for all modes. */
  readonly draft: (body: CreateModeBody) => Mode;
}

/**
 * Decides how a recording becomes text, before its microphone is opened. Throws MODE_NOT_FOUND, what planning does, and
 * why the provider cannot be used.
 */
export function planRecording(
  { transcriber, draft }: RecordingPlanning,
  body: DictationStart,
  place: DictationPlace,
  by: RecordingProgram | undefined,
): DictationPlan {
  const { modeId = body.mode_id, program } = place;
  const plan = body.trial
    ? { ...transcriber.planTrial(draft(body.trial)), program }
    : { ...transcriber.plan(modeId), program };
  // An instruction is not a text: rewriting would change what it asks for.
  if (body.edit) plan.mode = { ...plan.mode, postProcessingMode: 0 };
  // What several people said is kept as it was said; it can be rewritten from the history.
  if (body.meeting) {
    plan.options = { ...plan.options, post_process: false, channels: 'separate' };
    // A provider gets each track once, at the end, and not their mix as well.
    plan.isLive &&= plan.plan.kind === 'local';
  }
  if (by?.mayRewrite === false) {
    plan.mode = { ...plan.mode, postProcessingMode: 0 };
    plan.options = { ...plan.options, post_process: false };
  }
  const refusal = transcriber.refusal(plan);
  if (refusal) throw refusal;
  return plan;
}

/**
 * Why nothing can be recorded in this mode, or the default one; null if it can. Throws MODE_NOT_FOUND for a mode that
 * was named.
 */
export function recordingRefusal(
  { transcriber }: Pick<RecordingPlanning, 'transcriber'>,
  modeId: string | undefined,
): ErrorBody | null {
  try {
    return transcriber.refusal(transcriber.plan(modeId))?.toBody() ?? null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'MODE_NOT_FOUND') throw error;
    return error.toBody();
  }
}
