import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningApplication, until } from '../support/running-application.ts';
import { ChaosClient } from './chaos-client.ts';
import { assertSound, assertTidy } from './check-files.ts';
import { assertPromises } from './check-promises.ts';
import { Ledger } from './ledger.ts';
import { runModelClient } from './model-client.ts';
import { SeededRandom } from './seeded-random.ts';
import { SlowHub } from './slow-hub.ts';

const modelFixtures = join(import.meta.dirname, '../../../packages/core/src/models/fixtures');
const CLIENTS = 3;
const MAX_WAIT_MS = 2_000;
const MAX_SETTLING_MS = 15_000;
/** Every promise is held against the application after so many restarts, and at the end. */
const RESTARTS_A_CHECK = 10;

export interface ChaosOptions {
  /** How often something is killed. */
  readonly moments: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** What a run has met. */
export interface ChaosReport {
  readonly applicationKills: number;
  readonly hostKills: number;
  readonly uploads: number;
  readonly kept: number;
  readonly completed: number;
}

/**
 * Kills the application or one of its speech hosts at so many moments of uploads, transcriptions, deletions, mode edits
 * and downloads, starts it again, and holds what it then says against what its clients were told. The same seed gives
 * the same plan; what exactly is under way at a moment depends on the machine. Throws at the first broken promise; the
 * data folder is then kept and named.
 */
export async function runChaos({ moments, seed, log }: ChaosOptions): Promise<ChaosReport> {
  const random = new SeededRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'quoth-chaos-'));
  const hub = await SlowHub.start({
    'chaos-known.gguf': readFileSync(join(modelFixtures, 'quoth-test-en.gguf')),
    'chaos-small.gguf': Buffer.alloc(600_000, 'small'),
    'chaos-large.gguf': Buffer.alloc(4_000_000, 'large'),
  });
  const downloads = ['chaos-small', 'chaos-large'];
  const catalog = join(home, 'catalog.json');
  writeFileSync(catalog, JSON.stringify(hub.catalog()));
  const start = () => RunningApplication.start(home, ['--api'], { QUOTH_MODEL_CATALOG: catalog });
  const ledger = new Ledger();
  const clients = Array.from(
    { length: CLIENTS },
    () => new ChaosClient(ledger, new SeededRandom(random.next() * 2 ** 32)),
  );
  const kills = { applicationKills: 0, hostKills: 0 };
  let done = 0;
  const total = () => kills.applicationKills + kills.hostKills;

  try {
    let app = await start();
    await prepare(app, hub.base);
    while (total() < moments) {
      const stop = new AbortController();
      const controlSocket = await app.controlSocket();
      const modelRandom = new SeededRandom(random.next() * 2 ** 32);
      const work = Promise.all([
        ...clients.map((client) => client.run(app, stop.signal)),
        runModelClient(controlSocket, downloads, modelRandom, stop.signal),
      ]);
      // A failure is thrown where it is waited for.
      work.catch(() => undefined);
      for (let hosts = Math.floor(random.between(0, 3)); hosts > 0 && total() < moments - 1; hosts--) {
        await somethingHappens(ledger, random);
        if (await killHost(app, ledger)) kills.hostKills++;
      }
      await somethingHappens(ledger, random);
      stop.abort();
      await app.end('SIGKILL');
      kills.applicationKills++;
      await settled(work, () => clients.map(({ waitsFor }) => waitsFor ?? 'nothing').join(', '));
      assertSound(home);
      app = await start();
      if (kills.applicationKills % RESTARTS_A_CHECK !== 0) continue;
      await assertPromises(app, ledger);
      log(`${total()} moments: ${ledger.uploads.length} uploads, ${ledger.kept().length} kept, nothing lost`);
    }
    done = (await assertPromises(app, ledger)).completed;
    await everyDownloadArrives(app, downloads);
    await app.end();
    assertSound(home);
    assertTidy(home);
  } catch (error) {
    throw new Error(`broken after ${total()} moments of seed ${seed}; the data folder is ${home}`, {
      cause: error,
    });
  } finally {
    await RunningApplication.endAll();
    await hub.close();
  }
  rmSync(home, { recursive: true, force: true });
  return { ...kills, uploads: ledger.uploads.length, kept: ledger.kept().length, completed: done };
}

/** The work of the clients of an application that is gone: none may wait forever for an answer that can't come. */
async function settled(work: Promise<unknown>, waitingFor: () => string): Promise<void> {
  const timer = new AbortController();
  const tooLong = sleep(MAX_SETTLING_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`a client still waits after the application has gone; for: ${waitingFor()}`);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    timer.abort();
    tooLong.catch(() => undefined);
  }
}

/**
 * Waits for a few answers and a moment more, so that a kill meets work under way on a fast machine and on a slow one.
 */
async function somethingHappens(ledger: Ledger, random: SeededRandom): Promise<void> {
  const wanted = ledger.answers + Math.floor(random.between(0, 12));
  for (let waited = 0; waited < MAX_WAIT_MS && ledger.answers < wanted; waited += 5) await sleep(5);
  await sleep(random.between(0, 60));
}

/** The test model is installed by a file, as a user brings one; the hub is the one on this machine. */
async function prepare(app: RunningApplication, mirror: string): Promise<void> {
  const controlSocket = await app.controlSocket();
  const { model } = await controlSocket.importModel({
    body: { path: join(modelFixtures, 'quoth-test-en.gguf') },
  });
  const { modes } = await controlSocket.listModes();
  const mode = modes.find(({ isDefault }) => isDefault);
  await controlSocket.updateMode({ params: { id: mode?.id ?? '' }, body: { model: model.id } });
  await controlSocket.updateSettings({ body: { modelMirror: mirror, queueWaiting: 100 } });
}

async function killHost(app: RunningApplication, ledger: Ledger): Promise<boolean> {
  const controlSocket = await app.controlSocket();
  const { engines } = await controlSocket.getApplication();
  const pid = engines.find(({ loaded }) => loaded)?.pid;
  // Below 1 a whole group of processes would be meant.
  if (typeof pid !== 'number' || pid <= 1) return false;
  ledger.hostKills++;
  process.kill(pid, 'SIGKILL');
  return true;
}

async function everyDownloadArrives(app: RunningApplication, ids: readonly string[]): Promise<void> {
  const controlSocket = await app.controlSocket();
  await controlSocket.downloadModels({ body: { ids: [...ids] } });
  await until('every download has arrived', async () => {
    const { models } = await controlSocket.getModelCatalog();
    return ids.every((id) => models.find((model) => model.id === id)?.installed);
  });
}
