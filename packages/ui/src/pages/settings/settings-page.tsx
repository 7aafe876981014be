import {
  type LanguageChoice,
  languageChoices,
  nameOfLanguage,
  type Settings,
  settingFields,
  type WyomingState,
} from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, CopyButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { ChoiceRow, SettingGroup, SettingRow, SwitchRow } from '../../design/settings.tsx';
import { Loaded, RevealButton, useAction, useRead } from '../../session/application.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { MachineCheck, MissingHere } from './machine.tsx';
import { MicrophoneSettings } from './microphone-settings.tsx';
import {
  NumberSetting,
  type SectionProps,
  SettingSwitch,
  SettingsLayout,
  TextSetting,
  useChangeSettings,
} from './settings-layout.tsx';

/** Settings: every one takes effect at once. */
export function SettingsPage() {
  const t = useTranslations('settings');
  const query = useRead('getSettings');
  const change = useChangeSettings();
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      <Loaded query={query} rows={8}>
        {({ settings }) => (
          <>
            <MissingHere />
            <General settings={settings} change={change} />
            <MicrophoneSettings settings={settings} change={change} />
            <HistoryAndPrivacy settings={settings} change={change} />
            <BackupSettings />
            <SmartHome settings={settings} change={change} />
            <Advanced settings={settings} change={change} />
            <About />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

/** How the window looks and behaves. */
function General(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`theme_${value}`),
  }));
  // Each by its own name, so that it is found in a window whose language one cannot read.
  const tongues = languageChoices.map((value) => ({
    value,
    label: value === 'system' ? t('language_system') : nameOfLanguage(value),
  }));
  return (
    <SettingGroup id="general" title={t('general')}>
      <ChoiceRow<LanguageChoice>
        title={t('language')}
        description={t('languageHelp')}
        value={settings.language}
        choices={tongues}
        onChange={(language) => change({ language })}
        className="w-52 max-w-full"
      />
      <ChoiceRow<Settings['appearance']>
        title={t('theme')}
        description={t('themeHelp')}
        value={settings.appearance}
        choices={themes}
        onChange={(appearance) => change({ appearance })}
        className="w-40"
      />
      <SettingSwitch {...section} of="singleKeyShortcuts" />
      <SettingSwitch {...section} of="endWithLastWindow" />
      <AutostartRow />
      <InsertingRow />
    </SettingGroup>
  );
}

/** Whether Quoth starts at login, according to the desktop's own list; if that cannot be read, there is no switch. */
function AutostartRow() {
  const t = useTranslations('settings');
  const queries = useQueryClient();
  const { data } = useRead('getAutostart');
  const change = useAction((client, enabled: boolean) => client.switchAutostart({ body: { enabled } }), {
    onDone: (answer) => queries.setQueryData(['getAutostart'], answer),
  });
  if (!data) return null;
  const { state } = data.autostart;
  return (
    <SwitchRow
      title={t('autostart')}
      description={t(state === 'other-copy' ? 'autostartOther' : 'autostartHelp')}
      isOn={state === 'on'}
      onChange={(isOn) => change.mutate(isOn)}
    />
  );
}

const LOOK_MS = 1_000;

/** Whether the desktop lets Quoth insert text into other programs; there is no row where it has no say in that. */
function InsertingRow() {
  const t = useTranslations('settings');
  const queries = useQueryClient();
  const { data } = useRead('getKeyboardPermission');
  const ask = useAction((client) => client.askKeyboardPermission(), {
    onDone: (answer) => queries.setQueryData(['getKeyboardPermission'], answer),
  });
  const permission = data?.permission ?? 'unavailable';
  const isAsking = permission === 'asking';
  useEffect(() => {
    if (!isAsking) return;
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: ['getKeyboardPermission'] }),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  }, [isAsking, queries]);
  if (permission === 'unavailable') return null;
  return (
    <SettingRow
      title={t('inserting')}
      description={t(`inserting_${permission}`)}
      control={
        permission === 'allowed' ? undefined : (
          <Button disabled={isAsking || ask.isPending} onClick={() => ask.mutate(undefined)}>
            {t('insertingAllow')}
          </Button>
        )
      }
    />
  );
}

/** What is kept, and what programs may see. */
function HistoryAndPrivacy(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingGroup id="history" title={t('history')}>
      <SettingSwitch {...section} of="saveApiTranscriptions" />
      <RetentionRow {...section} />
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
        className="w-56"
      />
    </SettingGroup>
  );
}

const DAYS = [7, 30, 90, 365] as const;

/** How long recordings are kept. Before a shorter time applies, it shows what would be deleted; that stays in the trash for 30 days. */
function RetentionRow({ settings, change }: SectionProps) {
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
      <ChoiceRow<number | null>
        title={t('settings.retention')}
        description={t('settings.retentionHelp')}
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
        className="w-64"
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

/** What few people change. */
function Advanced({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingGroup id="advanced" title={t('advanced')} description={t('advancedHelp')}>
      <ChoiceRow<Settings['engineDevice']>
        title={t('device')}
        description={t('deviceHelp')}
        value={settings.engineDevice}
        choices={(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'] as const).map((value) => ({
          value,
          label: t(`device_${value}`),
        }))}
        onChange={(engineDevice) => change({ engineDevice })}
        className="w-40"
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

/** Version, paths, and whether anything is missing. */
function About() {
  const t = useTranslations();
  const query = useRead('getApplication');
  return (
    <SettingGroup id="about" title={t('settings.about')}>
      <Loaded query={query} rows={2}>
        {({ app_version, data_folder, pid }) => (
          <>
            <SettingRow
              title={t('settings.version', { version: app_version })}
              description={t('settings.processHelp', { pid: String(pid) })}
            />
            <SettingRow
              title={t('settings.dataFolder')}
              description={<code className="font-mono">{data_folder}</code>}
              control={
                <>
                  <CopyButton text={data_folder} name={t('settings.copyDataFolder')} />
                  <RevealButton what="data-folder" name={t('settings.showDataFolder')} />
                </>
              }
            />
            <MachineCheck />
            <SettingRow
              title={<Link to="/welcome">{t('settings.firstSteps')}</Link>}
              description={t('settings.firstStepsHelp')}
            />
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}
