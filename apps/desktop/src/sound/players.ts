import { setTimeout } from 'node:timers/promises';
import type { SessionBus } from '../session/session-bus.ts';

const PLAYER = 'org.mpris.MediaPlayer2.Player';
/** So the bus names of players begin. */
const PREFIX = 'org.mpris.MediaPlayer2.';
/** More are not looked at: any program may take such a name. */
const MAX_PLAYERS = 20;
/** A player that takes longer to answer is left alone. */
const ANSWER_MS = 500;
/** Players say that they play until they have paused: so long after a recording, and so often, they are asked again. */
const SETTLED_MS = 1_000;
const AGAIN_MS = 100;

/** Pauses what plays music and videos while one records (MPRIS), and resumes what it has paused, and nothing else. */
export class PlayerPauser {
  readonly #bus: Pick<SessionBus, 'call'> | null;
  #isWanted = false;
  readonly #paused = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  /** Without a bus, it does nothing. */
  constructor(bus: Pick<SessionBus, 'call'> | null) {
    this.#bus = bus;
  }

  /** Can be called any number of times; carried out one after the other, and the last one counts. */
  pause(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#work = this.#work.then(() => (this.#isWanted ? this.#pause() : this.#resume()));
  }

  /** Resumes what is still paused. */
  async close(): Promise<void> {
    this.pause(false);
    await this.#work;
  }

  async #pause(): Promise<void> {
    const names = await this.#bus?.call<readonly string[]>({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'ListNames',
    });
    const players = (names ?? []).filter((name) => name.startsWith(PREFIX)).slice(0, MAX_PLAYERS);
    // Each by itself: one that does not answer holds up no other.
    await Promise.all(players.map((name) => this.#pauseOne(name)));
  }

  async #pauseOne(name: string): Promise<void> {
    // The recording may have ended while it was asked.
    if ((await this.#status(name)) !== 'Playing' || !this.#isWanted) return;
    this.#paused.add(name);
    await this.#call(name, PLAYER, 'Pause');
  }

  async #resume(): Promise<void> {
    await Promise.all([...this.#paused].map((name) => this.#resumeOne(name)));
  }

  /**
   * Not what its user has stopped or started meanwhile. What says that it plays may only be slow to pause, so it is
   * asked again for a moment; if the next recording begins meanwhile, it stays paused.
   */
  async #resumeOne(name: string): Promise<void> {
    const end = performance.now() + SETTLED_MS;
    let status = await this.#status(name);
    while (status === 'Playing' && !this.#isWanted && performance.now() < end) {
      await setTimeout(AGAIN_MS);
      status = await this.#status(name);
    }
    if (this.#isWanted) return;
    this.#paused.delete(name);
    if (status === 'Paused') await this.#call(name, PLAYER, 'Play');
  }

  #status(name: string): Promise<unknown> {
    const body = { signature: 'ss', body: [PLAYER, 'PlaybackStatus'] };
    return this.#call(name, 'org.freedesktop.DBus.Properties', 'Get', body);
  }

  async #call(
    destination: string,
    of: string,
    member: string,
    body: { readonly signature?: string; readonly body?: unknown[] } = {},
  ): Promise<unknown> {
    const message = { destination, path: '/org/mpris/MediaPlayer2', interface: of, member, ...body };
    return this.#bus?.call<unknown>(message, ANSWER_MS);
  }
}
