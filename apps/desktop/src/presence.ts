import type { Dictation } from '@quoth/contract';
import type { Core, Logger } from '@quoth/core';
import type { DesktopParts } from './desktop-parts.ts';
import {
  createIndicator,
  DesktopAppearance,
  DictationIndicator,
  type IndicatorAction,
} from './indicator/index.ts';
import type { Config } from './read-config.ts';

export interface PresenceOptions {
  readonly config: Config;
  readonly core: Core;
  readonly parts: DesktopParts;
  readonly logger: Logger;
}

const NOTHING: Dictation = {
  recording: null,
  processing: [],
  refusal: null,
  microphone: null,
  pre_roll: false,
};

/** What is seen of the application outside its window. */
export class Presence {
  readonly #indicator: DictationIndicator;

  constructor({ config, core, parts, logger }: PresenceOptions) {
    const { platform, env } = config;
    const { dataFolder, dictations, settings } = core;
    const appearance = new DesktopAppearance(parts.bus);
    const act = (action: IndicatorAction) => {
      try {
        if (action === 'stop') dictations?.stop();
        else dictations?.cancel();
      } catch {
        // It has ended in the same moment.
      }
    };
    this.#indicator = new DictationIndicator({
      indicator: createIndicator({ platform, env, bus: parts.bus, dataFolder, onAction: act, logger }),
      subscribe: (listener) => core.events.subscribe(listener),
      dictation: () => dictations?.state() ?? NOTHING,
      settings: () => settings.get(),
      isDark: () => appearance.isDark,
      hasTray: () => false,
    });
  }

  async close(): Promise<void> {
    await this.#indicator.close();
  }
}
