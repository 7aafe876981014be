import { type Settings, settingFields, type WyomingState } from '@quoth/contract';
import { Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { ChoiceRow, FilteredSettings, SettingGroup, SettingRow, SwitchRow } from '../../design/settings.tsx';
import { Loaded, useAction, useRead } from '../../session/application.tsx';
import {
  NumberSetting,
  type SectionProps,
  SettingSwitch,
  SettingsLayout,
  TextSetting,
  useChangeSettings,
} from './settings-layout.tsx';

/** The settings that few people change, and a search for them. */
export function AdvancedPage() {
  const t = useTranslations('settings');
  const app = useTranslations('app');
  const query = useRead('getSettings');
  const change = useChangeSettings();
  const [search, setSearch] = useState('');
  return (
    <SettingsLayout title={t('advanced')} description={t('advancedHelp')}>
      <Loaded query={query} rows={8}>
        {({ settings }) => (
          <>
            <TextField
              label={t('search')}
              isLabelUnseen
              type="search"
              placeholder={t('search')}
              start={<Icon of={Search} className="text-quiet" />}
              value={search}
              onValueChange={setSearch}
            />
            <FilteredSettings search={search} empty={app('noResults')}>
              <Recording settings={settings} change={change} />
              <HistoryAndPrivacy settings={settings} change={change} />
              <SmartHome settings={settings} change={change} />
              <Engines settings={settings} change={change} />
            </FilteredSettings>
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

const preRolls = [0, 250, 500, 1_000] as const;

function Recording(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingGroup id="recording" title={t('dictation')}>
      <ChoiceRow<number>
        title={t('preRoll')}
        description={t('preRollHelp')}
        value={settings.microphonePreRollMs}
        choices={[...new Set([...preRolls, settings.microphonePreRollMs])]
          .sort((a, b) => a - b)
          .map((value) => ({ value, label: value === 0 ? t('off') : t('milliseconds', { value }) }))}
        onChange={(microphonePreRollMs) => change({ microphonePreRollMs })}
      />
      <SettingSwitch {...section} of="trayIcon" />
    </SettingGroup>
  );
}

/** What is kept, and what programs may see. */
function HistoryAndPrivacy(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingGroup id="history" title={t('history')}>
      <SettingSwitch {...section} of="saveApiTranscriptions" />
      <SettingSwitch {...section} of="liveTextForPrograms" />
      <SettingSwitch {...section} of="programsMayPurge" />
      <SettingSwitch {...section} of="readWindowTitles" />
      <ChoiceRow<Settings['keyStorage']>
        title={t('keyStorage')}
        description={t(settings.keyStorage === 'file' ? 'keyStorageFileHelp' : 'keyStorageHelp')}
        value={settings.keyStorage}
        choices={[
          { value: 'secure-store', label: t('keyStorageStore') },
          { value: 'file', label: t('keyStorageFile'), detail: t('keyStorageFileDetail') },
        ]}
        onChange={(keyStorage) => change({ keyStorage })}
      />
    </SettingGroup>
  );
}

/** In place of a mode's id: the default mode, as far as this machine goes. */
const NONE = '';

/** Speech to text for Home Assistant. */
function SmartHome(section: SectionProps) {
  const { settings, change } = section;
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
      <ChoiceRow
        title={t('wyomingMode')}
        description={t(isGone ? 'wyomingModeGoneHelp' : 'wyomingModeHelp')}
        value={chosen ?? NONE}
        choices={[
          { value: NONE, label: t('wyomingNoMode'), detail: t('wyomingNoModeDetail') },
          ...(isGone ? [{ value: chosen, label: t('wyomingModeGone'), isDisabled: true }] : []),
          ...(modes ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(mode) => change({ wyomingMode: mode === NONE ? null : mode })}
      />
      <SettingSwitch {...section} of="saveWyomingTranscriptions" />
    </SettingGroup>
  );
}

function WyomingSwitch({ isWanted, port }: { readonly isWanted: boolean; readonly port: number }) {
  const t = useTranslations('settings');
  const state = useRead('getApplication').data?.wyoming;
  const change = useAction((client, enabled: boolean) => client.switchWyoming({ body: { enabled } }));
  const isOn = change.isPending ? change.variables : isWanted;
  return (
    <SwitchRow
      title={t('wyoming')}
      description={
        <span role="status" className="inline-flex items-center gap-1.5">
          {hasFailed(state) && <TriangleAlert size={14} aria-hidden className="shrink-0 text-warning" />}
          {hasFailed(state)
            ? t('wyomingFailed', { port: String(port) })
            : t(state?.running ? 'wyomingOn' : 'wyomingOff', { port: String(state?.port ?? port) })}
        </span>
      }
      isOn={isOn}
      isDisabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  );
}

/** The user wants it, and it could not have its port. */
function hasFailed(state: WyomingState | undefined): boolean {
  return state?.enabled === true && !state.running && state.notices.length > 0;
}

/** How the engines of this machine run. */
function Engines({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingGroup id="engines" title={t('engines')}>
      <ChoiceRow<Settings['engineDevice']>
        title={t('device')}
        description={t('deviceHelp')}
        value={settings.engineDevice}
        choices={(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'] as const).map((value) => ({
          value,
          label: t(`device_${value}`),
        }))}
        onChange={(engineDevice) => change({ engineDevice })}
      />
      <SettingRow
        title={t('idle')}
        description={t('idleHelp')}
        control={
          <NumberSetting
            name={t('idle')}
            unit={t('seconds')}
            value={settings.engineIdleSeconds}
            schema={settingFields.engineIdleSeconds}
            onChange={(engineIdleSeconds) => change({ engineIdleSeconds })}
          />
        }
      />
      <SettingRow
        title={t('memory')}
        description={t('memoryHelp')}
        control={
          <NumberSetting
            name={t('memory')}
            unit={t('megabytes')}
            value={settings.engineMemoryMb}
            schema={settingFields.engineMemoryMb}
            onChange={(engineMemoryMb) => change({ engineMemoryMb })}
          />
        }
      />
      <SettingRow
        title={t('queue')}
        description={t('queueHelp')}
        control={
          <NumberSetting
            name={t('queue')}
            value={settings.queueWaiting}
            schema={settingFields.queueWaiting}
            onChange={(queueWaiting) => change({ queueWaiting })}
          />
        }
      />
      <SettingRow
        title={t('mirror')}
        description={t('mirrorHelp')}
        control={
          <TextSetting
            name={t('mirror')}
            value={settings.modelMirror}
            placeholder="https://huggingface.co"
            schema={settingFields.modelMirror}
            onChange={(modelMirror) => change({ modelMirror })}
          />
        }
      />
    </SettingGroup>
  );
}
