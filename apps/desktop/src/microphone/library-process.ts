import { setImmediate as breathe } from 'node:timers/promises';
import type { PvRecorder } from '@picovoice/pvrecorder-node';

/** To the process that has the library. It serves one request after the other. */
export type ToLibrary =
  | { readonly type: 'list' }
  | { readonly type: 'open'; readonly device: string | null }
  | { readonly type: 'close' };

export type FromLibrary =
  /** `standard`: name of the system's default; undefined if there is none. */
  | { readonly type: 'devices'; readonly devices: readonly string[]; readonly standard: string | undefined }
  | { readonly type: 'opened'; readonly device: string }
  | { readonly type: 'not-opened'; readonly devices: readonly string[] }
  /** 20 ms of sound. `cameAt`: milliseconds since 1970, by this process's monotonic clock. */
  | { readonly type: 'block'; readonly samples: Int16Array; readonly cameAt: number }
  /** The device gives nothing more. */
  | { readonly type: 'ended'; readonly ending: 'microphone-lost' | 'microphone-failed' }
  /** It was closed as requested. */
  | { readonly type: 'closed' }
  /** The library does not load on this machine. */
  | { readonly type: 'unusable' };

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

process.on('disconnect', () => process.exit(0));
try {
  const { PvRecorder: library } = (await import(process.argv[2] ?? '')) as { readonly PvRecorder: Library };
  process.on('message', (message: ToLibrary) => {
    if (message.type === 'list') list(library);
    else if (message.type === 'close') isWanted = false;
    else void record(library, message.device);
  });
} catch {
  send({ type: 'unusable' });
}

async function record(library: Library, wanted: string | null): Promise<void> {
  isWanted = true;
  let recorder: PvRecorder | undefined;
  try {
    recorder = open(library, wanted);
    if (!recorder) return send({ type: 'not-opened', devices: devicesOf(library) });
    const device = recorder.getSelectedDevice();
    send({ type: 'opened', device });
    const ending = await readAll(library, recorder, device);
    recorder.release();
    recorder = undefined;
    send(ending ? { type: 'ended', ending } : { type: 'closed' });
  } catch {
    recorder?.release();
    send({ type: 'ended', ending: 'microphone-failed' });
  }
}

/** Sends every block until it is to be closed; why it ended before. */
async function readAll(
  library: Library,
  recorder: PvRecorder,
  device: string,
): Promise<'microphone-lost' | 'microphone-failed' | undefined> {
  let failures = 0;
  while (isWanted) {
    try {
      const samples = recorder.readSync();
      failures = 0;
      send({ type: 'block', samples, cameAt: performance.timeOrigin + performance.now() });
    } catch {
      if (!devicesOf(library).includes(device)) return 'microphone-lost';
      if (++failures > RETRIES) return 'microphone-failed';
    }
    // Here a message to close is read.
    await breathe();
  }
  recorder.stop();
  return undefined;
}

/**
 * Opens the device by its name; undefined if it does not exist. The default is opened by its name, too: as "the default" it would silently become another device.
 * Looking up the default takes longer than opening it, so the last one is opened first, and the lookup follows while its first samples are kept.
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
  const index = devicesOf(library).indexOf(name);
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

function devicesOf(library: Library): string[] {
  try {
    return library.getAvailableDevices();
  } catch {
    // So the library says that there is none.
    return [];
  }
}

function list(library: Library): void {
  const devices = devicesOf(library);
  const standard = devices.length === 0 ? undefined : standardDevice(library);
  // So the next recording is as quick as the one after it.
  lastDefault = standard;
  for (const [index, name] of devices.entries()) places.set(name, index);
  send({ type: 'devices', devices, standard });
}

function send(message: FromLibrary): void {
  process.send?.(message);
}
