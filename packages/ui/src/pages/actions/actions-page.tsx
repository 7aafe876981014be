import type { Action } from '@quoth/contract';
import { Plus, Workflow } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/states.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { ActionRow } from './action-row.tsx';
import { ActionSheet } from './action-sheet.tsx';

/** The actions, and how to add, try, pause, change and delete one. */
export function ActionsPage() {
  const t = useTranslations('actions');
  const query = useRead('listActions');
  /** The action being edited, or a new one. */
  const [open, setOpen] = useState<Action | 'new'>();
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>();
  const onSecret = (name: string, secret: string) => setMade({ name, secret });
  const add = (
    // A new secret's own button comes first.
    <Button kind={made === undefined ? 'primary' : 'secondary'} icon={Plus} onClick={() => setOpen('new')}>
      {t('add')}
    </Button>
  );
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      {made && (
        <ShownOnce
          key={made.secret}
          title={t('secretOf', { name: made.name })}
          help={t('secretOnce')}
          secret={made.secret}
          copyName={t('copySecret')}
          onClose={() => setMade(undefined)}
        />
      )}
      <Loaded query={query} rows={3} rowHeight={88}>
        {({ actions }) =>
          actions.length === 0 ? (
            <EmptyState icon={Workflow} action={add}>
              {t('empty')}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="m-0 min-w-0 flex-1 basis-60 text-quiet">{t('listHelp')}</p>
                {add}
              </div>
              <ul
                aria-label={t('title')}
                className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0"
              >
                {actions.map((action) => (
                  <ActionRow
                    key={action.id}
                    action={action}
                    onEdit={() => setOpen(action)}
                    onSecret={onSecret}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      {open !== undefined && (
        <ActionSheet
          {...(open !== 'new' && { action: open })}
          onClose={() => setOpen(undefined)}
          onSecret={onSecret}
        />
      )}
    </SettingsLayout>
  );
}
