import { closeAll, type DictationPorts } from '@quoth/core';
import {
  type ActiveApplication,
  applicationsFrom,
  createActiveApplication,
} from './active-application/index.ts';
import { createTextDelivery } from './delivery/index.ts';
import { type CreateHotkeys, chooseHotkeys } from './hotkeys/index.ts';
import { createMicrophone } from './microphone/index.ts';
import { ProgramSign } from './program-sign/index.ts';
import type { Config } from './read-config.ts';
import { SessionWatch } from './session/session-watch.ts';
import { SessionBus } from './session-bus/index.ts';
import { SystemSoundCues } from './sound-cues/sound-cues.ts';
import { type CreateTray, chooseTray } from './tray/index.ts';
import { XServer } from './x11/index.ts';

/** The parts that depend on the platform: one folder each, chosen once at start. */
export interface DesktopParts {
  /** Null if there is no X server. */
  readonly x11: XServer | null;
  /** Null if there is no session bus. */
  readonly bus: SessionBus | null;
  readonly activeApplication: ActiveApplication;
  /** Keys that work in every program. */
  readonly createHotkeys: CreateHotkeys;
  /** Null if nothing could show a tray icon. */
  readonly createTray: CreateTray | null;
  /** Whether the system lets us press keys; null if it does not ask for a permission. */
  readonly mayPressKeys: (() => boolean) | null;
  /** Where the user sees that a program records. */
  readonly sign: ProgramSign;
  /** What the recorder in core needs. */
  readonly dictation: DictationPorts;
  /** Called by the application after core is closed. */
  close(): Promise<void>;
}

/** Touches nothing of the desktop: each part opens what it needs when it is first used. */
export async function createDesktopParts(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder' | 'ephemeral'>,
): Promise<DesktopParts> {
  const { platform, env, ephemeral } = config;
  const x11 = platform === 'linux' ? XServer.of(env) : null;
  const bus = platform === 'linux' ? SessionBus.of(env) : null;
  const activeApplication = await createActiveApplication({ platform, env, x11 });
  // One that was started for a single command mostly records nothing: its process takes 23 MB.
  const microphone = createMicrophone({ platform, env, warmUp: !ephemeral });
  const session = new SessionWatch({ platform, env, bus });
  const sign = new ProgramSign({ platform, x11, bus });
  const cues = new SystemSoundCues(platform, env);
  const delivery = createTextDelivery({ platform, env, session, x11, activeApplication });
  return {
    x11,
    bus,
    activeApplication,
    mayPressKeys: platform === 'darwin' ? await askAccessibility() : null,
    createHotkeys: chooseHotkeys(config, x11),
    createTray: chooseTray(config, bus),
    sign,
    dictation: {
      microphone,
      delivery,
      cues,
      session,
      sign,
      applications: applicationsFrom(activeApplication),
    },
    close: () =>
      closeAll([
        () => delivery.close(),
        () => session.close(),
        () => cues.close(),
        () => activeApplication.close(),
        () => microphone.close(),
        () => bus?.close(),
        () => x11?.close(),
      ]),
  };
}

/** The library of native calls is loaded where it is used. If it does not load, the answer is unknown. */
function askAccessibility(): Promise<(() => boolean) | null> {
  return import('./macos/accessibility.ts')
    .then(({ loadAccessibility }) => loadAccessibility())
    .catch(() => null);
}
