/*
 * The languages of everything that Quoth shows: window, indicator, tray and notifications. The command line and the
 * local API are English. packages/ui/languages.md says how to add one: its code here, and the compiler names each file
 * that is missing.
 */

/** By their tags (BCP 47). A language is listed once all of its texts exist. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] as const;
export type Language = (typeof languages)[number];

/** What the user chose; `system` follows the desktop. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/**
 * The language to show. `preferred`: the tags that the desktop or the browser asks for, most wanted first. English if
 * none of them fits.
 */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const wanted of preferred) {
    const exact = languages.find((one) => one.toLowerCase() === wanted.toLowerCase());
    const found = exact ?? languages.find((one) => baseOf(one) === baseOf(wanted));
    if (found) return found;
  }
  return 'en';
}

/** How dates, numbers and lists are written: as in the user's own country, if its language is the one that is shown. */
export function localeFor(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => baseOf(tag) === baseOf(language) && isTag(tag)) ?? language;
}

/** The language's own name for itself, as a heading has it: `Deutsch`, `Português (Brasil)`. */
export function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function baseOf(tag: string): string {
  return tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
