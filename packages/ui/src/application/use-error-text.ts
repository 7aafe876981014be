import { QuothError } from '@quoth/client';
import { hintForWindow } from '@quoth/contract';
import { useTranslations } from 'use-intl';

/** What went wrong, worded for the window: the API's hints name routes, so the window has its own. */
export interface ErrorText {
  readonly message: string;
  readonly hint: string | undefined;
}

/** Puts an error into words. */
export function useErrorText(): (error: unknown) => ErrorText {
  const t = useTranslations('errors');
  return (error) => {
    if (!(error instanceof QuothError)) return { message: t('unexpected'), hint: undefined };
    const hintKey = `${error.code}_hint` as Parameters<typeof t.has>[0];
    const message = error.code === 'NO_CONNECTION' ? t('NO_CONNECTION') : error.message;
    return {
      message,
      hint: t.has(hintKey) ? t(hintKey as 'TIMEOUT_hint') : error.hint && hintForWindow(error.hint),
    };
  };
}
