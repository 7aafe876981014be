import type { PulseSources } from './pulse-sources.ts';

/** Reports that microphones were connected or disconnected. */
export interface DeviceChanges {
  /** Calls the listener once when the device of this name has gone. Returns the function that ends it. */
  watch(name: string, onGone: () => void): () => void;
  /** Whether the device of this name is there now; undefined if nobody answers. */
  isThere(name: string): Promise<boolean | undefined>;
  /** Calls the listener when anything has changed. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** As the sound server of a Linux desktop reports it. */
export function pulseChanges(sources: PulseSources): DeviceChanges {
  const isThere = async (name: string) =>
    (await sources.list())?.some(({ description }) => description === name);
  return {
    isThere,
    onChange: (listener) => sources.onChange(listener),
    watch: (name, onGone) => {
      let isOver = false;
      const end = sources.onChange(async () => {
        // A server that does not answer says nothing of its devices; the reading itself will fail.
        if ((await isThere(name)) === false && !isOver) onGone();
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}

/** Elsewhere, the list is polled while somebody listens. The library itself reports when the open device has gone. */
export function polledChanges(names: () => Promise<readonly string[]>, everyMs = 3_000): DeviceChanges {
  return {
    watch: () => () => undefined,
    isThere: async (name) => {
      // Who cannot be asked says nothing; the reading itself will fail.
      const there = await names().catch(() => undefined);
      return there?.includes(name);
    },
    onChange: (listener) => {
      let before: string | undefined;
      const timer = setInterval(async () => {
        const now = (await names().catch(() => [])).join('\n');
        if (before !== undefined && now !== before) listener();
        before = now;
      }, everyMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
