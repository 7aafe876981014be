import type { Language } from '@quoth/contract';
import type { Catalog } from '@quoth/words';
import { inEnglish, type Render, renderer } from '@quoth/words/render.ts';
import type { TextCatalog } from './catalog.ts';
import { en } from './en.ts';

/** Everything that the window says, in one language. */
export interface WindowTexts {
  readonly language: Language;
  readonly messages: typeof en;
  /** For what the application says: errors, warnings and remedies. */
  readonly translate: Render;
}

export const englishTexts: WindowTexts = { language: 'en', messages: en, translate: inEnglish };

/** Each language is fetched when it is chosen, in files of its own. */
const translations: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<readonly [{ catalog: TextCatalog }, { words: Catalog }]>>
> = {
  de: () => Promise.all([import('./de.ts'), import('@quoth/words/de.ts')]),
  fr: () => Promise.all([import('./fr.ts'), import('@quoth/words/fr.ts')]),
  es: () => Promise.all([import('./es.ts'), import('@quoth/words/es.ts')]),
  'pt-BR': () => Promise.all([import('./pt-BR.ts'), import('@quoth/words/pt-BR.ts')]),
  ja: () => Promise.all([import('./ja.ts'), import('@quoth/words/ja.ts')]),
};

/** The texts of a language; the English ones if they cannot be loaded. */
export async function loadTexts(language: Language): Promise<WindowTexts> {
  if (language === 'en') return englishTexts;
  try {
    const [{ catalog }, { words }] = await translations[language]();
    return { language, messages: catalog as typeof en, translate: renderer(words, language) };
  } catch {
    return englishTexts;
  }
}
