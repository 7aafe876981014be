import { AppError, type Finding, type Message, type Said, say, withAdvice, withFix } from '@quoth/contract';
import { type Microphone, playedSoundUnavailable } from '@quoth/core';
import { LibraryUnavailable, microphonesUnavailable } from './capture.ts';
import { NoSoundServer, ParecMicrophone, PulseSources } from './parec-microphone.ts';
import { RecorderMicrophone } from './recorder-microphone.ts';

/** How often the list of microphones is read where no sound server reports changes. */
const POLL_MS = 3_000;

export interface MicrophoneOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where it is remembered that a headset was switched. */
  readonly dataFolder: string;
  /** Address of the module that is loaded as the library; for tests of what happens if it does not load. */
  readonly library?: string | undefined;
}

/**
 * The microphones of this platform: on Linux through `parec`, or through the library if no sound server answers;
 * elsewhere through the library.
 */
export function createMicrophone({ platform, env, dataFolder, library }: MicrophoneOptions): Microphone {
  const recorder = new RecorderMicrophone(env, library);
  const pulse = platform === 'linux' ? new PulseSources(env) : undefined;
  const parec = pulse && new ParecMicrophone(pulse, env, dataFolder);

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
      throw error instanceof LibraryUnavailable ? microphonesUnavailable() : error;
    }
  };
  const open: Microphone['open'] = (...asked) => either((one) => one.open(...asked));
  const list: Microphone['list'] = async () => {
    const found = await either((one) => one.list());
    return platform === 'linux' ? found.filter(({ name }) => !isAlsaPlugin(name)) : found;
  };
  return {
    prepare: () => (parec ?? recorder).prepare(),
    open,
    openMeeting: async (device, listener) => {
      try {
        if (parec) return await parec.openMeeting(device, listener);
      } catch (error) {
        if (!(error instanceof NoSoundServer)) throw error;
      }
      throw playedSoundUnavailable();
    },
    list,
    onChange: (listener) => pulse?.onChange(listener) ?? pollChanges(list, listener),
    examine: async (device) => {
      const finding = await examineMicrophone({ open }, device);
      // A server has neither screen nor microphone, and needs none.
      const isServer = platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
      return [isServer && finding.status === 'missing' ? { ...finding, status: 'warning' } : finding];
    },
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

const LISTEN_MS = 700;
/** How long sleeping sources take to wake up. */
const PATIENCE_MS = 4_000;
const FULL_SCALE = 32_768;

/** What the doctor says of the microphone: opened for a moment, and whether there was any sound. */
export async function examineMicrophone(
  microphone: Pick<Microphone, 'open'>,
  device: string | null,
): Promise<Said<Finding>> {
  const title = [say('microphone')];
  let peak = 0;
  let receivedMs = 0;
  let end = () => {};
  const listened = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(end, PATIENCE_MS);
  try {
    const open = await microphone.open(device, {
      onBlock: ({ samples }) => {
        for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
        receivedMs += samples.length / 16;
        if (receivedMs >= LISTEN_MS) end();
      },
      onEnd: end,
    });
    await listened;
    await open.close();
    const name = `"${open.device}"`;
    if (receivedMs === 0) return silent(say('microphoneGaveNothing', { name }));
    if (peak === 0) return silent(say('microphoneGivesSilence', { name }));
    const level = Math.round(20 * Math.log10(peak / FULL_SCALE));
    const detail = [say('microphoneWorks', { name, level })];
    return withAdvice({ id: 'microphone', status: 'ok' }, { title, detail });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const missing = { id: 'microphone', status: 'missing' } as const;
    return withFix(withAdvice(missing, { title, detail: [error.said] }), error.advice);
  } finally {
    clearTimeout(timer);
  }

  function silent(detail: Message): Said<Finding> {
    const finding = withAdvice({ id: 'microphone', status: 'warning' }, { title, detail: [detail] });
    return withFix(finding, [say('chooseOtherMicrophone')]);
  }
}

/**
 * What ALSA lists besides its cards: converters, mixers and connections to sound servers, each by the description in
 * its configuration file (alsa-lib's `null.conf`, the files of alsa-plugins). The library lists them as microphones if
 * no sound server answers.
 */
const descriptions: readonly RegExp[] = [
  /^Discard all samples \(playback\) or generate zero samples \(capture\)$/,
  /^Default ALSA (Output|Input)( \(currently .*\))?$/,
  /^Rate Converter Plugin Using /,
  /^Plugin (for channel|to convert|using) /,
  /^(JACK Audio Connection Kit|Open Sound System|USB Stream Output|Arcam-AV Amplifier)$/,
  /^(PulseAudio|PipeWire) (Sound|Multimedia) Server$/,
];

/** True for the name of a part of ALSA, which no device has. */
export function isAlsaPlugin(name: string): boolean {
  return descriptions.some((description) => description.test(name));
}
