import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { KeyringSecretStore } from './secret-stores.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, 'run'), { mode: 0o700 });
});

/** What one start of the application sees: storage, token, and the ids of its notices. */
const script = `
  const { FileSecretStore, platformSecretStore, TokenKeeper } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
  const { silentLogger } = await import(${JSON.stringify(new URL('../base/index.ts', import.meta.url).href)});
  const { store, name } = platformSecretStore('api-token', process.env.QUOTH_HOME, 'linux');
  const keeper = new TokenKeeper({
    store, storeName: name, logger: silentLogger,
    fallback: new FileSecretStore(process.env.QUOTH_HOME + '/api-token'),
  });
  const token = await keeper.current();
  console.log(JSON.stringify({ token, storage: keeper.storage(), notices: keeper.notices().map((notice) => notice.id) }));
  process.exit(0);
`;

interface Seen {
  readonly token: string;
  readonly storage: string;
  readonly notices: readonly string[];
}

const environment = () => ({
  PATH: process.env.PATH,
  HOME: home,
  XDG_RUNTIME_DIR: join(home, 'run'),
  XDG_DATA_HOME: join(home, 'data'),
  QUOTH_HOME: home,
  START: `'${process.execPath}' --input-type=module -e "$SCRIPT"`,
  SCRIPT: script,
  KEYS: keysScript,
});

function run(command: string, args: readonly string[]): Seen[] {
  const result = spawnSync(command, args, { env: environment(), encoding: 'utf8', timeout: 60_000 });
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('{'));
  assert(lines.length > 0, `no answer: ${result.stderr}`);
  return lines.map((line) => JSON.parse(line) as Seen);
}

const inSession = (body: string) =>
  run('dbus-run-session', [
    '--',
    'bash',
    '-c',
    `printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ${body}`,
  ]);

const lock = `dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
  org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null`;

test('a real gnome-keyring keeps the token across starts, and a locked one is left as it is', () => {
  const [first, second, locked, third] = inSession(
    `eval "$START"; eval "$START"; ${lock}; eval "$START";
     printf '\\n' | gnome-keyring-daemon --unlock --replace --components=secrets >/dev/null 2>&1; eval "$START"`,
  );
  assert.equal(first?.storage, 'secure-store');
  assert.equal(second?.token, first?.token);
  assert.deepEqual([locked?.storage, locked?.notices], ['memory', ['secret-store-locked']]);
  assert.notEqual(locked?.token, first?.token);
  assert.deepEqual([third?.storage, third?.token], ['secure-store', first?.token]);
});

/** Two providers' keys in one keyring, each with an entry of its own. */
const keysScript = `
  const { platformSecretStore } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
  const store = (name) => platformSecretStore(name, process.env.QUOTH_HOME, 'linux').store;
  await store('provider-key-one').remove();
  await store('provider-key-one').write('first');
  await store('provider-key-two').write('second');
  const kept = [await store('provider-key-one').read(), await store('provider-key-two').read()];
  await store('provider-key-one').remove();
  const left = [await store('provider-key-one').read(), await store('provider-key-two').read()];
  console.log(JSON.stringify({ kept, left: left.map((key) => key ?? null) }));
  process.exit(0);
`;

test('a real gnome-keyring keeps one entry a provider, and forgets only the one that is removed', () => {
  const [seen] = inSession(`'${process.execPath}' --input-type=module -e "$KEYS"`) as unknown[];
  assert.deepEqual(seen, { kept: ['first', 'second'], left: [null, 'second'] });
});

test('without a bus the token lies in a file, and the same token comes back', () => {
  const [first] = run('bash', ['-c', 'eval "$START"']);
  const [second] = run('bash', ['-c', 'eval "$START"']);
  assert.deepEqual([first?.storage, first?.notices], ['file', ['secret-store-absent']]);
  assert.deepEqual(second, first);
});

test('a store that fails at once leaves no timer behind', async () => {
  const store = new KeyringSecretStore({ service: 'Quoth', account: 'test', timeoutMs: 50 }, async () => {
    throw new Error('no such library');
  });
  // An unhandled rejection would fail this test.
  await assert.rejects(store.read(), /absent/);
  await sleep(100);
});
