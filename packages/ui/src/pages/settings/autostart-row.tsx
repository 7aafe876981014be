import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';

/** Whether Quoth starts at login, according to the desktop's own list; if that cannot be read, there is no switch. */
export function AutostartRow() {
  const t = useTranslations('settings');
  const queries = useQueryClient();
  const { data } = useRead('getAutostart');
  const change = useAction((client, enabled: boolean) => client.switchAutostart({ body: { enabled } }), {
    onDone: (answer) => queries.setQueryData(['getAutostart'], answer),
  });
  if (!data) return null;
  const { state } = data.autostart;
  return (
    <SettingRow
      title={t('autostart')}
      description={t(state === 'other-copy' ? 'autostartOther' : 'autostartHelp')}
      control={
        <Switch name={t('autostart')} isOn={state === 'on'} onChange={(isOn) => change.mutate(isOn)} />
      }
    />
  );
}
