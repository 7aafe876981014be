import { type LanguageChoice, languageChoices, languageFor, localeFor } from '@quoth/contract';
import type { Render } from '@quoth/words/render.ts';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { englishTexts, loadTexts, type WindowTexts } from './load-texts.ts';

interface Texts extends WindowTexts {
  /** Changes the language, once its texts are there. */
  readonly show: (texts: WindowTexts) => void;
}

const TextContext = createContext<Texts>({ ...englishTexts, show: () => undefined });

/** The texts to begin with: in the language that the server has written into the page. */
export function firstTexts(): Promise<WindowTexts> {
  const written = document.documentElement.dataset.language;
  return loadTexts(
    languageFor(languageChoices.find((one) => one === written) ?? 'system', navigator.languages),
  );
}

/** Gives every component below it its texts, numbers and times, as the user's language and country write them. */
export function TextProvider({
  first,
  children,
}: {
  readonly first: WindowTexts;
  readonly children: ReactNode;
}) {
  const [texts, show] = useState(first);
  const { language, messages } = texts;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const context = useMemo(() => ({ ...texts, show }), [texts]);
  return (
    <TextContext value={context}>
      <IntlProvider
        locale={localeFor(language, navigator.languages)}
        messages={messages}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </TextContext>
  );
}

/** Follows the setting, and the browser where the setting is `system`; the page stays as it is. */
export function useLanguage(choice: LanguageChoice | undefined): void {
  const { language, show } = use(TextContext);
  useEffect(() => {
    if (choice === undefined) return;
    let isWanted = true;
    const follow = () => {
      const wanted = languageFor(choice, navigator.languages);
      if (wanted !== language) void loadTexts(wanted).then((texts) => isWanted && show(texts));
    };
    follow();
    window.addEventListener('languagechange', follow);
    return () => {
      isWanted = false;
      window.removeEventListener('languagechange', follow);
    };
  }, [choice, language, show]);
}

/** Puts what the application says into the window's language. */
export function useTranslate(): Render {
  return use(TextContext).translate;
}
