import type { Change } from '@quoth/contract';
import { Undo2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { useChangeWords } from '../../shell/use-change-words.ts';

/** What programs changed in the last 30 days, each with its undo. */
export function ChangesByPrograms() {
  const t = useTranslations('changes');
  const changes = useRead('listChanges', { query: { limit: '50' } }).data?.changes;
  if (!changes || changes.length === 0) return null;
  return (
    <SettingGroup title={t('title')} description={t('description')}>
      {changes.map((change) => (
        <ChangeRow key={change.id} change={change} />
      ))}
    </SettingGroup>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const t = useTranslations();
  const format = useFormatter();
  const words = useChangeWords();
  const undo = useAction((client) => client.undoChange({ params: { id: change.id } }));
  const sentence = words(change);
  return (
    <SettingRow
      title={<span className="font-normal">{sentence}</span>}
      description={format.dateTime(new Date(change.date), { dateStyle: 'medium', timeStyle: 'short' })}
      control={
        change.undone ? (
          <span className="text-quiet">{t('changes.isUndone')}</span>
        ) : (
          <Button
            icon={Undo2}
            aria-label={t('changes.undoNamed', { change: sentence })}
            busy={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {t('app.undo')}
          </Button>
        )
      }
    />
  );
}
