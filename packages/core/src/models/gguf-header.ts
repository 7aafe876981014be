import type { FileHandle } from 'node:fs/promises';
import { englishText, type Message, say, visibleLine } from '@quoth/contract';
import { openRegularFile } from '../intake/index.ts';

/** What the header of a GGUF file says about the model; null if it says nothing. */
export interface GgufHeader {
  readonly architecture: string;
  readonly variant: string | null;
  readonly name: string | null;
  readonly licence: string | null;
  readonly parameters: string | null;
  readonly languages: readonly string[];
  /** True if the header describes streaming in chunks. */
  readonly chunked: boolean;
}

const MAX_ENTRIES = 100_000;
const MAX_TENSORS = 1_000_000;
const MAX_ITEMS = 10_000_000;
const MAX_NAME_BYTES = 65_535;
const MAX_KEPT_BYTES = 1_024 * 1_024;
const MAX_DIMENSIONS = 4;
const DEFAULT_ALIGNMENT = 32;

const U32 = 4;
const TEXT = 8;
const LIST = 9;
/** Bytes of each kind of value (github.com/ggml-org/ggml, docs/gguf.md). */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
/** Values a block, and bytes a block, of each kind of tensor; those that are missing here are not checked. */
const TENSOR_BLOCKS: Readonly<Record<number, readonly [values: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  30: [1, 2],
};

/**
 * Reads the header of a GGUF file, and checks that all its tensors lie within the file. Throws BadGguf saying what is
 * wrong.
 */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    const reader = new GgufReader(file, size);
    if (size < 24 || (await reader.bytes(4)).toString('latin1') !== 'GGUF') {
      throw new BadGguf(say(size === 0 ? 'fileIsEmpty' : 'fileIsNoGguf'));
    }
    const version = await reader.u32();
    if (version !== 2 && version !== 3) throw new BadGguf(say('ggufVersionUnsupported', { version }));
    const tensors = await reader.u64();
    const entries = await reader.u64();
    if (tensors > MAX_TENSORS || entries > MAX_ENTRIES) throw new BadGguf(say('ggufHeaderDamaged'));
    const values = await keptValues(reader, entries);
    await checkTensors(reader, tensors, values, size);
    return headerOf(values);
  } finally {
    await file.close();
  }
}

type Kept = string | number | readonly string[];

async function keptValues(reader: GgufReader, entries: number): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>();
  for (let entry = 0; entry < entries; entry++) {
    const key = await reader.text(MAX_NAME_BYTES);
    const kind = await reader.u32();
    const wanted = key.startsWith('general.') || key === 'stt.variant' || key.endsWith('.att_context_style');
    const value = wanted ? await read(reader, kind) : await skipped(reader, kind);
    if (value !== undefined) kept.set(key, value);
  }
  return kept;
}

async function read(reader: GgufReader, kind: number): Promise<Kept | undefined> {
  if (kind === TEXT) return reader.text(MAX_KEPT_BYTES);
  if (kind === U32) return reader.u32();
  if (kind !== LIST) return skipped(reader, kind);
  const itemKind = await reader.u32();
  const items = await reader.u64();
  if (itemKind !== TEXT || items > 1_000) return skipItems(reader, itemKind, items, 0);
  const texts: string[] = [];
  for (let item = 0; item < items; item++) texts.push(await reader.text(MAX_NAME_BYTES));
  return texts;
}

async function skipped(reader: GgufReader, kind: number): Promise<undefined> {
  if (kind === LIST) return skipItems(reader, await reader.u32(), await reader.u64(), 0);
  return skipItems(reader, kind, 1, 0);
}

async function skipItems(reader: GgufReader, kind: number, items: number, depth: number): Promise<undefined> {
  if (items > MAX_ITEMS || depth > 2) throw new BadGguf(say('ggufHeaderDamaged'));
  const bytes = VALUE_BYTES[kind];
  if (bytes !== undefined) {
    reader.skip(bytes * items);
    return;
  }
  for (let item = 0; item < items; item++) {
    if (kind === TEXT) reader.skip(await reader.u64());
    else if (kind === LIST) await skipItems(reader, await reader.u32(), await reader.u64(), depth + 1);
    else throw new BadGguf(say('ggufHeaderDamaged'));
  }
}

