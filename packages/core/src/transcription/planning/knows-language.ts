import { primaryLanguage } from '@quoth/contract';

/** True when the model takes the language; `auto` fits every model. Compared by the primary tag: `en-GB` is `en`. */
export function knowsLanguage(model: { readonly languages: readonly string[] }, language: string): boolean {
  if (language === 'auto' || model.languages.includes('*')) return true;
  const primary = primaryLanguage(language);
  return model.languages.some((known) => primaryLanguage(known) === primary);
}

/** More would be a wall of codes. */
const A_FEW = 8;

/** Language tags for a sentence: all of a few, else the first of them and how many there are. */
export function aFewOf(languages: readonly string[]): string {
  if (languages.length <= A_FEW) return languages.join(', ');
  return `${languages.slice(0, A_FEW).join(', ')} and ${languages.length - A_FEW} more ("quoth models languages" lists them)`;
}

/** A language for a sentence: its name, and the tag as it was given. */
export function languageInWords(tag: string): string {
  let name: string | undefined;
  try {
    name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    // No well-formed tag has no name.
  }
  return name === undefined ? `the language "${tag}"` : `${name} ("${tag}")`;
}
