import type { XConnection, XEventFields, XProperty } from './x-server.ts';

/** One format of the clipboard's contents, as X11 transfers it. */
export interface Format {
  /** Name of the target that requests it, such as `UTF8_STRING` or `image/png`. */
  readonly target: string;
  /** Name of the property's type. */
  readonly type: string;
  /** Bits per element. */
  readonly bits: 8 | 16 | 32;
  readonly data: Buffer;
}

export interface SavedClipboard {
  readonly formats: readonly Format[];
  /** False if something was too large or too slow to be kept. */
  readonly isWhole: boolean;
}

/** Targets that request text. */
const textTargets = new Set([
  'UTF8_STRING',
  'STRING',
  'TEXT',
  'COMPOUND_TEXT',
  'text/plain',
  'text/plain;charset=utf-8',
]);

export function isTextTarget(target: string): boolean {
  return textTargets.has(target) || target.toLowerCase().startsWith('text/plain');
}

/** Asks clipboard managers to leave it alone: KDE's hint, which Klipper, CopyQ, clipman and others respect. */
const managersSkip: Format = {
  target: 'x-kde-passwordManagerHint',
  type: 'x-kde-passwordManagerHint',
  bits: 8,
  data: Buffer.from('secret'),
};

/** A text in all the formats that programs request. `passing`: it is offered only for a moment. */
export function textFormats(text: string, passing: boolean): readonly Format[] {
  const utf8 = Buffer.from(text, 'utf8');
  const formats: Format[] = [
    { target: 'UTF8_STRING', type: 'UTF8_STRING', bits: 8, data: utf8 },
    { target: 'text/plain;charset=utf-8', type: 'text/plain;charset=utf-8', bits: 8, data: utf8 },
    { target: 'text/plain', type: 'text/plain', bits: 8, data: utf8 },
    // ICCCM lets the owner choose the type of TEXT.
    { target: 'TEXT', type: 'UTF8_STRING', bits: 8, data: utf8 },
  ];
  // STRING is Latin-1 only, so a requestor of it gets what Latin-1 can hold.
  if (isLatin1(text))
    formats.push({ target: 'STRING', type: 'STRING', bits: 8, data: Buffer.from(text, 'latin1') });
  if (passing) formats.push(managersSkip);
  return formats;
}

function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}

/** The most that is kept of a clipboard, in bytes: an image of a few megapixels is smaller. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_FORMATS = 40;
/** An owner that does not answer within this time is busy or gone. */
const ANSWER_MS = 500;
const SAVE_MS = 1_000;
/** How many bytes of a property are read at once. */
const PIECE_BYTES = 256 * 1024;

/** Targets that ask about the selection or change it, instead of requesting a format. */
const notContent = new Set(
  'TARGETS MULTIPLE TIMESTAMP DELETE INSERT_PROPERTY INSERT_SELECTION SAVE_TARGETS LENGTH LIST_LENGTH'
    .concat(' HOST_NAME CLIENT_WINDOW PROCESS TASK USER CLASS NAME CHARACTER_POSITION OWNER_OS')
    .split(' '),
);

/** Reads what other programs have on a clipboard (ICCCM, section 2.4), whole or in chunks (INCR). */
export class SelectionReader {
  readonly #connection: XConnection;
  readonly #window: number;
  #next = 0;

  /** `window` is ours and reports changes of its properties. */
  constructor(connection: XConnection, window: number) {
    this.#connection = connection;
    this.#window = window;
  }

  owner(selection: number): Promise<number> {
    return this.#connection.ask((done) => this.#connection.client.GetSelectionOwner(selection, done));
  }

  /** The text; undefined if none exists or its owner does not answer within this time. */
  async text(selection: number, answerMs: number): Promise<string | undefined> {
    const end = performance.now() + answerMs;
    for (const target of ['UTF8_STRING', 'STRING']) {
      const format = await this.#convert(selection, target, end, { answerMs });
      if (format?.bits !== 8) continue;
      return format.data.toString(format.type === 'STRING' ? 'latin1' : 'utf8');
    }
    return undefined;
  }

  /** Everything worth keeping, texts first. */
  async save(selection: number): Promise<SavedClipboard> {
    if ((await this.owner(selection)) === 0) return { formats: [], isWhole: true };
    const end = performance.now() + SAVE_MS;
    const targets = await this.#targets(selection, end);
    // An owner that does not even say what it has.
    if (targets === undefined) return { formats: [], isWhole: false };
    const wanted = worthKeeping(targets);
    const formats: Format[] = [];
    let bytes = 0;
    for (const target of wanted.slice(0, MAX_FORMATS)) {
      const left = end - performance.now();
      if (left <= 0) break;
      const format = await this.#convert(selection, target, end, { most: MAX_BYTES - bytes });
      if (!format) continue;
      bytes += format.data.length;
      formats.push(format);
    }
    return { formats, isWhole: formats.length === wanted.length };
  }

  async #targets(selection: number, end: number): Promise<readonly string[] | undefined> {
    const format = await this.#convert(selection, 'TARGETS', end);
    if (format?.bits !== 32) return undefined;
    const atoms = Array.from({ length: format.data.length / 4 }, (_, at) => format.data.readUInt32LE(at * 4));
    // A format whose name cannot be had is one that we could not ask for: the others are read.
    const names = atoms.slice(0, 200).map((atom) => this.#connection.atomName(atom).catch(() => undefined));
    return (await Promise.all(names)).filter((name) => name !== undefined);
  }

