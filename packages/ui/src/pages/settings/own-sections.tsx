import {
  type LanguageChoice,
  languageChoices,
  nameOfLanguage,
  type Settings,
  settingFields,
} from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { buttonClasses, CopyButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { ChoiceRow, SettingGroup, SettingRow, SettingSection, SwitchRow } from '../../design/settings.tsx';
import { Loaded, RevealButton, useAction, useRead } from '../../session/application.tsx';
import { isLinux } from '../../system.ts';
import { ChromiumRow, InsertingRow, useInserting } from '../inserting.tsx';
import { OpenNow } from '../modes/mode-fields.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { MachineCheck } from './machine.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { isOnThisSystem } from './setting-list.ts';
import { ListSetting, type SectionProps, SettingSwitch } from './setting-rows.tsx';

/** How the window looks and behaves. */
export function General(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`theme_${value}`),
  }));
  // Each language has its own name here, so that users find it in a window they cannot read.
  const languages = languageChoices.map((value) => ({
    value,
    label: value === 'system' ? t('language_system') : nameOfLanguage(value),
  }));
  return (
    <SettingSection id="general" title={t('general')}>
      <SettingGroup>
        <ChoiceRow<LanguageChoice>
          id="settings.language"
          title={t('language')}
          description={t('languageHelp')}
          value={settings.language}
          choices={languages}
          onChange={(language) => change({ language })}
        />
        <ChoiceRow<Settings['appearance']>
          id="settings.theme"
          title={t('theme')}
          description={t('themeHelp')}
          value={settings.appearance}
          choices={themes}
          onChange={(appearance) => change({ appearance })}
        />
        <AutostartRow />
        <SettingSwitch {...section} of="endWithLastWindow" />
        <SettingSwitch {...section} of="trayIcon" />
      </SettingGroup>
    </SettingSection>
  );
}

const preRolls = [0, 250, 500, 1_000] as const;

/** What happens while one dictates, and where the text goes. */
export function Dictating(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  const app = useTranslations('app');
  const keys = useTranslations('shortcuts');
  const asks = useInserting()?.dialog;
  return (
    <SettingSection id="dictation" title={t('dictation')}>
      <SettingGroup>
        <MicrophoneChoice {...section} />
        <ChoiceRow<number>
          id="settings.preRoll"
          title={t('preRoll')}
          description={t('preRollHelp')}
          value={settings.microphonePreRollMs}
          choices={[...new Set([...preRolls, settings.microphonePreRollMs])]
            .sort((a, b) => a - b)
            .map((value) => ({ value, label: value === 0 ? t('off') : app('milliseconds', { value }) }))}
          onChange={(microphonePreRollMs) => change({ microphonePreRollMs })}
        />
        <ChoiceRow<Settings['indicatorSize']>
          id="settings.indicator"
          title={t('indicator')}
          description={t('indicatorHelp')}
          value={settings.indicatorSize}
          choices={[
            { value: 'full', label: t('indicator_full') },
            { value: 'small', label: t('indicator_small') },
          ]}
          onChange={(indicatorSize) => change({ indicatorSize })}
        />
        {isOnThisSystem('settings.recordMeetings') && <SettingSwitch {...section} of="recordMeetings" />}
        {isOnThisSystem('settings.otherSound') && (
          <ChoiceRow<Settings['otherSound']>
            id="settings.otherSound"
            title={t('otherSound')}
            description={t('otherSoundHelp')}
            value={settings.otherSound}
            choices={(isLinux
              ? (['keep', 'pause', 'lower', 'mute'] as const)
              : (['keep', 'mute'] as const)
            ).map((value) => ({ value, label: t(`otherSound_${value}`) }))}
            onChange={(otherSound) => change({ otherSound })}
          />
        )}
        <SettingSwitch {...section} of="soundCues" />
        <SettingSwitch {...section} of="readWindowTitles" />
      </SettingGroup>
      <SettingGroup title={keys('writing')}>
        <InsertingRow />
        <ChromiumRow />
        {asks === 'gnome' && <SettingSwitch {...section} of="suggestWords" />}
        <SettingSwitch {...section} of="pasteIntoAnyWindow" />
        <SettingSwitch {...section} of="spokenEnter" />
        <SettingRow
          id="shortcuts.sendPrograms"
          title={keys('sendPrograms')}
          description={keys('sendProgramsHelp')}
          below={
            <div className="mt-2 flex flex-wrap gap-2">
              <div className="min-w-40 grow">
                <ListSetting
                  name={keys('sendPrograms')}
                  value={settings.sendPrograms}
                  schema={settingFields.sendPrograms}
                  placeholder={keys('sendProgramsNone')}
                  onChange={(sendPrograms) => change({ sendPrograms: [...sendPrograms] })}
                />
              </div>
              <OpenNow
                onChoose={(program) =>
                  change({ sendPrograms: [...new Set([...settings.sendPrograms, program])] })
                }
              />
            </div>
          }
        />
      </SettingGroup>
    </SettingSection>
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
      id="settings.autostart"
      title={t('autostart')}
      description={t(state === 'other-copy' ? 'autostartOther' : 'autostartHelp')}
      isOn={state === 'on'}
      onChange={(isOn) => change.mutate(isOn)}
    />
  );
}

const DAYS = [7, 30, 90, 365] as const;

/**
 * How long recordings are kept. Before a shorter time applies, it shows what would be deleted; that stays in the trash
 * for 30 days.
 */
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
        id="settings.retention"
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

/** How long recordings are kept, what of others is kept with them, and copies of all of it. */
export function HistoryAndPrivacy(section: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingSection id="history" title={t('history')}>
      <SettingGroup>
        <RetentionRow {...section} />
        <SettingSwitch {...section} of="saveApiTranscriptions" />
      </SettingGroup>
      <BackupSettings />
    </SettingSection>
  );
}

/** Version, paths, and whether anything is missing. */
export function About() {
  const t = useTranslations();
  const query = useRead('getApplication');
  return (
    <SettingSection id="about" title={t('settings.about')}>
      <SettingGroup>
        <Loaded query={query} rows={2}>
          {({ app_version, data_folder }) => (
            <>
              <SettingRow title={t('settings.version', { version: app_version })} />
              <SettingRow
                id="settings.dataFolder"
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
                id="settings.firstSteps"
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
    </SettingSection>
  );
}
