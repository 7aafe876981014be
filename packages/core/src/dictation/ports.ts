import type { AppError, Finding, MicrophoneFacts, Said, SendKey } from '@quoth/contract';
import type { DeliveredAs } from './processing-machine.ts';
import type { OutsideEnding } from './recording-machine.ts';

/** A block of sound: 16 kHz, mono, signed 16 bit. */
export interface SoundBlock {
  /** Of a meeting, the mix of what is spoken and what is played. */
  readonly samples: Int16Array;
  /** Of a meeting, both: one sample of the microphone and one of what is played, in turn. */
  readonly tracks?: Int16Array;
  /** When its last sample was taken, by `performance.now()` of the main thread. */
  readonly takenAt: number;
}

/** What an open microphone reports to. */
export interface SoundListener {
  onBlock(block: SoundBlock): void;
  /** The microphone has gone or stopped working; nothing more comes from it. */
  onEnd(ending: Extract<OutsideEnding, 'microphone-lost' | 'microphone-failed'>): void;
}

export interface OpenMicrophone {
  /** Name of the device that is open: this one and, until it is closed, no other. */
  readonly device: string;
  /** Hands on at once what it still holds back; absent where it holds back nothing. */
  flush?(): void;
  close(): Promise<void>;
}

/** The microphones of this machine, whatever the platform. */
export interface Microphone {
  /** Has what opening needs ready: a dictation may begin at any moment. Opens nothing. */
  prepare?(): void;
  /**
   * Opens a device by its name, or the system's default. Blocks may come before this answers. Throws
   * MICROPHONE_UNAVAILABLE, which says what is there instead. `switchesHeadset`: a headset in its music profile is
   * brought into one with a microphone, until it is closed.
   */
  open(device: string | null, listener: SoundListener, switchesHeadset?: boolean): Promise<OpenMicrophone>;
  /**
   * Opens it together with what the machine plays. Throws MICROPHONE_UNAVAILABLE too where that cannot be heard. Absent
   * where it never can.
   */
  openMeeting?(device: string | null, listener: SoundListener): Promise<OpenMicrophone>;
  /** Throws MICROPHONE_UNAVAILABLE if the platform cannot be asked. */
  list(): Promise<readonly MicrophoneFacts[]>;
  /**
   * Calls the listener when a device is added or removed or the default changes, until the returned function is called.
   */
  onChange(listener: () => void): () => void;
  /** Opens it for a moment and reports the level. */
  examine(device: string | null): Promise<readonly Said<Finding>[]>;
  close(): Promise<void>;
}

/** How a text was delivered. `problem` says why it did not reach its intended place. */
export interface DeliveryResult {
  readonly as: DeliveredAs;
  readonly problem?: AppError | undefined;
  /** The key that was pressed behind it. */
  readonly pressed?: SendKey | undefined;
}

/** A key to press behind a text, in the programs with these names, whatever their case. */
export interface Sending {
  readonly key: SendKey;
  readonly programs: readonly string[];
}

/** Where a text should be delivered. */
export type DeliveryRequest =
  | { readonly to: 'copy' }
  | {
      readonly to: 'paste';
      /** Written before the text, to join it to the one before it; no part of what is copied instead. */
      readonly joint: string;
      /** The place that it is for, and no other; undefined: wherever the cursor is. */
      readonly place: string | undefined;
      /** Press Enter behind it. */
      readonly pressEnter: boolean;
      /** Press a key behind it, if the cursor is in one of these programs. */
      readonly sending?: Sending | undefined;
      /** The end of the text, before which the cursor is moved where keys can be pressed; else it stays behind all. */
      readonly behindCursor?: string | undefined;
    };

/**
 * What is selected where the cursor is; `place` is its window. `unreadable`: the program did not answer, so something
 * may be selected there.
 */
export type SelectedText =
  | { readonly is: 'text'; readonly text: string; readonly place: string }
  | { readonly is: 'nothing' | 'unreadable' };

/** Brings a text to its user. */
export interface TextDelivery {
  /** True if it sees whether the cursor is still behind the last text, and leaves out the joint where it is not. */
  readonly followsCursor?: boolean;
  /** A recording has begun: whatever takes time can be prepared. */
  prepare?(): void;
  /** Where a text would be delivered now, such as a window; undefined if unknown. Never rejects. */
  place(): Promise<string | undefined>;
  deliver(text: string, request: DeliveryRequest): Promise<DeliveryResult>;
  /** The text on the clipboard; undefined if it holds no text, or cannot be read. Never rejects. */
  clipboardText?(): Promise<string | undefined>;
  /** Never rejects. Absent if it never can be read. */
  selectedText?(): Promise<SelectedText>;
}

/** Short sounds that indicate the recorder's state. */
export interface SoundCues {
  play(cue: 'start' | 'end' | 'problem'): void;
}

/** Events of the desktop session. */
export type DesktopSessionEvent = 'locked' | 'unlocked' | 'suspending' | 'resumed';

export interface DesktopSession {
  /** Returns a function that stops it. */
  onEvent(listener: (event: DesktopSessionEvent) => void): () => void;
  /** Whether the screen is locked now, as far as this system tells. Never rejects. */
  isLocked(): Promise<boolean>;
}

/**
 * What can show the user that a program records. `screen`: something above every other window. `window`: something that
 * the user may not see now, a hidden window or a locked screen; so they press a button on it before anything is
 * recorded.
 */
export type SignPlace = 'screen' | 'window' | 'none';

/** The sign of a program that records or asks. */
export interface ProgramSign {
  /** Where it would be seen now. Never rejects. */
  place(): Promise<SignPlace>;
  /** Calls the listener when there may be no place for it any more, until the returned function is called. */
  onLost(listener: () => void): () => void;
}

/** A window of another program. Its title is absent if unknown or not asked for. */
export interface ApplicationWindow {
  readonly program: string;
  readonly title?: string | undefined;
  /** It has the focus. */
  readonly active: boolean;
}

/** Whose windows are on the screen. Nothing that is not asked for is read. */
export interface Applications {
  /** The window with the focus; undefined if none exists or it is unknown. */
  active(options: { readonly titles: boolean }): Promise<ApplicationWindow | undefined>;
  /** One window of each program, most recently used first; undefined if this system does not reveal them. */
  open(options: { readonly titles: boolean }): Promise<readonly ApplicationWindow[] | undefined>;
}

/** The machine around the recorder; one implementation a platform, in the application. */
export interface DictationPorts {
  readonly microphone: Microphone;
  readonly delivery: TextDelivery;
  readonly cues: SoundCues;
  readonly session: DesktopSession;
  /** Absent where nothing can show one: then no program records. */
  readonly sign?: ProgramSign | undefined;
  /** Absent where windows of other programs cannot be seen. */
  readonly applications?: Applications | undefined;
}
