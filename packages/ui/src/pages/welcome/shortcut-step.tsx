import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../design/copy-button.tsx';
import { KeyCap } from '../../design/key-cap.tsx';
import { Pill } from '../../design/pill.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { keyNames } from '../../shell/key-sequence.ts';
import { isMac, useShortcut } from '../../shell/shortcuts.tsx';
import { useSetting } from '../../shell/use-setting.ts';

const toggleCommand = 'quoth dictate toggle';

/** The keys of the window, tried on the spot. */
export function ShortcutStep() {
  const t = useTranslations('welcome');
  const [isPressed, setPressed] = useState(false);
  const hasSingleKeys = useSetting('singleKeyShortcuts') ?? true;
  useShortcut('space', () => setPressed(true));
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <SettingRow
        title={t('space')}
        description={t(hasSingleKeys ? 'spaceHelp' : 'spaceOff')}
        control={
          <span role="status">
            {isPressed ? (
              <Pill tone="success" icon={CircleCheck}>
                {t('spaceWorks')}
              </Pill>
            ) : (
              keyNames('space', isMac).map((key) => <KeyCap key={key}>{key}</KeyCap>)
            )}
          </span>
        }
      />
      <SettingRow
        title={t('palette')}
        description={t('paletteHelp')}
        control={keyNames('mod+k', isMac).map((key) => <KeyCap key={key}>{key}</KeyCap>)}
      />
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
      <SettingRow title={<Link to="/settings">{t('moreKeys')}</Link>} description={t('moreKeysHelp')} />
    </div>
  );
}
