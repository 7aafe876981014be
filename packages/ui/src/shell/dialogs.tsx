import { useTranslations } from 'use-intl';
import { Button, KeyCap } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CodeBlock } from '../design/table.tsx';
import { isMac } from '../system.ts';
import { keyNames } from './key-sequence.ts';

const rows = [
  ['mod+k', 'palette'],
  ['space', 'record'],
  ['/', 'search'],
  ['g r', 'goRecord'],
  ['g h', 'goHistory'],
  ['g m', 'goModes'],
  ['g v', 'goVocabulary'],
  ['g o', 'goModels'],
  ['g s', 'goSettings'],
  ['shift+↓', 'selectRange'],
  ['mod+a', 'selectAll'],
  ['delete', 'delete'],
  ['mod+z', 'restore'],
  ['?', 'show'],
  ['escape', 'close'],
] as const;

/** Every key of the window. */
export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('keys.title')}
      description={t('keys.description')}
      isOpen={isOpen}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <dl className="m-0 divide-y divide-line">
        {rows.map(([keys, text]) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{t(`keys.${text}`)}</dt>
            <dd className="m-0 flex items-center gap-1">
              {keyNames(keys, isMac).map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

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
      <CodeBlock code="quoth start" title="Terminal" />
    </Dialog>
  );
}
