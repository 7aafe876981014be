import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limits } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { AudioKeeper, type AudioKeeperOptions } from '../audio/kept-audio.ts';
import { GatewayError } from '../errors.ts';
import { readJson, readUpload, type Upload } from './bodies.ts';

const MB = 1_000_000;
const MEBIBYTE = 1024 * 1024;

const folder = temporaryFolder();

/** What is open of the folder, also without a name. */
function descriptors(): string[] {
  return readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${number}`);
      return path.startsWith(`${folder}/`) ? [path] : [];
    } catch {
      // The descriptor of this very list.
      return [];
    }
  });
}

/** What a handle that no one closed needs to end the process. */
function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

const part = (name: string, body: string, rest = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${body}\r\n`;
const filePart = (body: string) => part('file', body, '; filename="a.wav"');
const END = '--b--\r\n';

/** The whole that a client announces. */
interface Announced {
  readonly bytes: number;
  readonly idleMs?: number;
}

/**
 * Sends a form and gives what became of it. `onKept` is called with what of the file has arrived; it and `chunks` may
 * break off.
 */
async function upload(
  keeper: AudioKeeper,
  chunks: Iterable<string>,
  { bytes, idleMs = 60_000 }: Announced,
  onKept: (bytes: number, socket: Socket) => void = () => undefined,
): Promise<{ readonly outcome: Upload | GatewayError; readonly read: number }> {
  const done = Promise.withResolvers<Upload | GatewayError>();
  let socket: Socket;
  let read = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const keep = (stream: AsyncIterable<Uint8Array>, announcedBytes: number) =>
      keeper.keep(
        (async function* () {
          let arrived = 0;
          for await (const chunk of stream) {
            yield chunk;
            arrived += chunk.length;
            onKept(arrived, socket);
          }
        })(),
        announcedBytes,
      );
    readUpload(incoming, { maxBytes: 1_000 * MB, idleMs, keep })
      .then(done.resolve, (error: unknown) =>
        error instanceof GatewayError ? done.resolve(error) : done.reject(error),
      )
      .finally(() => {
        read = incoming.socket.bytesRead;
        outgoing.end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let isOver = false;
  void done.promise.finally(() => {
    isOver = true;
    // Anyone who waits to send on is let go.
    socket.destroy();
  });
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  for (const chunk of chunks) {
    if (isOver) break;
    if (!socket.write(chunk, 'latin1'))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve).once('close', resolve);
        if (socket.destroyed) resolve();
      });
  }
  const outcome = await done.promise;
  // At once: nothing is left to whatever comes later.
  assert.deepEqual(outcome instanceof GatewayError ? descriptors() : [], []);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { outcome, read };
}

function codeOf(outcome: Upload | GatewayError): string {
  assert(outcome instanceof GatewayError, 'it was taken');
  return outcome.code;
}

const keeperOf = (memoryBytes: number, totalMemoryBytes: number, more: Partial<AudioKeeperOptions> = {}) =>
  new AudioKeeper({
    folder,
    maxBytes: 1_000 * MB,
    memoryBytes,
    totalMemoryBytes,
    totalFileBytes: 1_000 * MB,
    report: () => undefined,
    ...more,
  });

function* endlessFile(bytes: number) {
  yield filePart('').slice(0, -2);
  for (let at = 0; at < bytes; at += MEBIBYTE / 16) yield 'x'.repeat(Math.min(MEBIBYTE / 16, bytes - at));
}

test('a large upload that breaks off, or stops, leaves no file and no descriptor', async () => {
  const keeper = keeperOf(8 * MB, 64 * MB);
  const brokenOff = await upload(keeper, endlessFile(9 * MB), { bytes: 20 * MB }, (bytes, socket) => {
    if (bytes >= 9 * MB) socket.destroy();
  });
  assert.equal(codeOf(brokenOff.outcome), 'invalid_value');
  const stopped = await upload(keeper, endlessFile(9 * MB), { bytes: 20 * MB, idleMs: 500 });
  assert.equal(codeOf(stopped.outcome), 'timeout');
  const cutOff = await upload(keeper, endlessFile(9 * MB), { bytes: filePart('').length - 2 + 9 * MB });
  assert.equal(codeOf(cutOff.outcome), 'invalid_value');
  assert.deepEqual(readdirSync(folder), []);
  collectGarbage();
});

test('a small upload that breaks off, or stops, gives its memory back', async () => {
  const keeper = keeperOf(1_000, 1_000);
  for (let tries = 0; tries < 3; tries++) {
    const brokenOff = await upload(keeper, endlessFile(600), { bytes: 900 }, (bytes, socket) => {
      if (bytes >= 600) socket.destroy();
    });
    assert.equal(codeOf(brokenOff.outcome), 'invalid_value');
    const stopped = await upload(keeper, endlessFile(600), { bytes: 900, idleMs: 300 });
    assert.equal(codeOf(stopped.outcome), 'timeout');
  }
  async function* all() {
    yield Buffer.alloc(1_000);
  }
  assert((await keeper.keep(all())).isInMemory, 'all of the memory is free');
});

