import {
  type Dictation,
  type Language,
  type MicrophoneFacts,
  type Mode,
  type Question,
  shownModeName,
} from '@quoth/contract';
import { filled } from '@quoth/words/render.ts';
import type { DesktopTexts } from '../text/en.ts';
import type { TrayState } from './tray-icon.ts';

/** What a menu entry does. */
export type TrayAction =
  | { readonly type: 'start' | 'stop' | 'cancel' | 'history' | 'settings' | 'open' | 'quit' }
  | { readonly type: 'mode' | 'answer' | 'decline'; readonly id: string }
  | { readonly type: 'microphone'; readonly name: string | null }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'api'; readonly isOn: boolean };

/** One entry; without an action and without children it is a heading or a line. */
export interface TrayEntry {
  readonly label: string;
  readonly action?: TrayAction;
  readonly isChecked?: boolean;
  readonly children?: readonly TrayEntry[];
}

export interface TrayFacts {
  readonly dictation: Dictation;
  readonly modes: readonly Mode[];
  readonly language: Language;
  readonly microphones: readonly MicrophoneFacts[];
  /** Newest first. */
  readonly transcripts: readonly string[];
  readonly isApiOn: boolean;
  readonly texts: DesktopTexts;
}

const MAX_CHARACTERS = 48;
const LINE: TrayEntry = { label: '' };

export function trayState({ dictation }: TrayFacts): TrayState {
  if (dictation.recording) return 'recording';
  const last = dictation.processing.at(-1)?.phase;
  if (last === 'transcribing' || last === 'rewriting' || last === 'delivering') return 'working';
  return dictation.pre_roll ? 'listening' : 'idle';
}

/** What the icon says when it is pointed at. */
export function trayTitle(facts: TrayFacts): string {
  const { idle, microphoneOpen: listening, recording, transcribing: working } = facts.texts.tray;
  return { idle, listening, recording, working }[trayState(facts)];
}

export function trayMenu({
  dictation,
  modes,
  language,
  microphones,
  transcripts,
  isApiOn,
  texts,
}: TrayFacts): readonly TrayEntry[] {
  const says = texts.tray;
  const isRecording = dictation.recording !== null;
  const chosen = dictation.microphone;
  const { recording, question } = dictation;
  return [
    ...(recording?.program
      ? [{ label: filled(texts.indicator.isRecording, { program: recording.program.name }) }]
      : []),
    ...(question?.phase === 'asked' ? asked(question, texts) : []),
    isRecording
      ? { label: says.stop, action: { type: 'stop' } }
      : { label: says.start, action: { type: 'start' } },
    ...(isRecording ? [{ label: says.cancel, action: { type: 'cancel' } } as const] : []),
    LINE,
    {
      label: says.mode,
      children: modes.map(({ id, name, isDefault }) => ({
        label: shownModeName(name, modes, language),
        action: { type: 'mode', id },
        isChecked: isDefault,
      })),
    },
    {
      label: says.microphone,
      children: [
        { label: says.systemDefault, action: { type: 'microphone', name: null }, isChecked: chosen === null },
        ...microphones.map(
          ({ name }): TrayEntry => ({
            label: name,
            action: { type: 'microphone', name },
            isChecked: chosen === name,
          }),
        ),
      ],
    },
    ...(transcripts.length > 0
      ? [
          {
            label: says.copyTranscript,
            children: transcripts.map(
              (text) => ({ label: shortened(text), action: { type: 'copy', text } }) satisfies TrayEntry,
            ),
          },
        ]
      : []),
    LINE,
    { label: says.open, action: { type: 'open' } },
    { label: says.history, action: { type: 'history' } },
    { label: says.settings, action: { type: 'settings' } },
    { label: says.localApi, action: { type: 'api', isOn: !isApiOn }, isChecked: isApiOn },
    LINE,
    { label: says.quit, action: { type: 'quit' } },
  ];
}

/** A question of a program, with what can be done about it. */
function asked({ id, program, question }: Question, { tray, indicator }: DesktopTexts): TrayEntry[] {
  return [
    {
      label: shortened(
        question === null
          ? filled(indicator.wantsToRecord, { program: program.name })
          : filled(tray.asksThis, { program: program.name, question }),
      ),
    },
    { label: question === null ? tray.allow : indicator.answer, action: { type: 'answer', id } },
    { label: indicator.decline, action: { type: 'decline', id } },
    LINE,
  ];
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}

/** An icon with a menu in the desktop's tray. */
export interface Tray {
  /** Shows the icon as soon as the desktop has a place for it. */
  open(): Promise<void>;
  /** `title`: what the icon says when it is pointed at. */
  show(state: TrayState, title: string, entries: readonly TrayEntry[]): void;
  close(): Promise<void>;
}

export interface TrayEvents {
  /** `token`: lets the window that it opens come to the front, where the desktop gave one. */
  readonly onAction: (action: TrayAction, token?: string) => void;
  /** Called when an icon appears or disappears. */
  readonly onShown: (isShown: boolean) => void;
}

export type CreateTray = (events: TrayEvents) => Tray;

/** A menu entry as a system shows it. Its number stands for its action. */
export interface NumberedEntry {
  /** Unique in the whole menu, from 1. */
  readonly id: number;
  readonly label: string;
  readonly kind: 'command' | 'submenu' | 'separator';
  /** Undefined if the entry cannot be checked. */
  readonly isChecked?: boolean;
  readonly children: readonly NumberedEntry[];
}

/** Numbers the entries of a menu, parents before children. `at` is indexed by number; 0 is the menu itself. */
export function numberEntries(entries: readonly TrayEntry[]): {
  readonly numbered: readonly NumberedEntry[];
  readonly at: readonly TrayEntry[];
} {
  const at: TrayEntry[] = [{ label: '', children: entries }];
  const number = (entry: TrayEntry): NumberedEntry => {
    const { label, action, isChecked, children } = entry;
    const id = at.push(entry) - 1;
    const kind = children ? 'submenu' : action ? 'command' : 'separator';
    const checked = isChecked === undefined ? {} : { isChecked };
    return { id, label, kind, ...checked, children: (children ?? []).map(number) };
  };
  return { numbered: entries.map(number), at };
}
