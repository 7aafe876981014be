import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fillEmbeddedDatabase } from '@quoth/gateway/fixtures';
import { gatewayCommand } from '../chaos/gateway/node-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quoth-first-commands-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let port = 0;
before(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
});

function gateway(data: string, words: readonly string[]): ChildProcess {
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'gateway.json'), JSON.stringify({ port, currency: 'EUR' }));
  return spawn(process.execPath, [...gatewayCommand, ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      QUOTH_GATEWAY_HOME: data,
      QUOTH_GATEWAY_DEEPGRAM_KEY: 'a-key',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; printed: string; said: string }> {
  let [printed, said] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, printed, said };
}

test('the first commands wait for the gateway that is starting, which says what it does, and speak of money in its currency', async () => {
  const data = join(folder, 'first');
  const node = gateway(data, ['start']);
  const whole = ended(node);
  const run = async (...words: string[]) => {
    const { code, printed, said } = await ended(gateway(data, words));
    assert.equal(code, 0, said);
    assert.doesNotMatch(printed, /micro|000000/);
    return JSON.parse(printed) as Record<string, unknown>;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      node.stdout?.once('data', (chunk: Buffer) => {
        if (/^Preparing the database in .*first\./.test(String(chunk))) resolve();
        else reject(new Error(`It began with: ${chunk}`));
      });
      node.once('close', () => reject(new Error('It ended before it said anything.')));
    });
    // While the database is made.
    await run('set-price', 'deepgram', '*', '--per-minute', '0.006');
    const { id } = await run('add-account', 'Ada');
    const granted = await run('grant', String(id), '10.00', '--key', 'first-credit');
    assert.equal(granted.balance, '10.00');
    assert.equal(granted.currency, 'EUR');
    await run('add-token', String(id), 'laptop', '--daily-budget', '2');
    const { balance, tokens } = await run('account', String(id));
    assert.equal(balance, '10.00');
    assert.equal((tokens as { daily_budget: string }[])[0]?.daily_budget, '2.00');
    const { data: prices, currency } = await run('prices');
    assert.equal((prices as { per_minute: string }[])[0]?.per_minute, '0.006');
    assert.equal(currency, 'EUR');
    for (const [words, reason] of [
      [['grant', String(id), '0'], /must be more than 0/],
      [['grant', String(id), '1,5'], /"1,5" is not an amount/],
      [['set-price', 'deepgram', '*'], /needs --per-minute/],
      [
        ['set-price', 'deepgram', '*', '--per-minute', '1', '--minimum-seconds', 'x'],
        /whole number of seconds/,
      ],
    ] as const) {
      const { code, said } = await ended(gateway(data, words));
      assert.equal(code, 1);
      assert.match(said, reason);
    }
    await fillEmbeddedDatabase(join(folder, 'second', 'database'));
    const { code, said } = await ended(gateway(join(folder, 'second'), ['start']));
    assert.equal(code, 1);
    assert.match(said, new RegExp(`^Port ${port} is taken by another program`));
  } finally {
    node.kill('SIGINT');
  }
  const { code, printed } = await whole;
  assert.equal(code, 0);
  assert.match(printed, new RegExp(`The gateway is ready at http://127\\.0\\.0\\.1:${port}\\.`));
  assert.match(printed, /set a price \(in EUR\): quoth gateway set-price deepgram/);
});

test('without a gateway, a command says which to start', async () => {
  const data = join(folder, 'none');
  const never = await ended(gateway(data, ['accounts']));
  assert.equal(never.code, 1);
  assert.match(never.said, /There is no admin key in .*none\. Start the gateway .*"quoth gateway start"/);
  writeFileSync(join(data, 'admin-key'), 'an-admin-key-that-was-made-before\n');
  // A start that was killed leaves its file behind; no process has this id.
  writeFileSync(join(data, 'starting'), '4194305');
  const stopped = await ended(gateway(data, ['accounts']));
  assert.equal(stopped.code, 1);
  assert.match(stopped.said, /No gateway answers at http:\/\/127\.0\.0\.1:\d+\. Start it/);
  // What a link leads to is never sent as the key: root runs these commands in a folder of the service's user.
  rmSync(join(data, 'admin-key'));
  symlinkSync('/etc/hostname', join(data, 'admin-key'));
  const linked = await ended(gateway(data, ['accounts']));
  assert.equal(linked.code, 1);
  assert.match(linked.said, /admin-key cannot be read/);
});