  async #convert(
    selection: number,
    target: string,
    end: number,
    { most = MAX_BYTES, answerMs = ANSWER_MS } = {},
  ): Promise<Format | undefined> {
    const { client } = this.#connection;
    // A property of its own each time: an answer that comes too late is none to the next question.
    this.#next = (this.#next + 1) % 1_000;
    const [targetAtom, property] = await Promise.all([
      this.#connection.atom(target),
      this.#connection.atom(`QUOTH_READ_${this.#next}`),
    ]);
    client.DeleteProperty(this.#window, property);
    // Chunks may arrive while the one before is still being processed.
    let written = 0;
    const stop = this.#connection.onEvent((event) => {
      const isWritten = event.name === 'PropertyNotify' && event.wid === this.#window && event.state === 0;
      if (isWritten && event.atom === property) written += 1;
    });
    try {
      return await this.#answered({
        selection,
        target,
        targetAtom,
        property,
        end,
        answerMs,
        most,
        written: () => written,
      });
    } finally {
      stop();
    }
  }

  async #answered({
    selection,
    target,
    targetAtom,
    property,
    end,
    answerMs,
    most,
    written,
  }: Conversion): Promise<Format | undefined> {
    const { client } = this.#connection;
    const answered = this.#event(
      (event) =>
        event.name === 'SelectionNotify' &&
        event.requestor === this.#window &&
        event.selection === selection &&
        event.target === targetAtom,
      end,
      answerMs,
    );
    client.ConvertSelection(this.#window, selection, targetAtom, property, 0);
    const answer = await answered;
    if (!answer?.property) return undefined;
    const seen = written();
    const first = await this.#take(property, most);
    if (!first) return undefined;
    const type = await this.#connection.atomName(first.type);
    if (type !== 'INCR')
      return first.bytesAfter > 0 ? undefined : format(target, type, first.format, first.data);
    return this.#chunks({ target, property, end, answerMs, most, written: () => written() - seen });
  }

  /** Deleting the property, which `#take` has done, requests the next chunk; an empty one is the last. */
  async #chunks({ target, property, end, answerMs, most, written }: Transfer): Promise<Format | undefined> {
    const chunks: Buffer[] = [];
    let type = '';
    let bits: XProperty['format'] = 8;
    let bytes = 0;
    for (let taken = 0; ; taken++) {
      while (written() <= taken) {
        const reported = await this.#event(
          (event) => event.name === 'PropertyNotify' && event.atom === property,
          end,
          answerMs,
        );
        if (!reported) return undefined;
      }
      const chunk = await this.#take(property, most - bytes);
      if (!chunk || chunk.bytesAfter > 0) return undefined;
      if (chunk.data.length === 0) return format(target, type, bits, Buffer.concat(chunks));
      type = await this.#connection.atomName(chunk.type);
      bits = chunk.format;
      bytes += chunk.data.length;
      if (bytes > most) return undefined;
      chunks.push(Buffer.from(chunk.data));
    }
  }

  /** Reads a property and deletes it, if it is not larger than `most`. */
  async #take(property: number, most: number): Promise<XProperty | undefined> {
    const { client } = this.#connection;
    const length = Math.ceil(Math.max(0, Math.min(most, MAX_BYTES)) / 4);
    const found = await this.#connection.ask<XProperty>((done) =>
      client.GetProperty(1, this.#window, property, 0, 0, Math.max(length, PIECE_BYTES / 4), done),
    );
    if (found.type === 0) return undefined;
    if (found.bytesAfter > 0) client.DeleteProperty(this.#window, property);
    return found;
  }

  #event(
    matches: (event: XEventFields) => boolean,
    end: number,
    answerMs: number,
  ): Promise<XEventFields | undefined> {
    return new Promise((resolve) => {
      const done = (event: XEventFields | undefined) => {
        clearTimeout(timer);
        stop();
        stopEnd();
        resolve(event);
      };
      const timer = setTimeout(
        () => done(undefined),
        Math.min(answerMs, Math.max(0, end - performance.now())),
      );
      const stop = this.#connection.onEvent((event) => {
        if (matches(event)) done(event);
      });
      const stopEnd = this.#connection.onEnd(() => done(undefined));
    });
  }
}

/** A transfer in chunks. `written`: how many chunks have been written so far. */
interface Transfer {
  readonly target: string;
  readonly property: number;
  readonly end: number;
  /** How long to wait for each step of it. */
  readonly answerMs: number;
  readonly most: number;
  readonly written: () => number;
}

interface Conversion extends Transfer {
  readonly selection: number;
  readonly targetAtom: number;
}

function format(target: string, type: string, bits: XProperty['format'], data: Buffer): Format | undefined {
  return bits === 0 ? undefined : { target, type, bits, data: Buffer.from(data) };
}

/**
 * Texts first, then formatted text, then files, pictures and the rest. One picture is enough: owners convert it to the
 * other formats.
 */
function worthKeeping(targets: readonly string[]): readonly string[] {
  const content = [...new Set(targets)].filter((target) => !notContent.has(target));
  const images = content.filter((target) => target.startsWith('image/'));
  const image = images.includes('image/png') ? 'image/png' : images[0];
  return content
    .filter((target) => !target.startsWith('image/') || target === image)
    .sort((a, b) => rank(a) - rank(b));
}

function rank(target: string): number {
  if (isTextTarget(target)) return 0;
  if (target === 'x-kde-passwordManagerHint') return 1;
  if (target === 'text/html') return 2;
  if (target === 'text/uri-list' || target.startsWith('x-special/')) return 3;
  return target.startsWith('image/') ? 4 : 5;
}
