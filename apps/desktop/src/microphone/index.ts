import type { Microphone } from '@quoth/core';
import { isAlsaPlugin } from './alsa-plugins.ts';
import { polledChanges, pulseChanges } from './device-changes.ts';
import { examineMicrophone } from './examine-microphone.ts';
import { LibraryUnusable, noWayToMicrophones } from './microphone-errors.ts';
import { ParecMicrophone } from './parec-microphone.ts';
import { PulseSources } from './pulse-sources.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

/** Added to the doctor's finding, to explain differences between machines. */
const THROUGH_PAREC = 'It is read by parec, because the microphone library does not load here.';

export interface MicrophoneOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts the library's thread now; otherwise it starts with the first opening, which then takes a quarter of a second longer. */
  readonly warmUp: boolean;
  /** Address of the module that is loaded as the library; for tests of what happens if it does not load. */
  readonly library?: string | undefined;
}

/** The microphones of this platform: through the library, and on Linux through `parec` if the library does not load. */
export function createMicrophone({ platform, env, warmUp, library }: MicrophoneOptions): Microphone {
  const pulse = platform === 'linux' ? new PulseSources(env) : undefined;
  const names = async () => (await recorder.list()).map(({ name }) => name);
  const changes = pulse ? pulseChanges(pulse) : polledChanges(names);
  const recorder = new RecorderMicrophone({
    changes,
    library,
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
    list: async () => {
      const found = await either((one) => one.list());
      return platform === 'linux' ? found.filter(({ name }) => !isAlsaPlugin(name)) : found;
    },
    onChange: (listener) => changes.onChange(listener),
    examine: async (device) => {
      const finding = await examineMicrophone({ open }, device);
      return [
        recorder.isUnusable && parec ? { ...finding, detail: `${finding.detail} ${THROUGH_PAREC}` } : finding,
      ];
    },
    close: async () => {
      await Promise.all([recorder.close(), parec?.close()]);
      pulse?.close();
    },
  };
}
