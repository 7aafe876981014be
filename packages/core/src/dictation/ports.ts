import type { AppError } from '@quoth/contract';
import type { Microphone } from './microphone.ts';
import type { DeliveredAs } from './processing-machine.ts';

/** How a text went out. `problem` says why it did not go where it was meant to. */
export interface DeliveryResult {
  readonly as: DeliveredAs;
  readonly problem?: AppError | undefined;
}

/** Where a text is to go. */
export type DeliveryOrder =
  | { readonly to: 'copy' }
  | {
      readonly to: 'paste';
      /** The place that it is for, and no other; undefined: wherever the cursor is. */
      readonly place: string | undefined;
      /** Press Enter behind it. */
      readonly pressEnter: boolean;
    };

/** Brings a text to its user. */
export interface TextDelivery {
  /** Somebody has begun to speak: whatever takes time can be made ready. */
  prepare?(): void;
  /** Where a text would go now, such as a window; undefined where nobody knows. Never rejects. */
  place(): Promise<string | undefined>;
  deliver(text: string, order: DeliveryOrder): Promise<DeliveryResult>;
  /** What is selected at the cursor; undefined where nothing is, or it cannot be read. Absent where it never can. */
  selectedText?(): Promise<string | undefined>;
}

/** Short sounds that tell how the recorder stands. */
export interface SoundCues {
  play(cue: 'start' | 'end' | 'problem'): void;
}

/** What the desktop tells of its session. */
export type SessionEvent = 'locked' | 'unlocked' | 'suspending' | 'resumed';

export interface DesktopSession {
  /** Returns the function that ends it. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
}

/** A window of another program. Its title may be absent, and is where it was not asked for. */
export interface ApplicationWindow {
  readonly program: string;
  readonly title?: string | undefined;
  /** It has the focus. */
  readonly active: boolean;
}

/** Whose windows are on the screen. Nothing that is not asked for is read. */
export interface Applications {
  /** The window with the focus; undefined where there is none or nobody knows. */
  active(options: { readonly titles: boolean }): Promise<ApplicationWindow | undefined>;
  /** One window of each program, the latest used first; undefined where they cannot be seen. */
  open(options: { readonly titles: boolean }): Promise<readonly ApplicationWindow[] | undefined>;
}

/** The machine around the recorder; one implementation a platform, in the application. */
export interface DictationPorts {
  readonly microphone: Microphone;
  readonly delivery: TextDelivery;
  readonly cues: SoundCues;
  readonly session: DesktopSession;
  /** Absent where windows of other programs cannot be seen. */
  readonly applications?: Applications | undefined;
}
