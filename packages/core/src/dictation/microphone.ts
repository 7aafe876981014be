import type { Finding, Microphone as MicrophoneFacts } from '@quoth/contract';
import type { OutsideEnding } from './recording-machine.ts';

/** A block of sound: 16 kHz, mono, signed 16 bit. */
export interface SoundBlock {
  readonly samples: Int16Array;
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
  close(): Promise<void>;
}

/** The microphones of this machine, whatever the platform. */
export interface Microphone {
  /**
   * Opens a device by its name, or the system's default. Blocks may come before this answers. Throws MICROPHONE_UNAVAILABLE, which says
   * what is there instead.
   */
  open(device: string | null, listener: SoundListener): Promise<OpenMicrophone>;
  /** Throws MICROPHONE_UNAVAILABLE if the platform cannot be asked. */
  list(): Promise<readonly MicrophoneFacts[]>;
  /** Calls the listener when a device is added or removed or the default changes, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Opens it for a moment and reports the level. */
  examine(device: string | null): Promise<readonly Finding[]>;
  close(): Promise<void>;
}
