import { type Shortcuts, shortcutSettings } from '@quoth/contract';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { ShortcutObstacle } from './shortcut-keys.tsx';
import { ShortcutRecorder } from './shortcut-recorder.tsx';
import { useShortcuts, useTriedShortcuts } from './use-shortcuts.ts';

/** Keys that work in every program: which they are, their conflicts, and a place to try them. */
export function ShortcutsPage() {
  const t = useTranslations('shortcuts');
  const query = useShortcuts();
  const settings = useRead('getSettings');
  const change = useChangeSettings();
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      <Loaded query={query} rows={5}>
        {({ shortcuts }) => (
          <>
            {shortcuts.hint !== null && <Banner icon={Keyboard}>{shortcuts.hint}</Banner>}
            <SettingGroup title={t('keys')}>
              {shortcuts.keys.map((key) => (
                <SettingRow
                  key={key.action}
                  title={t(`action_${key.action}`)}
                  description={t(`help_${key.action}`)}
                  control={
                    <ShortcutRecorder
                      action={key.action}
                      name={t(`action_${key.action}`)}
                      shortcut={key.shortcut}
                      onChange={(shortcut) => change({ [shortcutSettings[key.action]]: shortcut })}
                    />
                  }
                  below={<ShortcutObstacle state={key} />}
                />
              ))}
              <TryOut shortcuts={shortcuts} />
            </SettingGroup>
          </>
        )}
      </Loaded>
      <Loaded query={settings} rows={2}>
        {({ settings: { spokenEnter, pasteIntoAnyWindow } }) => (
          <SettingGroup title={t('writing')}>
            <SettingRow
              title={t('anyWindow')}
              description={t('anyWindowHelp')}
              control={
                <Switch
                  name={t('anyWindow')}
                  isOn={pasteIntoAnyWindow}
                  onChange={(checked) => change({ pasteIntoAnyWindow: checked })}
                />
              }
            />
            <SettingRow
              title={t('spokenEnter')}
              description={t('spokenEnterHelp')}
              control={
                <Switch
                  name={t('spokenEnter')}
                  isOn={spokenEnter}
                  onChange={(checked) => change({ spokenEnter: checked })}
                />
              }
            />
          </SettingGroup>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

/** Keys only report that they were pressed, until it is ended. */
function TryOut({ shortcuts }: { readonly shortcuts: Shortcuts }) {
  const t = useTranslations('shortcuts');
  const [isTrying, setTrying] = useState(false);
  const tried = useTriedShortcuts(isTrying).at(-1);
  const hasKeys = shortcuts.keys.some(({ state }) => state === 'active');
  return (
    <SettingRow
      title={t('try')}
      description={
        <span role="status">
          {isTrying && tried !== undefined
            ? t('works', { name: t(`action_${tried}`) })
            : t(isTrying ? 'pressNow' : 'tryHelp')}
        </span>
      }
      control={
        <Button disabled={!hasKeys && !isTrying} onClick={() => setTrying(!isTrying)}>
          {t(isTrying ? 'tryEnd' : 'tryBegin')}
        </Button>
      }
    />
  );
}
