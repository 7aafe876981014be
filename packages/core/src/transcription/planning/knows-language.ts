import { primaryLanguage } from '@quoth/contract';

/** True when the model takes the language; `auto` fits every model. Compared by the primary tag: `en-GB` is `en`. */
export function knowsLanguage(model: { readonly languages: readonly string[] }, language: string): boolean {
  if (language === 'auto' || model.languages.includes('*')) return true;
  const primary = primaryLanguage(language);
  return model.languages.some((known) => primaryLanguage(known) === primary);
}
