import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Dialog } from '../design/dialog.tsx';

/** How to start the application from outside, because a page cannot start programs. */
export function StartAgainDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('connection.startAgain')}
      description={t('connection.howToStart')}
      isOpen
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <CodeBlock code="quoth start" title="Terminal" copyName={t('app.copy')} doneName={t('app.copied')} />
    </Dialog>
  );
}
