import { formatShortcut, type KeyCombination, type ShortcutAction, shortcutProblem } from '@quoth/contract';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { bareModifierOf, pressedCombination } from './pressed-keys.ts';
import { ShortcutKeys } from './shortcut-keys.tsx';

/** Shows a shortcut, and records a new one: the next keys that are pressed. Esc or a click elsewhere leaves it unchanged. */
export function ShortcutRecorder({
  action,
  name,
  shortcut,
  onChange,
}: {
  readonly action: ShortcutAction;
  readonly name: string;
  readonly shortcut: string | null;
  readonly onChange: (shortcut: string | null) => void;
}) {
  const t = useTranslations('shortcuts');
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string>();
  const mode = useAction((client, mode: 'normal' | 'release') => client.setShortcutMode({ body: { mode } }), {
    saysErrors: false,
  });
  // Keys that are ours would never reach this page. They come back when it is left, too.
  const { mutate } = mode;
  useEffect(() => {
    if (!isRecording) return;
    mutate('release');
    return () => mutate('normal');
  }, [isRecording, mutate]);
  const end = () => {
    setRecording(false);
    setProblem(undefined);
  };
  const take = (combination: KeyCombination) => {
    const refused = shortcutProblem(action, combination);
    setProblem(refused);
    if (refused !== undefined) return;
    end();
    onChange(formatShortcut(combination));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    const combination = pressedCombination(event.nativeEvent);
    if (combination?.key === 'Escape' && combination.modifiers.length === 0 && action !== 'cancel') end();
    else if (combination) take(combination);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    const modifier = isRecording && action === 'pushToTalk' ? bareModifierOf(event.nativeEvent) : undefined;
    if (modifier) take({ modifiers: [], key: modifier });
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {problem !== undefined && (
        <span role="alert" className="text-secondary text-danger">
          {problem}
        </span>
      )}
      <Button
        aria-pressed={isRecording}
        onClick={() => setRecording(true)}
        onBlur={end}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        className="min-w-36"
      >
        {/* Not an aria-label: people who speak to their machine say what they see. */}
        <span className="sr-only">{t('recordName', { name })} </span>
        {isRecording ? t('pressKeys') : shortcut === null ? t('none') : <ShortcutKeys shortcut={shortcut} />}
      </Button>
      <IconButton
        icon={X}
        name={t('removeName', { name })}
        disabled={shortcut === null}
        onClick={() => onChange(null)}
      />
    </div>
  );
}
