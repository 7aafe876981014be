import type { DictationPorts } from '@quoth/core';
import { systemClipboard } from './clipboard/index.ts';
import { deliverByClipboard } from './delivery/deliver-by-clipboard.ts';
import { createMicrophone } from './microphone/index.ts';
import type { Config } from './read-config.ts';
import { SessionWatch } from './session/session-watch.ts';
import { SystemSoundCues } from './sound-cues/sound-cues.ts';

/** The machine around the recorder, and who closes it: the application, after core. */
export interface OwnedDictationPorts extends DictationPorts {
  close(): Promise<void>;
}

/** Chosen once at start, for this platform. */
export function createDictationPorts({
  platform,
  env,
  ephemeral,
}: Pick<Config, 'platform' | 'env' | 'ephemeral'>): OwnedDictationPorts {
  // One that was started for a single command mostly records nothing.
  const microphone = createMicrophone({ platform, env, warmUp: !ephemeral });
  const session = new SessionWatch({ platform, env });
  const cues = new SystemSoundCues(platform, env);
  return {
    microphone,
    delivery: deliverByClipboard(systemClipboard(platform, env)),
    cues,
    session,
    close: async () => {
      session.close();
      cues.close();
      await microphone.close();
    },
  };
}
