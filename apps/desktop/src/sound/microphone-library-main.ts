import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PvRecorder } from '@picovoice/pvrecorder-node';
import { type Channel, serveParent } from '@quoth/processes/parent';

/**
 * What the application and the process that has the library say to each other. It serves one request after the other.
 */
export interface LibraryChannel extends Channel {
  readonly toChild: Record<never, never>;
  readonly toParent: {
    /** 20 ms of sound. `cameAt`: milliseconds since 1970, by this process's monotonic clock. */
    block(samples: Int16Array, cameAt: number): void;
    /** The device gives nothing more. */
    ended(why: MicrophoneEnding): void;
    /** The library does not load on this machine. */
    unusable(): void;
  };
  readonly requests: {
    list(): Devices;
    open(device: string | null): { readonly opened: string } | { readonly devices: readonly string[] };
    /** Answered when the device is released. */
    close(): 'closed';
  };
}

export type MicrophoneEnding = 'microphone-lost' | 'microphone-failed';

interface Devices {
  readonly devices: readonly string[];
  /** Name of the system's default; undefined if none exists. */
  readonly standard: string | undefined;
}

type Library = typeof PvRecorder;

/** 20 ms: the first sample arrives after 5 ms; with frames of 32 ms, after 25. */
const FRAME_SAMPLES = 320;
/** Frames that the library keeps while this process is delayed: four seconds. */
const BUFFERED_FRAMES = 200;
/** The library gives up on a frame after a second, even if a source is only slow to wake up. */
const RETRIES = 4;

let isWanted = false;
/** The default device when it was last looked up. */
let lastDefault: string | undefined;
/** Positions of devices in the library's list when they were last opened. */
const places = new Map<string, number>();

let recording: Promise<void> = Promise.resolve();

const library = await import(process.argv[2] ?? '').then(
  ({ PvRecorder }: { readonly PvRecorder: Library }) => PvRecorder,
  () => undefined,
);
const parent = serveParent<LibraryChannel>({
  on: {},
  answer: {
    list: () => list(usable()),
    open: (device) => record(usable(), device),
    close: async () => {
      isWanted = false;
      await recording;
      return 'closed' as const;
    },
  },
});
if (!library) parent.send('unusable');

function usable(): Library {
  if (!library) throw new Error('The library does not load.');
  return library;
}

async function record(library: Library, wanted: string | null) {
  const recorder = open(library, wanted);
  if (!recorder) return { devices: library.getAvailableDevices() };
  const opened = recorder.getSelectedDevice();
  isWanted = true;
  // After the answer was sent.
  recording = nextTurn().then(() => readAll(library, recorder, opened));
  return { opened };
}

/** Sends every block until it is to be closed, or why it ended before. */
async function readAll(library: Library, recorder: PvRecorder, device: string): Promise<void> {
  let failures = 0;
  let ending: MicrophoneEnding | undefined;
  while (isWanted && !ending) {
    try {
      const samples = recorder.readSync();
      failures = 0;
      parent.send('block', samples, performance.timeOrigin + performance.now());
    } catch {
      if (isGone(library, device)) ending = 'microphone-lost';
      else if (++failures > RETRIES) ending = 'microphone-failed';
    }
    // Here a message to close is read.
    await nextTurn();
  }
  try {
    if (!ending) recorder.stop();
  } catch {
    ending = 'microphone-failed';
  }
  recorder.release();
  if (ending) parent.send('ended', ending);
}

/**
 * Opens the device by its name; undefined if it does not exist. The default is opened by its name, too: as "the
 * default" it would silently become another device. Looking up the default takes longer than opening it, so the last
 * one is opened first, and the lookup follows while its first samples are kept.
 */
function open(library: Library, wanted: string | null): PvRecorder | undefined {
  if (wanted === null && lastDefault !== undefined) {
    const recorder = startedAgain(library, lastDefault);
    if (recorder && standardDevice(library) === lastDefault) return recorder;
    recorder?.release();
  }
  const name = wanted ?? standardDevice(library);
  if (wanted === null) lastDefault = name;
  return name === undefined ? undefined : started(library, name);
}

function started(library: Library, name: string): PvRecorder | undefined {
  const again = startedAgain(library, name);
  if (again) return again;
  const index = library.getAvailableDevices().indexOf(name);
  return index < 0 ? undefined : startedAt(library, index, name);
}

/** Opens it at its last position; undefined if it cannot be opened there any more. */
function startedAgain(library: Library, name: string): PvRecorder | undefined {
  const known = places.get(name);
  if (known === undefined) return undefined;
  try {
    const recorder = startedAt(library, known, name);
    if (recorder) return recorder;
  } catch {
    // The list is shorter now, or the device has gone.
  }
  places.delete(name);
  return undefined;
}

/** Undefined if another device is at this position of the list by now. */
function startedAt(library: Library, index: number, name: string): PvRecorder | undefined {
  const recorder = new library(FRAME_SAMPLES, index, BUFFERED_FRAMES);
  try {
    if (recorder.getSelectedDevice() === name) {
      recorder.start();
      places.set(name, index);
      return recorder;
    }
  } catch (error) {
    recorder.release();
    throw error;
  }
  recorder.release();
  return undefined;
}

function standardDevice(library: Library): string | undefined {
  try {
    const recorder = new library(FRAME_SAMPLES, -1, 2);
    const name = recorder.getSelectedDevice();
    recorder.release();
    return name;
  } catch {
    return undefined;
  }
}

/**
 * False also where the library cannot tell: it throws when the sound system fails, and lists nothing when there is no
 * microphone.
 */
function isGone(library: Library, device: string): boolean {
  try {
    return !library.getAvailableDevices().includes(device);
  } catch {
    return false;
  }
}

function list(library: Library): Devices {
  const devices = library.getAvailableDevices();
  const standard = devices.length === 0 ? undefined : standardDevice(library);
  // So the next recording is as quick as the one after it.
  lastDefault = standard;
  for (const [index, name] of devices.entries()) places.set(name, index);
  return { devices, standard };
}
