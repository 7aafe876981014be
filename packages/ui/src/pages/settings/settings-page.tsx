import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { About } from './about.tsx';
import { Advanced } from './advanced.tsx';
import { General } from './general.tsx';
import { HistoryAndPrivacy } from './history-and-privacy.tsx';
import { MicrophoneSettings } from './microphone-settings.tsx';
import { MissingHere } from './missing-here.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { SmartHome } from './smart-home.tsx';
import { useChangeSettings } from './use-change-settings.ts';

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
            <SmartHome settings={settings} change={change} />
            <Advanced settings={settings} change={change} />
            <About />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}
