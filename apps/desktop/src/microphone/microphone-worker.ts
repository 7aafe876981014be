import type { MessagePort } from 'node:worker_threads';
import type { PvRecorder } from '@picovoice/pvrecorder-node';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

type Library = typeof PvRecorder;

/** The data of the thread, which cannot import anything of ours. */
export interface ThreadMeans {
  readonly port: MessagePort;
  /** Address of the library's module. */
  readonly address: string;
  /** Lets messages in. */
  readonly breathe: () => Promise<unknown>;
}

/**
 * Reads the microphone. The library's reads block until a frame arrives, so it has its own thread. The source of this function is that thread's whole code
 * (see `recorder-microphone.ts`), and must not use anything outside itself: a thread that loads a file with types needs 12 MB more for stripping them
 * (measured).
 */
export async function readMicrophones({ port, address, breathe }: ThreadMeans): Promise<void> {
  /** 20 ms: the first sample arrives after 5 ms; with frames of 32 ms, after 25. */
  const FRAME_SAMPLES = 320;
  /** Frames that the library keeps while this thread is delayed: four seconds. */
  const BUFFERED_FRAMES = 200;
  /** The library gives up on a frame after a second, even if a source is only slow to wake up. */
  const RETRIES = 4;

  let current: number | undefined;
  /** The default device when it was last looked up. */
  let lastDefault: string | undefined;
  /** Positions of devices in the library's list when they were last opened. */
  const places = new Map<string, number>();

  try {
    const { PvRecorder: library } = (await import(address)) as { readonly PvRecorder: Library };
    port.on('message', (message: ToWorker) => {
      if (message.type === 'end') {
        current = undefined;
        port.close();
      } else if (message.type === 'list') list(library, message.request);
      else if (message.type === 'close') {
        if (current === message.session) current = undefined;
      } else void record(library, message.session, message.device);
    });
  } catch (error) {
    send({ type: 'unusable', reason: error instanceof Error ? error.name : 'unknown' });
  }

  async function record(library: Library, session: number, wanted: string | null): Promise<void> {
    current = session;
    let recorder: PvRecorder | undefined;
    try {
      recorder = open(library, wanted);
      if (!recorder) return send({ type: 'not-opened', session, devices: devicesOf(library) });
      const device = recorder.getSelectedDevice();
      send({ type: 'opened', session, device });
      await readAll(library, recorder, session, device);
    } catch {
      send({ type: 'ended', session, ending: 'microphone-failed' });
    } finally {
      if (current === session) current = undefined;
      recorder?.release();
    }
  }

  async function readAll(
    library: Library,
    recorder: PvRecorder,
    session: number,
    device: string,
  ): Promise<void> {
    let failures = 0;
    while (current === session) {
      try {
        const samples = recorder.readSync();
        failures = 0;
        const cameAt = performance.timeOrigin + performance.now();
        send({ type: 'block', session, samples, cameAt }, [samples.buffer as ArrayBuffer]);
      } catch {
        if (!devicesOf(library).includes(device)) {
          return send({ type: 'ended', session, ending: 'microphone-lost' });
        }
        if (++failures > RETRIES) return send({ type: 'ended', session, ending: 'microphone-failed' });
      }
      // Here a message to close is read.
      await breathe();
    }
    recorder.stop();
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

  function list(library: Library, request: number): void {
    const devices = devicesOf(library);
    const standard = devices.length === 0 ? undefined : standardDevice(library);
    // So the next recording is as quick as the one after it.
    lastDefault = standard;
    for (const [index, name] of devices.entries()) places.set(name, index);
    send({ type: 'devices', request, devices, standard });
  }

  function send(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer);
  }
}