async function checkTensors(
  reader: GgufReader,
  tensors: number,
  values: ReadonlyMap<string, Kept>,
  size: number,
): Promise<void> {
  let end = 0;
  for (let tensor = 0; tensor < tensors; tensor++) {
    await reader.text(MAX_NAME_BYTES);
    const dimensions = await reader.u32();
    if (dimensions > MAX_DIMENSIONS) throw new BadGguf(say('ggufHeaderDamaged'));
    let items = 1;
    for (let dimension = 0; dimension < dimensions; dimension++) items *= await reader.u64();
    const [blockValues, blockBytes] = TENSOR_BLOCKS[await reader.u32()] ?? [1, 0];
    end = Math.max(end, (await reader.u64()) + Math.ceil(items / blockValues) * blockBytes);
  }
  const alignment = values.get('general.alignment');
  const step = typeof alignment === 'number' && alignment > 0 ? alignment : DEFAULT_ALIGNMENT;
  if (Math.ceil(reader.position / step) * step + end > size) throw new BadGguf(say('fileEndsTooEarly'));
}

function headerOf(values: ReadonlyMap<string, Kept>): GgufHeader {
  const text = (key: string): string | null => {
    const value = values.get(key);
    if (typeof value !== 'string') return null;
    return visibleLine(value.replace(/\p{Cc}+/gu, ' ')).slice(0, 200) || null;
  };
  const architecture = text('general.architecture');
  if (architecture === null) throw new BadGguf(say('ggufWithoutArchitecture'));
  const languages = values.get('general.languages');
  const style = [...values].find(([key]) => key.endsWith('.att_context_style'))?.[1];
  return {
    architecture,
    variant: text('stt.variant'),
    name: text('general.name'),
    licence: text('general.license'),
    parameters: text('general.size_label'),
    languages: Array.isArray(languages) ? languages.filter(isLanguage) : [],
    chunked: typeof style === 'string' && style.startsWith('chunked'),
  };
}

function isLanguage(tag: unknown): tag is string {
  return typeof tag === 'string' && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag);
}

/** The file is no GGUF, or ends too early, or says things that no model file says. The message goes into a sentence. */
export class BadGguf extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(englishText(why));
    this.why = why;
  }
}

const WINDOW_BYTES = 1024 * 1024;
/** A header is mostly its list of tokens: a few megabytes. */
const MAX_HEADER_BYTES = 128 * 1024 * 1024;

/** Reads little-endian values in order, in windows, and never past the end of the file or of what a header may have. */
class GgufReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;
  #position = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  get position(): number {
    return this.#position;
  }

  /** The next bytes; valid until the next call. */
  async bytes(count: number): Promise<Buffer> {
    this.#refuse(count);
    const start = this.#position - this.#windowAt;
    if (start < 0 || start + count > this.#window.length) await this.#load(count);
    const from = this.#position - this.#windowAt;
    this.#position += count;
    return this.#window.subarray(from, from + count);
  }

  skip(count: number): void {
    this.#refuse(count);
    this.#position += count;
  }

  async u32(): Promise<number> {
    return (await this.bytes(4)).readUInt32LE();
  }

  /** A count or length; one that no file could have is refused. */
  async u64(): Promise<number> {
    const value = (await this.bytes(8)).readBigUInt64LE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadGguf(say('ggufHeaderDamaged'));
    return Number(value);
  }

  async text(maxBytes: number): Promise<string> {
    const length = await this.u64();
    if (length > maxBytes) throw new BadGguf(say('ggufHeaderDamaged'));
    return (await this.bytes(length)).toString('utf8');
  }

  #refuse(count: number): void {
    const end = this.#position + count;
    if (end > this.#size) throw new BadGguf(say('fileEndsTooEarly'));
    if (end > MAX_HEADER_BYTES) throw new BadGguf(say('ggufHeaderTooLarge'));
  }

  async #load(count: number): Promise<void> {
    const buffer = Buffer.alloc(Math.min(Math.max(count, WINDOW_BYTES), this.#size - this.#position));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#file.read(
        buffer,
        filled,
        buffer.length - filled,
        this.#position + filled,
      );
      if (bytesRead === 0) throw new BadGguf(say('fileEndsTooEarly'));
      filled += bytesRead;
    }
    this.#window = buffer;
    this.#windowAt = this.#position;
  }
}
