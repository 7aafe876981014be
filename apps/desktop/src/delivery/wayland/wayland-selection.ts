import { type ChildProcess, execFile, spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** The largest contents that are kept for their owner meanwhile, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** A program that does not provide what it has copied within this time hangs. */
const ANSWER_MS = 2_000;
/** The types that `wl-copy` offers for a text, and those that a text is read as, best first. */
const textTypes = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING', 'TEXT'];
/** If nothing is selected, `wl-paste` fails with these words. */
const nothing = /no selection|nothing is copied/i;

/** The contents of a selection. */
export interface Kept {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One of the two selections of Wayland, by wl-clipboard. */
export class WaylandSelection {
  readonly #env: Environment;
  readonly #words: readonly string[];

  constructor(name: 'clipboard' | 'primary', env: Environment) {
    this.#env = env;
    this.#words = name === 'primary' ? ['--primary'] : [];
  }

  /** The offered MIME types; empty if there are none, undefined if that is unknown. Does not read the contents. */
  types(): Promise<readonly string[] | undefined> {
    return new Promise((resolve) => {
      execFile(
        'wl-paste',
        [...this.#words, '--list-types'],
        { env: { ...this.#env }, timeout: ANSWER_MS, maxBuffer: 64 * 1024 },
        (error, printed, said) => {
          if (!error) resolve(printed.split('\n').filter((type) => type !== ''));
          else resolve(nothing.test(said) ? [] : undefined);
        },
      );
    });
  }

  /** The current contents, in the one format that can be restored; `isWhole`: there is no other format. */
  async keep(): Promise<{ readonly kept: Kept | undefined; readonly isWhole: boolean }> {
    const types = await this.types();
    if (types === undefined) return { kept: undefined, isWhole: false };
    const type = textTypes.find((one) => types.includes(one)) ?? types[0];
    if (type === undefined) return { kept: undefined, isWhole: true };
    const bytes = await this.#read(type);
    if (!bytes) return { kept: undefined, isWhole: false };
    const isText = textTypes.includes(type);
    return {
      kept: { type, bytes },
      isWhole: types.every((one) => (isText ? textTypes.includes(one) : one === type)),
    };
  }

  /** Restores the contents, or empties the selection; `wl-copy` keeps running to provide them. */
  async restore(kept: Kept | undefined): Promise<boolean> {
    if (!kept) return (await ended(this.#copy(['--clear'], undefined))) === 0;
    return (await ended(this.#copy(['--type', kept.type], kept.bytes))) === 0;
  }

  /** Offers a text until it is requested once. */
  offerOnce(text: string): Offer {
    return new Offer(
      this.#copy(['--foreground', '--paste-once', '--type', 'text/plain;charset=utf-8'], Buffer.from(text)),
    );
  }

  #copy(words: readonly string[], bytes: Buffer | undefined): ChildProcess {
    // It would keep open whatever it was given.
    const child = spawn('wl-copy', [...this.#words, ...words], {
      env: { ...this.#env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    return child;
  }

  #read(type: string): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      execFile(
        'wl-paste',
        [...this.#words, '--no-newline', '--type', type],
        { env: { ...this.#env }, encoding: 'buffer', timeout: ANSWER_MS, maxBuffer: MOST_BYTES },
        (error, bytes) => resolve(error ? undefined : bytes),
      );
    });
  }
}

/** A text that is offered once. */
export class Offer {
  readonly #child: ChildProcess;
  /** The process's exit code, once the text was requested, replaced or withdrawn. */
  readonly ended: Promise<number | null>;
  isOver = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = ended(child).then((code) => {
      this.isOver = true;
      return code;
    });
  }

  async withdraw(): Promise<void> {
    this.#child.kill();
    await this.ended;
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code));
  });
}
