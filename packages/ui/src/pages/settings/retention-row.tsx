import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Select } from '../../design/select.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import type { SectionProps } from './section.ts';

const DAYS = [7, 30, 90, 365] as const;

/** How long recordings are kept. Before a shorter time applies, it shows what would be deleted; that stays in the trash for 30 days. */
export function RetentionRow({ settings, change }: SectionProps) {
  const t = useTranslations();
  const format = useFormatter();
  const [asked, setAsked] = useState<number>();
  const days = settings.historyRetentionDays;
  const preview = useAction((client, wanted: number) =>
    client.previewRetention({ query: { days: String(wanted) } }),
  );
  const choose = (wanted: number | null) => {
    if (wanted === null || (days !== null && wanted > days)) {
      change({ historyRetentionDays: wanted });
      return;
    }
    preview.mutate(wanted, {
      onSuccess: ({ recordings }) => {
        if (recordings === 0) change({ historyRetentionDays: wanted });
        else setAsked(wanted);
      },
    });
  };
  const others = days !== null && !DAYS.some((each) => each === days) ? [days] : [];
  return (
    <>
      <SettingRow
        title={t('settings.retention')}
        description={t('settings.retentionHelp')}
        control={
          <Select<number | null>
            name={t('settings.retention')}
            value={days}
            choices={[
              { value: null, label: t('settings.retentionForever') },
              ...[...DAYS, ...others].map((value) => ({
                value,
                label: t('settings.retentionDays', { count: value }),
              })),
            ]}
            onChange={choose}
            className="w-40"
          />
        }
      />
      <Confirm
        title={t('settings.retentionTitle', { count: asked ?? 0 })}
        consequence={t('settings.retentionConsequence', {
          count: preview.data?.recordings ?? 0,
          oldest: preview.data?.oldest
            ? format.dateTime(new Date(preview.data.oldest), { dateStyle: 'medium' })
            : '',
          size: format.number(Math.round((preview.data?.audio_bytes ?? 0) / 1_000_000)),
        })}
        action={t('settings.retentionAction')}
        cancel={t('app.cancel')}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked !== undefined) change({ historyRetentionDays: asked });
          setAsked(undefined);
        }}
      />
    </>
  );
}
