import type { Shortcuts } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../design/button.tsx';
import { Pill } from '../../design/states.tsx';
import { Loaded, useApplicationEvent } from '../../session/application.tsx';
import { ChromiumRow, InsertingRow } from '../inserting.tsx';
import { ShortcutKeys, ShortcutObstacle, useShortcuts, useTriedShortcuts } from '../shortcut-keys.tsx';
import { TrialButton } from './trial-button.tsx';
import type { Trial } from './use-trial.ts';

const toggleCommand = 'quoth dictate toggle';

/** The key that works in every program, tried on the spot: what is said comes into the field. */
export function KeysStep({ trial }: { readonly trial: Trial }) {
  const query = useShortcuts();
  return (
    <Loaded query={query} rows={3}>
      {({ shortcuts }) => <TryKeys shortcuts={shortcuts} trial={trial} />}
    </Loaded>
  );
}

function TryKeys({ shortcuts, trial }: { readonly shortcuts: Shortcuts; readonly trial: Trial }) {
  const t = useTranslations();
  const tried = useTriedShortcuts(shortcuts.way !== 'none');
  useApplicationEvent((event) => {
    if (event.type !== 'shortcut-tried') return;
    if (event.action === 'toggle' && event.isDown) trial.press();
    if (event.action === 'pushToTalk') trial.hold(event.isDown);
  });
  const hold = shortcuts.keys.find(({ action }) => action === 'pushToTalk');
  const holdKeys = hold && hold.state !== 'off' && shortcuts.way !== 'none' ? hold.shortcut : null;
  return (
    <>
      <MainKey shortcuts={shortcuts} isTried={tried.includes('toggle')} />
      <TrialField trial={trial} />
      <TrialButton trial={trial} />
      {trial.refusal && <p className="m-0 text-quiet">{trial.refusal.message}</p>}
      <div className="w-full max-w-130 rounded-card border border-line bg-raised text-start empty:hidden">
        <InsertingRow />
        <ChromiumRow />
      </div>
      <p className="m-0 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-secondary text-quiet">
        {hold && holdKeys !== null && (
          <span className="inline-flex items-center gap-2">
            {t('shortcuts.action_pushToTalk')}
            {hold.trigger ?? <ShortcutKeys shortcut={holdKeys} />}
            <KeysWork isTried={tried.includes('pushToTalk')} />
          </span>
        )}
        <Link to="/settings" search={{ at: 'shortcuts' }}>
          {t('welcome.moreKeys')}
        </Link>
      </p>
    </>
  );
}

/**
 * What to press, large, and that it was pressed; where no key can be set, the command to assign in the desktop's
 * settings.
 */
function MainKey({ shortcuts, isTried }: { readonly shortcuts: Shortcuts; readonly isTried: boolean }) {
  const t = useTranslations('welcome');
  const toggle = shortcuts.keys.find(({ action }) => action === 'toggle');
  if (shortcuts.way === 'none' || !toggle)
    return (
      <div className="flex flex-col items-center gap-2">
        <p className="m-0 max-w-120">{t('everywhereHelp')}</p>
        <span className="flex items-center gap-1">
          <code className="font-mono">{toggleCommand}</code>
          <CopyButton text={toggleCommand} name={t('copyCommand')} />
        </span>
        {shortcuts.hint !== null && <p className="m-0 text-secondary text-quiet">{shortcuts.hint}</p>}
      </div>
    );
  const name = toggle.trigger ?? (toggle.state === 'off' ? null : toggle.shortcut);
  return (
    <div className="flex flex-col items-center gap-3">
      {name === null ? (
        <p className="m-0 text-quiet">{t('notAssigned')}</p>
      ) : toggle.trigger === null ? (
        <ShortcutKeys shortcut={name} isLarge />
      ) : (
        <p className="m-0 text-title font-semibold">{name}</p>
      )}
      <KeysWork isTried={isTried} />
      {toggle.trigger === null && <ShortcutObstacle state={toggle} />}
      {shortcuts.hint !== null && <p className="m-0 text-secondary text-quiet">{shortcuts.hint}</p>}
    </div>
  );
}

function KeysWork({ isTried }: { readonly isTried: boolean }) {
  const t = useTranslations('welcome');
  return (
    <span role="status" className="min-h-6">
      {isTried && (
        <Pill tone="success" icon={CircleCheck}>
          {t('keysWork')}
        </Pill>
      )}
    </span>
  );
}

/** As a field of any program: what was said stands behind what stood there. */
function TrialField({ trial: { live, outcome, isRecording } }: { readonly trial: Trial }) {
  const t = useTranslations('welcome');
  const [text, setText] = useState('');
  const [taken, setTaken] = useState(outcome?.id);
  useEffect(() => {
    if (!outcome || outcome.id === taken) return;
    setTaken(outcome.id);
    setText((before) => [before, outcome.text ?? ''].filter(Boolean).join(' '));
  }, [outcome, taken]);
  const coming = isRecording ? [...live.stable, live.unstable].join('') : '';
  return (
    <textarea
      aria-label={t('field')}
      placeholder={t('field')}
      dir="auto"
      rows={3}
      value={[text, coming].filter(Boolean).join(' ')}
      readOnly={isRecording}
      onChange={({ target }) => setText(target.value)}
      className="field said w-full max-w-150 resize-none rounded-card px-4 py-3 text-read"
    />
  );
}
