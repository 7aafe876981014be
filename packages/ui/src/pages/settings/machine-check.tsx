import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { FindingRow } from './finding-row.tsx';

/** Checks, on request, everything that Quoth needs on this machine; opens the microphone for a moment. */
export function MachineCheck() {
  const t = useTranslations('settings');
  const queries = useQueryClient();
  const check = useAction((client) => client.examine(), {
    onDone: () => {
      for (const route of ['examineDesktop', 'listMicrophones'])
        void queries.invalidateQueries({ queryKey: [route] });
    },
  });
  return (
    <SettingRow
      title={t('check')}
      description={t('checkHelp')}
      control={
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {t('checkNow')}
        </Button>
      }
      below={
        check.data && (
          <ul
            aria-label={t('check')}
            className="-mx-4 mt-3 -mb-3 list-none divide-y divide-line border-t border-line p-0"
          >
            {check.data.findings.map((finding) => (
              <FindingRow key={finding.id} finding={finding} />
            ))}
          </ul>
        )
      }
    />
  );
}
