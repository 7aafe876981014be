import type { Microphone } from '@quoth/core';
import { isAlsaPlugin } from './alsa-plugins.ts';
import { examineMicrophone } from './examine-microphone.ts';
import { LibraryUnusable, noWayToMicrophones } from './microphone-errors.ts';
import { ParecMicrophone } from './parec-microphone.ts';
import { NoSoundServer, PulseSources } from './pulse-sources.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

/** How often the list of microphones is read where no sound server reports changes. */
const POLL_MS = 3_000;

export interface MicrophoneOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts the library's process now where it is needed; otherwise it starts with the first opening, which then takes a quarter of a second longer. */
  readonly warmUp: boolean;
  /** Address of the module that is loaded as the library; for tests of what happens if it does not load. */
  readonly library?: string | undefined;
}

/** The microphones of this platform: on Linux through `parec`, or through the library if no sound server answers; elsewhere through the library. */
export function createMicrophone({ platform, env, warmUp, library }: MicrophoneOptions): Microphone {
  const recorder = new RecorderMicrophone(env, library);
  const pulse = platform === 'linux' ? new PulseSources(env) : undefined;
  const parec = pulse && new ParecMicrophone(pulse, env);
  if (warmUp && !parec) recorder.warmUp();

  const either = async <Result>(
    use: (microphone: RecorderMicrophone | ParecMicrophone) => Promise<Result>,
  ) => {
    try {
      if (parec) return await use(parec);
    } catch (error) {
      if (!(error instanceof NoSoundServer)) throw error;
    }
    try {
      return await use(recorder);
    } catch (error) {
      throw error instanceof LibraryUnusable ? noWayToMicrophones() : error;
    }
  };
  const open: Microphone['open'] = (device, listener) => either((one) => one.open(device, listener));
  const list: Microphone['list'] = async () => {
    const found = await either((one) => one.list());
    return platform === 'linux' ? found.filter(({ name }) => !isAlsaPlugin(name)) : found;
  };
  return {
    open,
    list,
    onChange: (listener) => pulse?.onChange(listener) ?? pollChanges(list, listener),
    examine: async (device) => [await examineMicrophone({ open }, device)],
    close: async () => {
      recorder.close();
      parec?.close();
      pulse?.close();
    },
  };
}

/** Calls the listener when the list has changed, until the returned function is called. */
function pollChanges(list: Microphone['list'], listener: () => void): () => void {
  let before: string | undefined;
  const timer = setInterval(async () => {
    const now = (await list().catch(() => [])).map(({ name }) => name).join('\n');
    if (before !== undefined && now !== before) listener();
    before = now;
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
