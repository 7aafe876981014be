import {
  formatShortcut,
  isDictating,
  type KeyCombination,
  type Message,
  type MoreShortcut,
  reworded,
  type ShortcutAction,
  type Shortcuts,
  shortcutActions,
  shortcutProblem,
  shortcutSettings,
  withAdvice,
} from '@quoth/contract';
import { AudioLines, ChevronRight, Keyboard, TextCursorInput, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../design/button.tsx';
import { Select } from '../design/select.tsx';
import { FoundBy, SettingGroup, SettingRow, SettingSection, SwitchRow } from '../design/settings.tsx';
import { Banner } from '../design/states.tsx';
import { useModeName } from '../session/account.tsx';
import { Loaded, useAction, useRead } from '../session/application.tsx';
import { useTranslate } from '../text/text-provider.tsx';
import { bareModifierOf, pressedCombination } from './pressed-keys.ts';
import type { SectionProps } from './settings/setting-rows.tsx';
import { ShortcutKeys, ShortcutObstacle, useShortcuts, useTriedShortcuts } from './shortcut-keys.tsx';

/**
 * Keys that work in every program: which they are, their conflicts, and a place to try them; and the keys of this
 * window.
 */
export function ShortcutsSection({ settings, change }: SectionProps) {
  const t = useTranslations('shortcuts');
  const query = useShortcuts();
  const configure = useAction((client) => client.configureShortcuts());
  return (
    <SettingSection id="shortcuts" title={t('title')} description={t('description')}>
      <Loaded query={query} rows={5}>
        {({ shortcuts }) => (
          <>
            <FoundBy>
              <HowItWorks shortcuts={shortcuts} />
            </FoundBy>
            {shortcuts.hint !== null && (
              <Banner
                icon={Keyboard}
                action={
                  shortcuts.configurable ? (
                    <Button busy={configure.isPending} onClick={() => configure.mutate()}>
                      {t('configure')}
                    </Button>
                  ) : undefined
                }
              >
                {shortcuts.hint}
              </Banner>
            )}
            <SettingGroup>
              {shortcuts.keys.slice(0, shortcutActions.length).map((key) => (
                <SettingRow
                  key={key.action}
                  id={`shortcuts.action_${key.action}`}
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
              <MoreKeys settings={settings} change={change} shortcuts={shortcuts} />
              <TryOut shortcuts={shortcuts} />
            </SettingGroup>
          </>
        )}
      </Loaded>
      <SettingGroup title={t('inWindow')}>
        <SwitchRow
          id="shortcuts.singleKeys"
          title={t('singleKeys')}
          description={t('singleKeysHelp')}
          isOn={settings.singleKeyShortcuts}
          onChange={(singleKeyShortcuts) => change({ singleKeyShortcuts })}
        />
      </SettingGroup>
    </SettingSection>
  );
}

/** Further keys: for an action that has one already, or for a mode. */
function MoreKeys({ settings, change, shortcuts }: SectionProps & { readonly shortcuts: Shortcuts }) {
  const t = useTranslations('shortcuts');
  const modes = useRead('listModes').data?.modes;
  const nameOf = useModeName();
  const [{ action, modeId }, setNext] = useState<Omit<MoreShortcut, 'shortcut'>>(noMode('toggle'));
  const { moreShortcuts } = settings;
  const set = (list: MoreShortcut[]) => change({ moreShortcuts: list });
  const titleOf = (more: MoreShortcut) => {
    const mode = modes?.find(({ id }) => id === more.modeId);
    const name = t(`action_${more.action}`);
    return more.modeId === null || !modes ? name : `${name}: ${mode ? nameOf(mode.name) : t('modeGone')}`;
  };
  return (
    <>
      {moreShortcuts.map((more, at) => {
        const state = shortcuts.keys[shortcutActions.length + at];
        return (
          <SettingRow
            key={`${more.action} ${more.shortcut}`}
            title={titleOf(more)}
            control={
              <ShortcutRecorder
                action={more.action}
                name={titleOf(more)}
                shortcut={more.shortcut}
                onChange={(shortcut) =>
                  set(
                    shortcut === null
                      ? moreShortcuts.toSpliced(at, 1)
                      : moreShortcuts.with(at, { ...more, shortcut }),
                  )
                }
              />
            }
            below={state && <ShortcutObstacle state={state} />}
          />
        );
      })}
      <SettingRow
        id="shortcuts.addKey"
        title={t('addKey')}
        description={t('addKeyHelp')}
        control={
          <ShortcutRecorder
            action={action}
            name={t('addKey')}
            shortcut={null}
            onChange={(shortcut) =>
              shortcut !== null && set([...moreShortcuts, { action, modeId, shortcut }])
            }
          />
        }
        below={
          <div className="mt-2 flex flex-wrap gap-2">
            <Select
              name={t('keyAction')}
              value={action}
              choices={shortcutActions.map((value) => ({ value, label: t(`action_${value}`) }))}
              onChange={(value) => setNext(isDictating(value) ? { action: value, modeId } : noMode(value))}
            />
            {isDictating(action) && (
              <Select
                name={t('keyMode')}
                value={modeId}
                choices={[
                  { value: null, label: t('keyAnyMode') },
                  ...(modes ?? []).map(({ id, name }) => ({ value: id, label: nameOf(name) })),
                ]}
                onChange={(value) => setNext({ action, modeId: value })}
              />
            )}
          </div>
        }
      />
    </>
  );
}

const noMode = (action: ShortcutAction) => ({ action, modeId: null });

/** What happens, as a picture: keys, speech, text. */
function HowItWorks({ shortcuts }: { readonly shortcuts: Shortcuts }) {
  const t = useTranslations('shortcuts');
  const ways = (['toggle', 'pushToTalk'] as const).flatMap((action) => {
    const key = shortcuts.keys.find((each) => each.action === action);
    const isOn = key?.shortcut != null && key.state === 'active';
    return isOn && key.shortcut !== null ? [{ action, shortcut: key.shortcut }] : [];
  });
  if (ways.length === 0) return null;
  return (
    <ul aria-label={t('howItWorks')} className="m-0 flex list-none flex-col gap-5 rounded-card bg-sunken p-4">
      {ways.map(({ action, shortcut }) => (
        <li key={action}>
          <ol className="m-0 flex list-none items-start justify-between gap-1 p-0 text-center text-small text-quiet">
            <Step words={t(action === 'toggle' ? 'stepPress' : 'stepHold')}>
              <ShortcutKeys shortcut={shortcut} />
            </Step>
            <Arrow />
            <Step words={t('stepSpeak')}>
              <Icon of={AudioLines} size={24} />
            </Step>
            <Arrow />
            <Step words={t(action === 'toggle' ? 'stepAgain' : 'stepRelease')}>
              <Icon of={Keyboard} size={24} />
            </Step>
            <Arrow />
            <Step words={t('stepText')}>
              <Icon of={TextCursorInput} size={24} className="text-text" />
            </Step>
          </ol>
        </li>
      ))}
    </ul>
  );
}

function Step({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-1 basis-0 flex-col items-center gap-1.5 first:flex-[1.6]">
      <span className="flex min-h-6 items-center">{children}</span>
      <span>{words}</span>
    </li>
  );
}

function Arrow() {
  return (
    <li aria-hidden className="flex h-6 shrink-0 items-center">
      <Icon of={ChevronRight} className="rtl:-scale-x-100" />
    </li>
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
      id="shortcuts.try"
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

/**
 * Shows a shortcut, and records a new one: the next keys that are pressed. Esc or a click elsewhere leaves it
 * unchanged.
 */
function ShortcutRecorder({
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
  const [problem, setProblem] = useState<Message>();
  const translate = useTranslate();
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
          {translate(reworded('window', withAdvice({}, { problem: [problem] }))).problem}
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
        <span className="unseen">{t('recordName', { name })} </span>
        {isRecording ? t('pressKeys') : shortcut === null ? t('none') : <ShortcutKeys shortcut={shortcut} />}
      </Button>
      {/* Without keys its place stays, so that the fields end in one line. */}
      <div className={shortcut === null ? 'invisible' : ''}>
        <IconButton icon={X} name={t('removeName', { name })} onClick={() => onChange(null)} />
      </div>
    </div>
  );
}
