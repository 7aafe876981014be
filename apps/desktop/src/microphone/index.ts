import type { Microphone } from '@quoth/core';
import { polledChanges, pulseChanges } from './device-changes.ts';
import { examineMicrophone } from './examine-microphone.ts';
import { LibraryUnusable, noWayToMicrophones } from './microphone-errors.ts';
import { ParecMicrophone } from './parec-microphone.ts';
import { PulseSources } from './pulse-sources.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

export interface MicrophoneOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts the library's thread now; else with the first opening, which then takes a quarter of a second longer. */
  readonly warmUp: boolean;
}

/** The microphones of this platform: through the library, and on Linux through `parec` where the library does not load. */
export function createMicrophone({ platform, env, warmUp }: MicrophoneOptions): Microphone {
  const pulse = platform === 'linux' ? new PulseSources(env) : undefined;
  const names = async () => (await recorder.list()).map(({ name }) => name);
  const changes = pulse ? pulseChanges(pulse) : polledChanges(names);
  const recorder = new RecorderMicrophone({
    changes,
    isMonitor: (name) => pulse !== undefined && name.startsWith('Monitor of '),
  });
  const parec = pulse && new ParecMicrophone(pulse, env);
  if (warmUp) recorder.warmUp();

  const either = async <Result>(
    use: (microphone: RecorderMicrophone | ParecMicrophone) => Promise<Result>,
  ) => {
    try {
      return await use(recorder);
    } catch (error) {
      if (!(error instanceof LibraryUnusable)) throw error;
      if (!parec) throw noWayToMicrophones();
      return use(parec);
    }
  };
  const open: Microphone['open'] = (device, listener) => either((one) => one.open(device, listener));
  return {
    open,
    list: () => either((one) => one.list()),
    onChange: (listener) => changes.onChange(listener),
    examine: async (device) => [await examineMicrophone({ open }, device)],
    close: async () => {
      await Promise.all([recorder.close(), parec?.close()]);
      pulse?.close();
    },
  };
}
