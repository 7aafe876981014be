import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { LookupAddress, lookup } from 'node:dns';
import { test } from 'node:test';
import { nearby, networkFetch } from './local-network.ts';

/** A name server of which each question gets the next answer. */
function naming(...answers: (readonly string[])[]): typeof lookup {
  const resolve = (
    _name: string,
    _options: unknown,
    callback: (error: null, found: LookupAddress[]) => void,
  ) =>
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  return resolve as unknown as typeof lookup;
}

const names: readonly [found: readonly string[], left: readonly string[] | string][] = [
  [['192.168.1.5'], ['192.168.1.5']],
  [['8.8.8.8', '10.0.0.1', '127.0.0.1'], ['10.0.0.1']],
  [
    ['fe80::1%eth0', 'fd00::5', '2001:db8::1'],
    ['fe80::1%eth0', 'fd00::5'],
  ],
  [['127.0.0.1'], 'QUOTH_NOT_NEARBY'],
  [['::1', '93.184.216.34', '::ffff:10.0.0.1'], 'QUOTH_NOT_NEARBY'],
  [[], 'QUOTH_NOT_NEARBY'],
];
for (const [found, left] of names)
  test(`of ${found.join(', ') || 'nothing'} a connection may go to ${left}`, () => {
    nearby(naming(found))('gpu.local', { all: true }, (error, addresses) => {
      const seen = error ? error.code : (addresses as LookupAddress[]).map(({ address }) => address);
      assert.deepEqual(seen, left);
    });
  });

test('an address without encryption that is not private is not connected to', async () => {
  for (const host of ['203.0.113.7', '[2001:db8::1]', '[::ffff:10.0.0.1]'])
    await assert.rejects(networkFetch()(`http://${host}/v1`), ({ cause }: { cause?: { code?: string } }) => {
      assert.equal(cause?.code, 'QUOTH_NOT_NEARBY');
      return true;
    });
});

/** A network of its own with a private address, in which a script runs; undefined where there can be none. */
function inOwnNetwork(script: string) {
  const setUp = 'ip link set lo up && ip addr add 10.77.0.1/32 dev lo && exec "$0" "$@"';
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
  ];
  return spawnSync('unshare', ['-n', 'sh', '-c', setUp, ...node], { encoding: 'utf8' });
}
const canUnshare = process.platform === 'linux' && inOwnNetwork('').status === 0;

test('the address that was checked is connected to, by no proxy; a name that now means another gets nothing', {
  skip: canUnshare ? false : 'needs root',
}, () => {
  const { stdout, stderr } = inOwnNetwork(`
    import { once } from 'node:events';
    import { createServer, setGlobalProxyFromEnv } from 'node:http';
    import { text } from 'node:stream/consumers';
    import { networkFetch } from ${JSON.stringify(new URL('./local-network.ts', import.meta.url).href)};
    setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:1' });
    const asked = [];
    const server = createServer(async (request, response) => {
      asked.push(request.socket.localAddress);
      const { host, 'content-length': length, 'content-type': type } = request.headers;
      if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
      if (request.url === '/silent') return;
      if (request.url === '/stalled') return response.write('half of an');
      if (request.url === '/unknown') return response.writeHead(999).write('half of an');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ host, length, type, body: await text(request) }));
    });
    await new Promise((resolve) => server.listen(80, '0.0.0.0', resolve));
    const answers = ['10.77.0.1', '127.0.0.1', '10.77.0.1', '10.77.0.1'];
    const resolve = (name, options, callback) => callback(null, [{ address: answers.shift(), family: 4 }]);
    const fetch = networkFetch(resolve);
    const first = await fetch('http://gpu.local/v1', { method: 'POST', body: 'spoken', headers: { 'content-type': 'text/plain' } });
    const said = await first.json();
    const rebound = await fetch('http://gpu.local/v1').catch(({ cause }) => cause.code);
    const moved = await fetch('http://gpu.local/moved', { redirect: 'error' }).catch(({ cause }) => cause.message);
    const given = new Error('enough');
    const ending = new AbortController();
    server.once('request', () => ending.abort(given));
    const ended = await fetch('http://gpu.local/silent', { signal: ending.signal }).catch((error) => error === given);
    const late = new AbortController();
    const stalled = await networkFetch()('http://10.77.0.1/stalled', { signal: late.signal });
    const cut = stalled.text().catch((error) => error.cause === given);
    late.abort(given);
    const unknown = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    const refused = await networkFetch()('http://10.77.0.1/unknown').catch(({ message }) => message);
    await unknown;
    const plain = (await networkFetch()('http://10.77.0.1/v1')).status;
    console.log(JSON.stringify({ status: first.status, said, rebound, moved, ended, cut: await cut, refused, plain, asked }));
    process.exit(0);
  `);
  assert.notEqual(stdout, '', stderr);
  assert.deepEqual(JSON.parse(stdout), {
    status: 200,
    said: { host: 'gpu.local', length: '6', type: 'text/plain', body: 'spoken' },
    rebound: 'QUOTH_NOT_NEARBY',
    moved: 'unexpected redirect',
    ended: true,
    cut: true,
    refused: 'fetch failed',
    plain: 200,
    asked: ['10.77.0.1', '10.77.0.1', '10.77.0.1', '10.77.0.1', '10.77.0.1', '10.77.0.1'],
  });
});
