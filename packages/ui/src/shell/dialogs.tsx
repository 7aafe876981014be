import { useTranslations } from 'use-intl';
import { Button, KeyCap } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CodeBlock } from '../design/table.tsx';
import { isMac } from '../system.ts';
import { keyNames } from './key-sequence.ts';

const rows = [
  ['mod+k', 'palette.name'],
  ['space', 'palette.record'],
  ['/', 'keys.search'],
  ['g r', 'app.toRecord'],
  ['g h', 'keys.goHistory'],
  ['g m', 'keys.goModes'],
  ['g v', 'keys.goVocabulary'],
  ['g o', 'keys.goModels'],
  ['g s', 'keys.goSettings'],
  ['j k', 'keys.next'],
  ['space', 'keys.play'],
  ['c', 'app.copy'],
  ['e', 'app.edit'],
  ['shift+↓', 'keys.selectRange'],
  ['mod+a', 'keys.selectAll'],
  ['delete', 'keys.delete'],
  ['mod+z', 'keys.restore'],
  ['?', 'palette.showKeys'],
  ['escape', 'keys.close'],
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
          <div key={text} className="flex items-center justify-between gap-4 py-0.5">
            <dt>{t(text)}</dt>
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