test('a file that was kept is discarded when what follows it is wrong or does not come', async () => {
  const keeper = keeperOf(1_000, 64 * MB);
  const file = filePart('x'.repeat(9_000));
  const twice = file + file + END;
  assert.equal(codeOf((await upload(keeper, [twice], { bytes: twice.length })).outcome), 'invalid_value');
  const stopped = await upload(keeper, [file, part('a', '1')], { bytes: 20_000, idleMs: 300 });
  assert.equal(codeOf(stopped.outcome), 'timeout');
  assert.deepEqual(readdirSync(folder), []);
});

test('fields before and after the file are read, repeated ones as a list; the file stays until it is discarded', async () => {
  const keeper = keeperOf(1_000, 64 * MB);
  const form = [part('a', '1'), filePart('x'.repeat(9_000)), part('b', '2'), part('b', '3'), END].join('');
  const { outcome } = await upload(keeper, [form], { bytes: form.length });
  assert(!(outcome instanceof GatewayError), String(outcome));
  assert.deepEqual({ ...outcome.fields }, { a: '1', b: ['2', '3'] });
  assert.equal(outcome.file.bytes, 9_000);
  assert.equal(descriptors().length, 1);
  await outcome.file.discard();
  assert.deepEqual(descriptors(), []);
});

test('all that is no audio has 1 MiB together, and the reading stops there', async () => {
  const keeper = keeperOf(1_000, 64 * MB);
  const most = 200 * MEBIBYTE;
  const many = (function* () {
    for (let index = 0; index < 400; index++) yield part(`f${index}`, 'x'.repeat(MEBIBYTE / 2));
  })();
  const sameName = (function* () {
    for (let index = 0; index < 400; index++) yield part('f', 'x'.repeat(MEBIBYTE / 2));
  })();
  const preamble = (function* () {
    for (let index = 0; index < 200; index++) yield 'x'.repeat(MEBIBYTE);
  })();
  const afterwards = (function* () {
    yield filePart('x'.repeat(9_000));
    yield END;
    for (let index = 0; index < 200; index++) yield 'x'.repeat(MEBIBYTE);
  })();
  const tooLong = [part('f', 'x'.repeat(MEBIBYTE + 1)), END];
  for (const [what, chunks] of Object.entries({ many, sameName, preamble, afterwards, tooLong })) {
    const { outcome, read } = await upload(keeper, chunks, { bytes: most });
    assert.equal(codeOf(outcome), 'payload_too_large', what);
    assert(read < 2 * MEBIBYTE, `${what}: ${read} bytes were read`);
  }
});

test('a file that is refused while it comes ends the upload, with the reason of the refusal', async () => {
  const keeper = keeperOf(1_000, MB, { maxBytes: 5 * MB });
  const { outcome } = await upload(keeper, endlessFile(9 * MB), { bytes: 9 * MB + 500 });
  assert.equal(codeOf(outcome), 'payload_too_large');
});

test('fields that are just small enough together are all read', async () => {
  const fields = Array.from({ length: 400 }, (_, index) => part(`f${index}`, 'x'.repeat(2_500)));
  const form = [...fields, filePart('audio'), END].join('');
  const { outcome } = await upload(keeperOf(1_000, 1_000), [form], { bytes: form.length });
  assert(!(outcome instanceof GatewayError), String(outcome));
  assert.equal(Object.keys(outcome.fields).length, 400);
  await outcome.file.discard();
});

async function* ofBytes(bytes: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes; at += 1_000) yield Buffer.alloc(Math.min(1_000, bytes - at));
}

test('the files of all uploads together have a budget: beyond it uploads are refused for the moment, until one is gone', async () => {
  const keeper = keeperOf(1_000, 1_000, { totalFileBytes: 20_000 });
  const first = await keeper.keep(ofBytes(12_000));
  const isFull = (error: unknown) =>
    error instanceof GatewayError && error.code === 'unavailable' && error.retryAfterSeconds === 10;
  // By what it announces, before it comes; and by what comes.
  let taken = 0;
  const announced = (async function* () {
    for await (const chunk of ofBytes(12_000)) {
      taken += chunk.length;
      yield chunk;
    }
  })();
  await assert.rejects(keeper.keep(announced, 12_000), isFull);
  assert(taken <= 1_000);
  await assert.rejects(keeper.keep(ofBytes(12_000)), isFull);
  const both = await Promise.allSettled([keeper.keep(ofBytes(6_000)), keeper.keep(ofBytes(6_000))]);
  assert(both.some(({ status }) => status === 'rejected'));
  for (const each of both) if (each.status === 'fulfilled') await each.value.discard();
  const small = await keeper.keep(ofBytes(900));
  assert(small.isInMemory);
  await first.discard();
  await first.discard();
  const last = await keeper.keep(ofBytes(20_000));
  await Promise.all([last.discard(), small.discard()]);
});

