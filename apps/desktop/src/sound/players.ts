import type { SessionBus } from '../session/session-bus.ts';

const PLAYER = 'org.mpris.MediaPlayer2.Player';
/** So the bus names of players begin. */
const PREFIX = 'org.mpris.MediaPlayer2.';
/** More are not looked at: any program may take such a name. */
const MAX_PLAYERS = 20;

/** Pauses what plays music and videos while one records (MPRIS), and resumes what it has paused, and nothing else. */
export class PlayerPauser {
  readonly #bus: SessionBus | null;
  #isWanted = false;
  #paused: readonly string[] = [];
  #work: Promise<void> = Promise.resolve();

  /** Without a bus, it does nothing. */
  constructor(bus: SessionBus | null) {
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
    // Side by side: one that does not answer holds up no other.
    const playing = await this.#inStatus(players, 'Playing');
    await Promise.all(playing.map((name) => this.#tell(name, 'Pause')));
    this.#paused = [...this.#paused, ...playing];
  }

  /** Not what its user has stopped or started meanwhile. */
  async #resume(): Promise<void> {
    const paused = this.#paused;
    this.#paused = [];
    const still = await this.#inStatus(paused, 'Paused');
    await Promise.all(still.map((name) => this.#tell(name, 'Play')));
  }

  async #inStatus(players: readonly string[], wanted: 'Playing' | 'Paused'): Promise<readonly string[]> {
    const statuses = await Promise.all(
      players.map((destination) =>
        this.#bus?.call<unknown>({
          destination,
          path: '/org/mpris/MediaPlayer2',
          interface: 'org.freedesktop.DBus.Properties',
          member: 'Get',
          signature: 'ss',
          body: [PLAYER, 'PlaybackStatus'],
        }),
      ),
    );
    return players.filter((_, index) => statuses[index] === wanted);
  }

  async #tell(destination: string, member: 'Pause' | 'Play'): Promise<void> {
    await this.#bus?.call({ destination, path: '/org/mpris/MediaPlayer2', interface: PLAYER, member });
  }
}
