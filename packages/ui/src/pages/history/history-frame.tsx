import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';

/** Two panes side by side, or one after the other on narrow windows. */
export function HistoryFrame({
  list,
  detail,
  isOpen,
}: {
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** On narrow windows: the detail covers the list. */
  readonly isOpen: boolean;
}) {
  const t = useTranslations();
  useEffect(() => {
    document.title = `${t('pages.history')} · ${t('app.name')}`;
  }, [t]);
  return (
    <div className="flex h-full min-h-0">
      <div
        className={`min-h-0 w-full flex-col wide:flex wide:w-100 wide:shrink-0 wide:border-e wide:border-line ${isOpen ? 'hidden' : 'flex'}`}
      >
        {list}
      </div>
      <section
        aria-label={t('history.detail')}
        data-pane
        className={`relative min-w-0 flex-1 overflow-y-auto px-4 py-5 wide:block wide:px-8 wide:pt-7 ${isOpen ? 'block' : 'hidden'}`}
      >
        <div className="mx-auto max-w-180">{detail}</div>
      </section>
    </div>
  );
}
