/** True when the model takes the language; `auto` fits every model. Compared by the primary tag: `en-GB` is `en`. */
export function knowsLanguage(model: { readonly languages: readonly string[] }, language: string): boolean {
  if (language === 'auto' || model.languages.includes('*')) return true;
  const primary = primaryTag(language);
  return model.languages.some((known) => primaryTag(known) === primary);
}

function primaryTag(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
