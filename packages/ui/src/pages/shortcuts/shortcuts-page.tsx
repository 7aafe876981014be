import { type ShortcutAction, type ShortcutState, type Shortcuts, shortcutSettings } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApplicationEvent } from '../../application/application-provider.tsx';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { ShortcutRecorder } from './shortcut-recorder.tsx';

/** Keys that work in every program: which they are, their conflicts, and a place to try them. */
export function ShortcutsPage() {
  const t = useTranslations('shortcuts');
  const query = useRead('getShortcuts');
  const settings = useRead('getSettings');
  const change = useChangeSettings();
  const queries = useQueryClient();
  const [tried, setTried] = useState<ShortcutAction>();
  useApplicationEvent((event) => {
    if (event.type === 'shortcut-tried') setTried(event.action);
    if (event.type !== 'shortcuts-changed') return;
    const answer: { ok: true; shortcuts: Shortcuts } = { ok: true, shortcuts: event.shortcuts };
    queries.setQueryData(['getShortcuts'], answer);
  });
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
                  below={<Obstacle state={key} />}
                />
              ))}
              <TryOut shortcuts={shortcuts} tried={tried} onStart={() => setTried(undefined)} />
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

/** The conflict of a key, or the desktop's own assignment if it decides. */
function Obstacle({ state: { state, problem, conflicts_with, trigger } }: { readonly state: ShortcutState }) {
  const t = useTranslations('shortcuts');
  if (state === 'active' && trigger !== null)
    return <p className="mt-1 mb-0 text-secondary text-quiet">{t('desktopTrigger', { trigger })}</p>;
  if (state === 'active' || state === 'off') return null;
  const isOurs = conflicts_with !== null && conflicts_with !== 'another-program';
  return (
    <p className="mt-1 mb-0 text-secondary text-danger">
      {isOurs ? t('sameAs', { name: t(`action_${conflicts_with}`) }) : problem}
    </p>
  );
}

/** Keys only report that they were pressed, until one was or half a minute has passed. */
function TryOut({
  shortcuts,
  tried,
  onStart,
}: {
  readonly shortcuts: Shortcuts;
  readonly tried: ShortcutAction | undefined;
  readonly onStart: () => void;
}) {
  const t = useTranslations('shortcuts');
  const [isTrying, setTrying] = useState(false);
  const { mutate } = useAction((client, mode: 'normal' | 'try') =>
    client.setShortcutMode({ body: { mode } }),
  );
  useEffect(() => {
    if (!isTrying) return;
    mutate('try');
    return () => mutate('normal');
  }, [isTrying, mutate]);
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
        <Button
          disabled={!hasKeys && !isTrying}
          onClick={() => {
            onStart();
            setTrying(!isTrying);
          }}
        >
          {t(isTrying ? 'tryEnd' : 'tryBegin')}
        </Button>
      }
    />
  );
}
