import type { ShortcutAction, Shortcuts } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { KeyCap } from '../../design/key-cap.tsx';
import { Pill } from '../../design/pill.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { keyNames } from '../../shell/key-sequence.ts';
import { isMac, useShortcut } from '../../shell/shortcuts.tsx';
import { useSetting } from '../../shell/use-setting.ts';
import { ShortcutKeys, ShortcutObstacle } from '../shortcuts/shortcut-keys.tsx';
import { useShortcuts, useTriedShortcuts } from '../shortcuts/use-shortcuts.ts';

const toggleCommand = 'quoth dictate toggle';
const shown: readonly ShortcutAction[] = ['toggle', 'pushToTalk'];

/** The keys that work in every program, and the space bar here: pressed on the spot. */
export function ShortcutStep() {
  const t = useTranslations('welcome');
  const query = useShortcuts();
  const tried = useTriedShortcuts(query.data !== undefined && query.data.shortcuts.way !== 'none');
  const [isPressed, setPressed] = useState(false);
  const hasSingleKeys = useSetting('singleKeyShortcuts') ?? true;
  useShortcut('space', () => setPressed(true));
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={query} rows={2}>
        {({ shortcuts }) =>
          shortcuts.way === 'none' ? (
            <SettingRow
              title={t('everywhere')}
              description={t('everywhereHelp')}
              control={
                <>
                  <code className="font-mono text-secondary">{toggleCommand}</code>
                  <CopyButton text={toggleCommand} name={t('copyCommand')} doneName={t('copied')} />
                </>
              }
            />
          ) : (
            <GlobalKeys shortcuts={shortcuts} tried={tried} />
          )
        }
      </Loaded>
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
      <SettingRow
        title={t('palette')}
        description={t('paletteHelp')}
        control={keyNames('mod+k', isMac).map((key) => <KeyCap key={key}>{key}</KeyCap>)}
      />
      <SettingRow
        title={<Link to="/settings/shortcuts">{t('moreKeys')}</Link>}
        description={t('moreKeysHelp')}
      />
    </div>
  );
}

/** The keys in force; where the desktop assigns them, in its own words and with its own place to change them. */
function GlobalKeys({
  shortcuts: { way, hint, keys },
  tried,
}: {
  readonly shortcuts: Shortcuts;
  readonly tried: readonly ShortcutAction[];
}) {
  const t = useTranslations();
  return (
    <>
      {keys
        .filter(({ action }) => shown.includes(action))
        .map((key) => {
          const { action, state, shortcut, trigger } = key;
          const name = trigger ?? shortcut;
          return (
            <SettingRow
              key={action}
              title={t(`shortcuts.action_${action}`)}
              description={t(`shortcuts.help_${action}`)}
              control={
                <Tried isTried={tried.includes(action)}>
                  {way === 'portal' ? (
                    <span>{trigger ?? t('welcome.notAssigned')}</span>
                  ) : name === null || state === 'off' ? (
                    <span className="text-quiet">{t('shortcuts.none')}</span>
                  ) : (
                    <ShortcutKeys shortcut={name} />
                  )}
                </Tried>
              }
              below={way !== 'portal' && <ShortcutObstacle state={key} />}
            />
          );
        })}
      {hint !== null && <SettingRow title={<span className="font-normal">{hint}</span>} />}
    </>
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
