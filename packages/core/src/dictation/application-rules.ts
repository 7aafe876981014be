import { AppError, type ApplicationRule, limits, type Mode, type OpenApplication } from '@quoth/contract';
import { chooseByApplication } from './choose-by-application.ts';
import type { Applications } from './ports.ts';

/** The desktop is asked before the microphone opens: whoever does not answer by then is not waited for. */
const PATIENCE_MS = 150;
/** As many programs are listed. */
const MOST_OPEN = 100;

/** What the window that one speaks into says about a dictation. In memory alone: neither name nor title is kept or logged. */
export interface DictationPlace {
  /** The mode that a rule chose, and the rule. */
  readonly modeId?: string | undefined;
  readonly rule?: ApplicationRule | undefined;
  /** The program, for modes that send it to the language model. */
  readonly program?: string | undefined;
}

export interface ApplicationRulesOptions {
  /** Undefined where windows of other programs cannot be seen. */
  readonly applications: Applications | undefined;
  readonly modes: () => readonly Mode[];
  readonly readsTitles: () => boolean;
}

/** Chooses the mode by the program that has the focus. The desktop is asked only if a mode has such a rule. */
export class ApplicationRules {
  readonly #with: ApplicationRulesOptions;

  constructor(options: ApplicationRulesOptions) {
    this.#with = options;
  }

  /** Never fails: what cannot be seen chooses nothing. `askedFor` is the mode that the user named. */
  async choose(askedFor: string | undefined): Promise<DictationPlace> {
    const { applications, modes, readsTitles } = this.#with;
    const all = modes();
    const hasRules = askedFor === undefined && all.some((mode) => mode.applications.length > 0);
    if (!applications || !(hasRules || all.some((mode) => mode.sendProgramName))) return {};
    const seen = await inTime(applications.active({ titles: hasRules && readsTitles() }));
    if (!seen) return {};
    const chosen = hasRules ? chooseByApplication(all, seen) : undefined;
    return {
      modeId: chosen?.mode.id,
      rule: chosen?.rule,
      program: seen.program.slice(0, limits.programCharacters),
    };
  }

  /** For the mode editor. Throws INVALID_REQUEST where windows cannot be seen. */
  async open(): Promise<readonly OpenApplication[]> {
    const { applications, readsTitles } = this.#with;
    const titles = readsTitles();
    const seen = await applications?.open({ titles });
    if (!seen) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The windows of other programs cannot be seen on this desktop.',
        hint: 'Enter the name of the program in the rule yourself.',
      });
    }
    return seen.slice(0, MOST_OPEN).map(({ program, title, active }) => ({
      program: program.slice(0, limits.programCharacters),
      title: titles && title !== undefined ? title.slice(0, limits.windowTitleCharacters) : null,
      active,
    }));
  }
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS);
  try {
    return await Promise.race([asked.catch(() => undefined), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
