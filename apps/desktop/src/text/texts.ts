import { type Language, languageFor, type Settings } from '@quoth/contract';
import type { Core } from '@quoth/core';
import type { Catalog } from '@quoth/words';
import { inEnglish, type Render, renderer } from '@quoth/words/render.ts';
import { type DesktopTexts, en } from './en.ts';

/** Read when it is chosen. */
const translations: Readonly<
  Record<
    Exclude<Language, 'en'>,
    () => Promise<readonly [{ readonly texts: DesktopTexts }, { readonly words: Catalog }]>
  >
> = {
  de: () => Promise.all([import('./de.ts'), import('@quoth/words/de.ts')]),
  fr: () => Promise.all([import('./fr.ts'), import('@quoth/words/fr.ts')]),
  es: () => Promise.all([import('./es.ts'), import('@quoth/words/es.ts')]),
  'pt-BR': () => Promise.all([import('./pt-BR.ts'), import('@quoth/words/pt-BR.ts')]),
  ja: () => Promise.all([import('./ja.ts'), import('@quoth/words/ja.ts')]),
};

export interface TextsOptions {
  readonly settings: () => Pick<Settings, 'language'>;
  readonly events: Pick<Core['events'], 'on'>;
  /** What the desktop asks for, most wanted first. */
  readonly preferred: readonly string[];
}

/**
 * The texts in the user's language, as the setting and the desktop want it. Until they are read, and where they cannot
 * be, they are English.
 */
export class Texts {
  readonly #options: TextsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #endEvents: () => void;
  #language: Language = 'en';
  #texts: DesktopTexts = en;
  #translate: Render = inEnglish;

  constructor(options: TextsOptions) {
    this.#options = options;
    this.#endEvents = options.events.on({ 'settings-changed': () => void this.follow() });
  }

  get current(): DesktopTexts {
    return this.#texts;
  }

  get language(): Language {
    return this.#language;
  }

  /** Puts errors, warnings and remedies into the user's language. */
  readonly translate: Render = (value) => this.#translate(value);

  /** Calls the listener when the language has changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#endEvents();
    this.#listeners.clear();
  }

  /** Reads the texts of the wanted language. Never rejects. */
  async follow(): Promise<void> {
    const wanted = this.#wanted();
    if (wanted === this.#language) return;
    const read = wanted === 'en' ? undefined : await translations[wanted]().catch(() => undefined);
    // The user has chosen another one meanwhile.
    if (wanted !== this.#wanted()) return;
    this.#language = read ? wanted : 'en';
    this.#texts = read?.[0].texts ?? en;
    this.#translate = read && wanted !== 'en' ? renderer(read[1].words, wanted) : inEnglish;
    for (const listener of this.#listeners) listener();
  }

  #wanted(): Language {
    return languageFor(this.#options.settings().language, this.#options.preferred);
  }
}

/** The lines of a desktop entry for this key, in every language: the desktop chooses. */
export async function entryLines(key: string, text: keyof DesktopTexts['entry']): Promise<readonly string[]> {
  const lines = Object.entries(translations).map(async ([language, read]) => {
    const [{ texts }] = await read();
    return `${key}[${language.replace('-', '_')}]=${texts.entry[text]}`;
  });
  return [`${key}=${en.entry[text]}`, ...(await Promise.all(lines))];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The languages that the desktop asks for: on Linux as gettext reads them from the environment, elsewhere the system's
 * own.
 */
export function desktopLanguages(platform: NodeJS.Platform, env: Environment): readonly string[] {
  const system = Intl.DateTimeFormat().resolvedOptions().locale;
  if (platform !== 'linux') return [system];
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  // Where no language is set, LANGUAGE does not count either.
  if (/^(?:C|POSIX)?(?:\.|$)/.test(locale)) return [];
  return [...(env.LANGUAGE ?? '').split(':'), locale].map(tagOf).filter((tag) => tag !== '');
}

/** `pt_BR.UTF-8@euro` as a tag. */
function tagOf(locale: string): string {
  return (locale.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-');
}
