import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { windowProofText } from '@quoth/contract';
import { writeWhole } from '@quoth/core';
import { equalInConstantTime } from '@quoth/http';
import * as z from 'zod';

/** Milliseconds that a browser has to start and open the address. */
const CODE_MS = 60_000;
/** A player asks again for what follows as long as it plays. */
const AUDIO_MS = 15 * 60_000;
/** Milliseconds. A window that was open longer has to be opened again after a restart. */
const KEPT_MS = 24 * 3_600_000;
/** More windows at once than anybody opens. */
const MAXIMUM = 50;

/** Unix time in milliseconds, of a clock that is not set while this process runs. */
const steadyTime = () => Math.floor(performance.timeOrigin + performance.now());

interface Session {
  /** Undefined until the code is traded, and again when it was traded twice. */
  token: string | undefined;
  readonly code: string;
  /** When it was asked for, by the steady clock. */
  readonly askedAt: number;
  /** The same by the system's clock, which goes on while the machine sleeps and from one process to the next. */
  readonly madeAt: number;
  readonly audioKey: Buffer;
}

/** What a code is exchanged for. */
type Redemption =
  | { readonly state: 'open'; readonly token: string }
  | { readonly state: 'revoked' | 'unknown'; readonly token: null };

/**
 * Who may use the window's listener. A code is good for one trade: a second one means that the address was seen by
 * somebody else, and as no one can tell who came first, both are shut out.
 */
export class WindowSessions {
  readonly #now: () => number;
  readonly #onRevoked: () => void;
  readonly #onChanged: () => void;
  #sessions: Session[] = [];

  /** `onRevoked` is called when a code was used twice, `onChanged` when windows connect or are shut out. */
  constructor(onRevoked: () => void, onChanged: () => void = () => undefined, now = steadyTime) {
    this.#onChanged = onChanged;
    this.#now = now;
    this.#onRevoked = onRevoked;
  }

  /** A code for one new window. */
  newCode(): string {
    const code = randomBytes(32).toString('base64url');
    this.#forgetUnused();
    this.#sessions = [
      ...this.#sessions.slice(-(MAXIMUM - 1)),
      { code, token: undefined, askedAt: this.#now(), madeAt: Date.now(), audioKey: randomBytes(32) },
    ];
    return code;
  }

  redeem(code: string): Redemption {
    const session = this.#sessions.find((each) => equalInConstantTime(code, each.code));
    if (!session) return { state: 'unknown', token: null };
    if (session.token !== undefined) {
      this.#sessions = this.#sessions.filter((each) => each !== session);
      this.#onRevoked();
      this.#onChanged();
      return { state: 'revoked', token: null };
    }
    if (this.#now() - session.askedAt > CODE_MS) return { state: 'unknown', token: null };
    session.token = randomBytes(32).toString('base64url');
    this.#onChanged();
    return { state: 'open', token: session.token };
  }

  holds(token: string): boolean {
    return this.#sessions.some(
      (session) => session.token !== undefined && equalInConstantTime(token, session.token),
    );
  }

  /** True while a window has been asked for that has not come yet. */
  isExpecting(): boolean {
    return this.#sessions.some(
      ({ token, askedAt }) => token === undefined && this.#now() - askedAt <= CODE_MS,
    );
  }

  /** The query of an address of this recording's audio, for a player of the window that bears `token`. */
  signAudio(token: string, recordingId: string): { query: string; expiresAt: number } {
    const session = this.#sessions.find(
      (each) => each.token !== undefined && equalInConstantTime(token, each.token),
    );
    const expiresAt = this.#now() + AUDIO_MS;
    const key = session?.audioKey ?? randomBytes(32);
    return { query: `expires=${expiresAt}&signature=${signature(key, recordingId, expiresAt)}`, expiresAt };
  }

  /** Whether such a query was made here, for this recording, by a window that is still open, and not too long ago. */
  isSignedAudio(recordingId: string, query: URLSearchParams): boolean {
    const expiresAt = Number(query.get('expires'));
    const given = query.get('signature') ?? '';
    if (!Number.isSafeInteger(expiresAt) || expiresAt < this.#now()) return false;
    return this.#sessions.some(
      ({ token, audioKey }) =>
        token !== undefined && equalInConstantTime(given, signature(audioKey, recordingId, expiresAt)),
    );
  }

  /** For each open window, that its token is known here, without telling it. */
  proofs(challenge: string): string[] {
    return this.#sessions.flatMap(({ token }) =>
      token === undefined
        ? []
        : [createHmac('sha256', token).update(windowProofText(challenge)).digest('base64url')],
    );
  }

  /** The open windows, to be known again after a restart. */
  open(): KeptSessions['sessions'] {
    return this.#sessions.flatMap(({ code, token, madeAt }) =>
      token === undefined ? [] : [{ code, token, madeAt }],
    );
  }

  /** Knows the windows of before again, those that are not too old. */
  restore(sessions: KeptSessions['sessions']): void {
    const young = sessions.filter(({ madeAt }) => {
      const age = Date.now() - madeAt;
      return age >= 0 && age < KEPT_MS;
    });
    this.#sessions = young.map((session) => ({
      ...session,
      askedAt: this.#now(),
      audioKey: randomBytes(32),
    }));
  }

  /** Shuts every window out. */
  clear(): void {
    this.#sessions = [];
  }

  /** A code that was used is kept as long as its session, so that a second use is noticed. */
  #forgetUnused(): void {
    this.#sessions = this.#sessions.filter(
      ({ token, askedAt }) => token !== undefined || this.#now() - askedAt <= CODE_MS,
    );
  }
}

function signature(key: Buffer, recordingId: string, expiresAt: number): string {
  return createHmac('sha256', key).update(`quoth-audio-v1|${recordingId}|${expiresAt}`).digest('base64url');
}

/** Windows that were open, and the port on which they expect the application. */
const kept = z.object({
  port: z.int().min(1).max(65_535),
  sessions: z
    .array(z.object({ code: z.string().max(200), token: z.string().min(40).max(200), madeAt: z.number() }))
    .max(50),
});
type KeptSessions = z.output<typeof kept>;

/**
 * What lets open windows go on after a restart: a file of mode 600, taken away when it is read, and when the last
 * window is closed.
 */
export class SessionFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads and deletes it; undefined if there is no usable one. */
  take(): KeptSessions | undefined {
    try {
      const parsed = kept.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    } finally {
      rmSync(this.#path, { force: true });
    }
  }

  /** Writes after what is being written; a window that cannot be kept only has to be opened again. */
  keep(sessions: KeptSessions | undefined): Promise<void> {
    this.#writing = this.#writing
      .then(() =>
        sessions === undefined || sessions.sessions.length === 0
          ? rmSync(this.#path, { force: true })
          : writeWhole(this.#path, JSON.stringify(sessions)),
      )
      .catch(() => undefined);
    return this.#writing;
  }
}
