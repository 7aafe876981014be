import type { ApiServerState } from '@quoth/contract';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';

/** The switch, and next to it one line with the state. */
export function ServerSwitch({ server }: { readonly server: ApiServerState }) {
  const t = useTranslations('localApi');
  const change = useAction((client, enabled: boolean) => client.switchApiServer({ body: { enabled } }));
  const isOn = change.isPending ? change.variables : server.enabled || server.running;
  return (
    <SettingRow
      title={t('switch')}
      description={
        <span role="status" className="inline-flex items-center gap-1.5">
          {server.enabled && !server.running && (
            <TriangleAlert size={14} aria-hidden className="text-warning" />
          )}
          {statusOf(server, t)}
        </span>
      }
      control={
        <Switch
          name={t('switch')}
          isOn={isOn}
          isDisabled={change.isPending}
          onChange={(enabled) => change.mutate(enabled)}
        />
      }
    />
  );
}

function statusOf(
  { running, enabled, port, this_run_only }: ApiServerState,
  t: ReturnType<typeof useTranslations<'localApi'>>,
): string {
  if (running) return t(this_run_only ? 'onThisRun' : 'on', { address: `http://127.0.0.1:${port}` });
  return t(enabled ? 'failed' : 'off');
}
