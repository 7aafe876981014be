import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { type Behaviour, ModelHub } from './fixtures/model-hub.ts';
import { openTestLibrary } from './fixtures/open-test-library.ts';

const child = fileURLToPath(new URL('./fixtures/download-child.ts', import.meta.url));

/** A chunk at a time of what was asked for, and then nothing more, so that there is a moment to be killed in. */
function slowly(chunks: number): Behaviour {
  return (request, response, { bytes, etag }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': bytes.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    for (let chunk = 0; chunk < chunks; chunk++) {
      response.write(bytes.subarray(from + chunk * 50_000, from + (chunk + 1) * 50_000));
    }
  };
}

test('a download that is killed repeatedly continues where it was, and the file is correct', async (context) => {
  const hub = await ModelHub.start();
  context.after(() => hub.close());
  const root = temporaryFolder();
  const entry = hub.file('one-q8_0', 400_000);
  hub.will(slowly(2), slowly(1), slowly(3));
  for (const least of [100_000, 150_000, 300_000]) {
    const running = spawn(process.execPath, [child, root, hub.base, JSON.stringify(entry)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = new Promise((resolve) => running.once('close', resolve));
    for await (const lines of running.stdout) {
      if (
        String(lines)
          .split('\n')
          .some((line) => Number(line) >= least)
      )
        break;
    }
    running.kill('SIGKILL');
    await closed;
    assert.deepEqual(
      readdirSync(join(root, 'data', 'models')),
      ['one-q8_0.gguf.part'],
      'never named before it is whole',
    );
  }
  const { library, until } = await openTestLibrary(context, root, { catalog: [entry], base: hub.base });
  await until((event) => event.type === 'model-installed');
  assert.deepEqual(readFileSync(library.find(entry.id).path ?? ''), hub.bytesOf(entry));
  assert.deepEqual(
    hub.asked.map(({ range }) => range),
    [undefined, 'bytes=100000-', 'bytes=150000-', 'bytes=300000-'],
  );
});
