import type { AppError } from '@quoth/contract';
import type { Microphone } from './microphone.ts';
import type { DeliveredAs } from './processing-machine.ts';

/** How a text went out. `problem` says why it did not go where it was meant to. */
export interface DeliveryResult {
  readonly as: DeliveredAs;
  readonly problem?: AppError | undefined;
}

/** Brings a text to its user. */
export interface TextDelivery {
  /** Where a text would go now, such as a window; undefined where nobody knows. */
  place(): Promise<string | undefined>;
  deliver(text: string, to: 'paste' | 'copy'): Promise<DeliveryResult>;
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

/** The machine around the recorder; one implementation a platform, in the application. */
export interface DictationPorts {
  readonly microphone: Microphone;
  readonly delivery: TextDelivery;
  readonly cues: SoundCues;
  readonly session: DesktopSession;
}
