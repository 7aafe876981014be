/** From the application to the thread that reads the microphone. `session` distinguishes one opening from the next. */
export type ToWorker =
  | { readonly type: 'open'; readonly session: number; readonly device: string | null }
  | { readonly type: 'close'; readonly session: number }
  | { readonly type: 'list'; readonly request: number }
  /** There will be no more requests: the thread ends by itself once nothing is being read. */
  | { readonly type: 'end' };

/** From that thread. */
export type FromWorker =
  | { readonly type: 'opened'; readonly session: number; readonly device: string }
  /** 20 ms of sound. `cameAt`: milliseconds since 1970, by the thread's monotonic clock. */
  | {
      readonly type: 'block';
      readonly session: number;
      readonly samples: Int16Array;
      readonly cameAt: number;
    }
  | { readonly type: 'not-opened'; readonly session: number; readonly devices: readonly string[] }
  | {
      readonly type: 'ended';
      readonly session: number;
      readonly ending: 'microphone-lost' | 'microphone-failed';
    }
  | {
      readonly type: 'devices';
      readonly request: number;
      readonly devices: readonly string[];
      /** Name of the system's default; undefined if there is none. */
      readonly standard: string | undefined;
    }
  /** The library cannot be used on this machine. */
  | { readonly type: 'unusable'; readonly reason: string };
