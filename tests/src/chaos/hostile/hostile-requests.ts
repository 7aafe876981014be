import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAiRoutes, type Route, routes } from '@quoth/contract';
import type { SeededRandom } from '../seeded-random.ts';

const fixtures = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'audio', 'src', 'fixtures');
const FORMATS = ['wav', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'webm', 'aiff'] as const;
const audio = new Map(FORMATS.map((format) => [format, readFileSync(join(fixtures, `speech.${format}`))]));

/** A request as it goes over the wire, and how much of it is really sent. */
export interface HostileRequest {
  readonly what: string;
  readonly head: string;
  readonly body: Buffer;
  /** 0 to 1; less than 1 breaks off there. */
  readonly sent: number;
}

const publicRoutes: readonly Route[] = [...Object.values(routes), ...Object.values(openAiRoutes)].filter(
  // A stream of events has no end to wait for.
  ({ audience, path }) => audience === 'api' && path !== '/events',
);
const WORDS = [
  '',
  'auto',
  'en',
  'true',
  '-1',
  '1e99',
  'null',
  '../../etc/passwd',
  '\u0000',
  'ü'.repeat(200),
  '%ff',
  'x'.repeat(3_000),
];

/** The next request: any route with any input, most of them not what the route asks for. */
export function hostileRequest(random: SeededRandom): HostileRequest {
  const route = random.pick(publicRoutes);
  if (!route) throw new Error('there are no routes');
  const takesAudio = /transcri(be|ption)|translation/.test(route.path) && route.method === 'POST';
  const { type, body } = takesAudio && random.next() < 0.8 ? audioBody(random) : jsonBody(random);
  const path = `${route.path.replace(/\{(\w+)\}/g, () => encodeURIComponent(word(random)))}${query(random)}`;
  const hasBody = !['GET', 'DELETE'].includes(route.method) || random.next() < 0.1;
  return {
    what: `${route.method} ${route.path} ${type}`,
    head: `${route.method} ${path} HTTP/1.1\r\nContent-Type: ${type}\r\n${hasBody ? `Content-Length: ${body.length}\r\n` : ''}`,
    body: hasBody ? body : Buffer.alloc(0),
    sent: random.next() < 0.15 ? random.next() : 1,
  };
}

function word(random: SeededRandom): string {
  return random.pick(WORDS) ?? '';
}

function query(random: SeededRandom): string {
  if (random.next() < 0.5) return '';
  const names = [
    'q',
    'limit',
    'offset',
    'since',
    'language',
    'engine',
    'model',
    'kind',
    'save',
    'async',
    'vocabulary',
    'stream',
    'format',
  ];
  const pairs = Array.from({ length: Math.floor(random.between(1, 4)) }, () => {
    return `${random.pick(names)}=${encodeURIComponent(word(random))}`;
  });
  return `?${pairs.join('&')}`;
}

/** JSON of odd shapes, now and then broken. */
function jsonBody(random: SeededRandom): { type: string; body: Buffer } {
  const provider = random.pick(['groq', 'openai', 'deepgram', 'mistral', undefined]);
  const value = random.pick<unknown>([
    {},
    [],
    null,
    'text',
    { text: 'what is this? '.repeat(200), provider, preset: 'hyper' },
    { text: word(random), mode_id: word(random), prompt: word(random) },
    { name: word(random), language: word(random), customVocabulary: [word(random), 5, null] },
    { file: word(random), options: [[[[]]]] },
    { text: 'x'.repeat(150_000), provider },
    nested(3_000),
  ]);
  const text = JSON.stringify(value) ?? 'null';
  const cut = random.next() < 0.2 ? text.slice(0, Math.floor(text.length * random.next())) : text;
  return { type: 'application/json', body: Buffer.from(cut) };
}

function nested(depth: number): unknown {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

const RAW_TYPES = [
  'audio/wav',
  'application/octet-stream',
  'audio/pcm',
  'audio/pcm;rate=16000',
  'audio/l16;rate=8000',
];

/** Audio of any format, damaged or whole, in one of the three forms, or as samples that are live audio. */
function audioBody(random: SeededRandom): { type: string; body: Buffer } {
  const bytes = damaged(audio.get(random.pick(FORMATS) ?? 'wav') ?? Buffer.alloc(0), random);
  const save = random.pick(['true', 'false']);
  const engine = random.next() < 0.2 ? (random.pick(['groq', 'openai', 'deepgram', 'mistral']) ?? '') : '';
  const form = random.next();
  if (form < 0.3) return { type: random.pick(RAW_TYPES) ?? '', body: bytes };
  if (form < 0.6) {
    const fields = {
      audio_base64: bytes.toString('base64'),
      save: save === 'true',
      ...(engine && { engine }),
    };
    const extra = random.next() < 0.1 ? { x: Array.from({ length: 400_000 }, () => ({})) } : {};
    return { type: 'application/json', body: Buffer.from(JSON.stringify({ ...fields, ...extra })) };
  }
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const large = random.next() < 0.1 ? field('prompt', 'x'.repeat(1_500_000)) : '';
  const names = ['file', 'file', 'file', 'file', 'other'];
  return {
    type: 'multipart/form-data; boundary=b',
    body: Buffer.concat([
      Buffer.from(`${field('save', save ?? '')}${engine && field('engine', engine)}${large}`),
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="${random.pick(names)}"; filename="a"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(random.next() < 0.1 ? '' : `\r\n${field('model', 'whisper-1')}--b--\r\n`),
    ]),
  };
}

function damaged(whole: Buffer, random: SeededRandom): Buffer {
  const kind = random.next();
  if (kind < 0.3) return whole;
  if (kind < 0.5) return whole.subarray(0, Math.floor(whole.length * random.next()));
  if (kind < 0.6) return Buffer.alloc(300_000, Math.floor(random.between(0, 256)));
  const bytes = Buffer.from(whole);
  const from = kind < 0.8 ? 0 : 64;
  for (let count = 0; count < 30; count++) {
    const at = Math.floor(random.between(from, kind < 0.8 ? Math.min(400, bytes.length) : bytes.length));
    bytes[at] = Math.floor(random.between(0, 256));
  }
  return bytes;
}
