import { type LanguageChoice, languageChoices, nameOfLanguage, type Settings } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { buttonClasses, CopyButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { ChoiceRow, SettingGroup, SettingRow, SwitchRow } from '../../design/settings.tsx';
import { Loaded, RevealButton, useAction, useRead } from '../../session/application.tsx';
import { isWindows } from '../../system.ts';
import { InsertingRow } from '../inserting.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { MachineCheck, MissingHere } from './machine.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { type SectionProps, SettingSwitch, SettingsLayout, useChangeSettings } from './settings-layout.tsx';

/** The settings that most people look for; the others are under Advanced. */
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
            <Dictating settings={settings} change={change} />
            <BackupSettings />
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
  // Each language has its own name here, so that users find it in a window they cannot read.
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
      />
      <ChoiceRow<Settings['appearance']>
        title={t('theme')}
        description={t('themeHelp')}
        value={settings.appearance}
        choices={themes}
        onChange={(appearance) => change({ appearance })}
      />
      <AutostartRow />
      <SettingSwitch {...section} of="endWithLastWindow" />
      <RetentionRow {...section} />
    </SettingGroup>
  );
}

/** What happens while one dictates. */
function Dictating(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingGroup id="dictation" title={t('dictation')}>
      <MicrophoneChoice {...section} />
      <ChoiceRow<Settings['indicatorSize']>
        title={t('indicator')}
        description={t('indicatorHelp')}
        value={settings.indicatorSize}
        choices={[
          { value: 'full', label: t('indicator_full') },
          { value: 'small', label: t('indicator_small') },
        ]}
        onChange={(indicatorSize) => change({ indicatorSize })}
      />
      {/* Windows gives a program no simple way to it. */}
      {!isWindows && <SettingSwitch {...section} of="muteOtherSound" />}
      <SettingSwitch {...section} of="soundCues" />
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

/** Version, paths, and whether anything is missing. */
function About() {
  const t = useTranslations();
  const query = useRead('getApplication');
  return (
    <SettingGroup id="about" title={t('settings.about')}>
      <Loaded query={query} rows={2}>
        {({ app_version, data_folder }) => (
          <>
            <SettingRow title={t('settings.version', { version: app_version })} />
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
              title={t('settings.firstSteps')}
              description={t('settings.firstStepsHelp')}
              isShort
              control={
                <Link to="/welcome" className={`${buttonClasses.secondary} no-underline`}>
                  {t('settings.showFirstSteps')}
                </Link>
              }
            />
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}
