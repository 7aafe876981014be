import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import './catalog.ts';
import { en } from './en.ts';

/** Gives every component below it its texts, numbers and times, as this machine writes them. */
export function TextProvider({ children }: { readonly children: ReactNode }) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <IntlProvider locale="en" messages={en} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
