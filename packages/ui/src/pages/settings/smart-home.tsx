import { settingFields, type WyomingState } from '@quoth/contract';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import type { SectionProps } from './section.ts';
import { NumberSetting } from './typed-setting.tsx';

/** In place of a mode's id: the default mode, as far as this machine goes. */
const NONE = '';

/** Speech to text for Home Assistant. */
export function SmartHome({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  const modes = useRead('listModes').data?.modes;
  const chosen = settings.wyomingMode;
  const isGone = modes !== undefined && chosen !== null && !modes.some(({ id }) => id === chosen);
  return (
    <SettingGroup id="smart-home" title={t('smartHome')} description={t('smartHomeHelp')}>
      <WyomingSwitch isWanted={settings.wyomingEnabled} port={settings.wyomingPort} />
      <SettingRow
        title={t('wyomingPort')}
        description={t('wyomingPortHelp')}
        control={
          <NumberSetting
            name={t('wyomingPort')}
            value={settings.wyomingPort}
            schema={settingFields.wyomingPort}
            onChange={(wyomingPort) => change({ wyomingPort })}
          />
        }
      />
      <SettingRow
        title={t('wyomingMode')}
        description={t(isGone ? 'wyomingModeGoneHelp' : 'wyomingModeHelp')}
        control={
          <Select
            name={t('wyomingMode')}
            value={chosen ?? NONE}
            choices={[
              { value: NONE, label: t('wyomingNoMode'), detail: t('wyomingNoModeDetail') },
              ...(isGone ? [{ value: chosen, label: t('wyomingModeGone'), isDisabled: true }] : []),
              ...(modes ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(mode) => change({ wyomingMode: mode === NONE ? null : mode })}
            className="w-64"
          />
        }
      />
      <SettingRow
        title={t('saveWyoming')}
        description={t('saveWyomingHelp')}
        control={
          <Switch
            name={t('saveWyoming')}
            isOn={settings.saveWyomingTranscriptions}
            onChange={(saveWyomingTranscriptions) => change({ saveWyomingTranscriptions })}
          />
        }
      />
    </SettingGroup>
  );
}

function WyomingSwitch({ isWanted, port }: { readonly isWanted: boolean; readonly port: number }) {
  const t = useTranslations('settings');
  const state = useRead('getApplication').data?.wyoming;
  const change = useAction((client, enabled: boolean) => client.switchWyoming({ body: { enabled } }));
  const isOn = change.isPending ? change.variables : isWanted;
  return (
    <SettingRow
      title={t('wyoming')}
      description={
        <span role="status" className="inline-flex items-center gap-1.5">
          {hasFailed(state) && <TriangleAlert size={14} aria-hidden className="shrink-0 text-warning" />}
          {hasFailed(state)
            ? t('wyomingFailed', { port: String(port) })
            : t(state?.running ? 'wyomingOn' : 'wyomingOff', { port: String(state?.port ?? port) })}
        </span>
      }
      control={
        <Switch
          name={t('wyoming')}
          isOn={isOn}
          isDisabled={change.isPending}
          onChange={(enabled) => change.mutate(enabled)}
        />
      }
    />
  );
}

/** The user wants it, and it could not have its port. */
function hasFailed(state: WyomingState | undefined): boolean {
  return state?.enabled === true && !state.running && state.notices.length > 0;
}
