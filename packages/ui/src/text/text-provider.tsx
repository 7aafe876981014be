import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import './catalog.ts';
import { en } from './en.ts';

/** Gives every component below it its texts, numbers and times, as this machine writes them. */
export function TextProvider({ children }: { readonly children: ReactNode }) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <IntlProvider locale={englishOfThisMachine()} messages={en} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

/** The locale for dates and numbers: that of this machine, if it is a variety of English. */
function englishOfThisMachine(): 'en' {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return (locale.startsWith('en') ? locale : 'en') as 'en';
}
