import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';

/** The lines of an imported file that were left out, and why. */
export function ImportedLines({
  skipped,
  onClose,
}: {
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('vocabulary.skipped', { count: skipped.length })}
      description={t('vocabulary.skippedHelp')}
      isOpen={skipped.length > 0}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <ul className="m-0 max-h-72 list-none overflow-y-auto p-0">
        {skipped.map(({ line, reason }) => (
          <li key={line} className="flex gap-3 py-1">
            <span className="tabular w-20 shrink-0 text-quiet">{t('vocabulary.line', { line })}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
