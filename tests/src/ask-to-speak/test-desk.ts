import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Clock, DesktopSessionEvent, DictationPorts, SignPlace } from '@quoth/core';

const [sentence = noSpeech()] = testSentences();
function noSpeech(): never {
  throw new Error('There is no test speech.');
}
/** What the test model makes of what is said here. */
export const SPOKEN = sentence.expected;
const BLOCK = 1_600;
/** So much slower goes the time of the recorder than that of the machine. */
const SLOWNESS = 4;

/**
 * A machine around the recorder that says one sentence into each microphone that is opened, and counts what is done
 * with it.
 */
export class TestDesk {
  /** How often a microphone was opened, and how many are open. */
  opened = 0;
  open = 0;
  /** Texts that came to the cursor or the clipboard. */
  readonly delivered: string[] = [];
  /**
   * Questions that no one attends to disappear after seconds, which a busy machine may need between two calls of a
   * test.
   */
  readonly clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() / SLOWNESS };
  isLocked = false;
  place: SignPlace = 'screen';
  /** Called with each opening, before anything is said. */
  onOpen: () => void = () => undefined;
  readonly #session = new Set<(event: DesktopSessionEvent) => void>();
  readonly #sign = new Set<() => void>();

  readonly ports: DictationPorts = {
    microphone: {
      open: async (_device, { onBlock }) => {
        this.opened++;
        this.open++;
        this.onOpen();
        await new Promise((resolve) => setImmediate(resolve));
        const push = (block: Int16Array) => onBlock({ samples: block, takenAt: this.clock.monotonic() });
        const { samples } = sentence;
        for (let at = 0; at < samples.length; at += BLOCK) push(samples.slice(at, at + BLOCK));
        const timer = setInterval(() => push(new Int16Array(BLOCK)), 20);
        return {
          device: 'Desk',
          close: async () => {
            clearInterval(timer);
            this.open--;
          },
        };
      },
      list: async () => [],
      onChange: () => () => undefined,
      examine: async () => [],
      close: async () => undefined,
    },
    delivery: {
      place: async () => 'here',
      deliver: async (text) => {
        this.delivered.push(text);
        return { as: 'delivered' };
      },
    },
    cues: { play: () => undefined },
    session: {
      onEvent: (listener) => {
        this.#session.add(listener);
        return () => this.#session.delete(listener);
      },
      isLocked: async () => this.isLocked,
    },
    sign: {
      place: async () => this.place,
      onLost: (listener) => {
        this.#sign.add(listener);
        return () => this.#sign.delete(listener);
      },
    },
  };

  /** The screen is locked, or unlocked. */
  lock(isLocked: boolean): void {
    this.isLocked = isLocked;
    for (const listener of [...this.#session]) listener(isLocked ? 'locked' : 'unlocked');
  }

  /** What could show a sign has changed. */
  signs(place: SignPlace): void {
    this.place = place;
    for (const listener of [...this.#sign]) listener();
  }
}
