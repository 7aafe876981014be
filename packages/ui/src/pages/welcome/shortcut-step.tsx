import type { Shortcuts } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton, KeyCap } from '../../design/button.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { Pill } from '../../design/states.tsx';
import { Loaded, useSetting } from '../../session/application.tsx';
import { keyNames } from '../../shell/key-sequence.ts';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { isMac } from '../../system.ts';
import { ShortcutKeys, ShortcutObstacle, useShortcuts, useTriedShortcuts } from '../shortcut-keys.tsx';

const toggleCommand = 'quoth dictate toggle';

/** The key that works in every program, pressed on the spot; below it the other ways to record. */
export function ShortcutStep() {
  const t = useTranslations('welcome');
  const query = useShortcuts();
  const tried = useTriedShortcuts(query.data !== undefined && query.data.shortcuts.way !== 'none');
  return (
    <Loaded query={query} rows={3}>
      {({ shortcuts }) => (
        <>
          <MainKey shortcuts={shortcuts} isTried={tried.includes('toggle')} />
          <div className="divide-y divide-line rounded-card border border-line bg-raised">
            <HoldToTalk shortcuts={shortcuts} isTried={tried.includes('pushToTalk')} />
            <SpaceBar />
          </div>
          <p className="m-0 -mt-2 text-secondary">
            <Link to="/settings/shortcuts">{t('moreKeys')}</Link>
          </p>
        </>
      )}
    </Loaded>
  );
}

/** What to press now, large, and the answer when it was pressed; where no key can be set, the command to assign in the desktop's settings. */
function MainKey({ shortcuts, isTried }: { readonly shortcuts: Shortcuts; readonly isTried: boolean }) {
  const t = useTranslations();
  const toggle = shortcuts.keys.find(({ action }) => action === 'toggle');
  if (shortcuts.way === 'none' || !toggle)
    return (
      <Stage>
        <p className="m-0 max-w-120">{t('welcome.everywhereHelp')}</p>
        <span className="flex items-center gap-1">
          <code className="font-mono">{toggleCommand}</code>
          <CopyButton text={toggleCommand} name={t('welcome.copyCommand')} />
        </span>
        {shortcuts.hint !== null && <p className="m-0 text-secondary text-quiet">{shortcuts.hint}</p>}
      </Stage>
    );
  const name = toggle.trigger ?? (toggle.state === 'off' ? null : toggle.shortcut);
  return (
    <Stage>
      {name === null ? (
        <p className="m-0 text-quiet">{t('welcome.notAssigned')}</p>
      ) : (
        <>
          <p className="m-0 text-heading">{t('welcome.pressNow')}</p>
          {toggle.trigger === null ? (
            <ShortcutKeys shortcut={name} isLarge />
          ) : (
            <p className="m-0 text-title font-semibold">{name}</p>
          )}
        </>
      )}
      <p role="status" className="m-0 flex min-h-6 items-center gap-1.5 text-quiet">
        {isTried ? (
          <Pill tone="success" icon={CircleCheck}>
            {t('welcome.keysWork')}
          </Pill>
        ) : (
          name !== null && toggle.state === 'active' && t('welcome.waiting')
        )}
      </p>
      {toggle.trigger === null && <ShortcutObstacle state={toggle} />}
      {shortcuts.hint !== null && <p className="m-0 text-secondary text-quiet">{shortcuts.hint}</p>}
    </Stage>
  );
}

function Stage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-line bg-raised px-4 py-8 text-center">
      {children}
    </div>
  );
}

function HoldToTalk({ shortcuts, isTried }: { readonly shortcuts: Shortcuts; readonly isTried: boolean }) {
  const t = useTranslations('shortcuts');
  const key = shortcuts.keys.find(({ action }) => action === 'pushToTalk');
  const name = key?.trigger ?? key?.shortcut;
  if (shortcuts.way === 'none' || !key || !name || key.state === 'off') return null;
  return (
    <SettingRow
      title={t('action_pushToTalk')}
      description={t('help_pushToTalk')}
      control={
        <Tried isTried={isTried}>
          {key.trigger === null ? <ShortcutKeys shortcut={name} /> : <span>{name}</span>}
        </Tried>
      }
      below={key.trigger === null && <ShortcutObstacle state={key} />}
    />
  );
}

function SpaceBar() {
  const t = useTranslations('welcome');
  const [isPressed, setPressed] = useState(false);
  const hasSingleKeys = useSetting('singleKeyShortcuts') ?? true;
  useShortcut('space', () => setPressed(true));
  return (
    <SettingRow
      title={t('space')}
      description={t(hasSingleKeys ? 'spaceHelp' : 'spaceOff')}
      control={
        <Tried isTried={isPressed}>
          {keyNames('space', isMac).map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </Tried>
      }
    />
  );
}

function Tried({ isTried, children }: { readonly isTried: boolean; readonly children: ReactNode }) {
  const t = useTranslations('welcome');
  return (
    <span role="status" className="flex items-center gap-3">
      {children}
      {isTried && (
        <Pill tone="success" icon={CircleCheck}>
          {t('spaceWorks')}
        </Pill>
      )}
    </span>
  );
}