test('a full disk is reported as the gateway’s trouble, to the client and to the operator, and nothing of the upload stays', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const reported: string[] = [];
  let closed = 0;
  const createFile = async (): Promise<FileHandle> => {
    const file = await open(join(folder, 'full'), 'w+');
    await rm(join(folder, 'full'));
    let writes = 0;
    return {
      write: async (...given: Parameters<FileHandle['write']>) => {
        if (++writes > 2) throw full;
        return file.write(...given);
      },
      close: async () => {
        closed += 1;
        await file.close();
      },
    } as unknown as FileHandle;
  };
  const report = (code: string) => void reported.push(code);
  const keeper = keeperOf(1_000, 1_000, { createFile, report, totalFileBytes: 200_000 });
  for (let tries = 0; tries < 3; tries++) {
    const body = filePart('x'.repeat(150_000)) + END;
    const { outcome } = await upload(keeper, [body], { bytes: body.length });
    assert(outcome instanceof GatewayError);
    assert.deepEqual([outcome.code, outcome.retryAfterSeconds], ['unavailable', 60]);
    assert.match(outcome.message, /disk of the gateway is full.*Nothing was charged/);
  }
  assert.deepEqual([reported, closed], [['ENOSPC', 'ENOSPC', 'ENOSPC'], 3]);
  const noFolder = keeperOf(10, 10, { folder: join(folder, 'gone'), report });
  await assert.rejects(
    noFolder.keep(ofBytes(100)),
    (error) => error instanceof GatewayError && error.code === 'unavailable',
  );
});

/** A request with this body, and how much of it was asked for. */
function requestOf(chunks: Iterable<Uint8Array>) {
  const asked = { chunks: 0 };
  function* counted() {
    for (const chunk of chunks) {
      asked.chunks++;
      yield chunk;
    }
  }
  const body = Readable.from(counted(), { objectMode: false, highWaterMark: 1 });
  const incoming = Object.assign(body, { headers: { 'content-type': 'application/json' } });
  return { incoming: incoming as unknown as IncomingMessage, asked };
}

const read = (body: string | Uint8Array) =>
  readJson(requestOf([Buffer.from(body)]).incoming, 4 * MEBIBYTE, 60_000);

test('a JSON body is read as it is, with the hash of its bytes', async () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'ä'.repeat(100_000) }] });
  const { value, sha256 } = await read(body);
  assert.deepEqual(value, JSON.parse(body));
  assert.deepEqual(sha256, createHash('sha256').update(body).digest());
});

test('a body that came while this process was held up is not taken for slow', async () => {
  await using file = await open(import.meta.filename);
  const body = new Readable({
    read: () => {
      file.read(Buffer.alloc(1)).then(() => [Buffer.from('{}'), null].map((chunk) => body.push(chunk)));
      queueMicrotask(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
    },
  });
  const incoming = Object.assign(body, { headers: { 'content-type': 'application/json' } });
  assert.deepEqual((await readJson(incoming as unknown as IncomingMessage, MEBIBYTE, 20)).value, {});
});

test('a JSON body has so many values, and is nested only so deeply', async () => {
  const list = (values: number) => `[${Array(values).fill(0).join(',')}]`;
  assert.equal(((await read(list(limits.jsonBodyValues))).value as unknown[]).length, limits.jsonBodyValues);
  await assert.rejects(read(list(limits.jsonBodyValues + 1)), { code: 'payload_too_large' });
  await read(`${'['.repeat(64)}${']'.repeat(64)}`);
  await assert.rejects(read('['.repeat(65)), { code: 'invalid_value', message: /too deeply/ });
});

test('what has too many values is refused while it arrives', async () => {
  const objects = Buffer.from('{},'.repeat(20_000));
  const { incoming, asked } = requestOf([Buffer.from('['), ...Array<Buffer>(60).fill(objects)]);
  await assert.rejects(readJson(incoming, 4 * MEBIBYTE, 60_000), { code: 'payload_too_large' });
  assert(asked.chunks < 10, String(asked.chunks));
});

test('what is no JSON in UTF-8 is refused', async () => {
  for (const body of ['', '{', '{"a":1}x', new Uint8Array([0x22, 0xff, 0x22])])
    await assert.rejects(read(body), { code: 'invalid_value', message: /not JSON in UTF-8/ });
});

test('large bodies of all clients share their memory; small ones are always taken', async () => {
  const may = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  let sent = 0;
  /** A string that is complete when it may be. */
  async function* large() {
    yield Buffer.from(`"${'x'.repeat(4 * MEBIBYTE - 2)}`);
    if (++sent === 16) may.resolve();
    await rest.promise;
    yield Buffer.from('"');
  }
  const request = () =>
    Object.assign(Readable.from(large(), { objectMode: false, highWaterMark: 1 }), {
      headers: { 'content-type': 'application/json' },
    }) as unknown as IncomingMessage;
  const reading = Array.from({ length: 16 }, () => readJson(request(), 4 * MEBIBYTE, 60_000));
  await may.promise;
  const one = `"${'x'.repeat(MEBIBYTE)}"`;
  await assert.rejects(read(one), { code: 'unavailable' });
  assert.equal((await read('"small"')).value, 'small');
  rest.resolve();
  await Promise.all(reading);
  assert.equal(((await read(one)).value as string).length, MEBIBYTE);
});
