import { parseArgs } from 'node:util';
import { type TargetName, targetNames } from '@quoth/desktop/fixtures/paste-targets.ts';
import { hasWriter } from '@quoth/desktop/fixtures/writer.ts';
import { buildTrees, desktops, runDesktop } from '../desktops/run-desktop.ts';
import { breakUploads } from './broken-uploads.ts';
import { runChaos } from './chaos-run.ts';
import { runDeliveries } from './desktop/delivery-run.ts';
import { moments, runKills } from './desktop/kill-run.ts';
import { runGatewayChaos } from './gateway/run-gateway-chaos.ts';
import { runHostile } from './hostile/hostile-run.ts';
import { runPipelining } from './hostile/pipelining-run.ts';
import { runSockets } from './hostile/sockets-run.ts';
import { SeededRandom } from './seeded-random.ts';

/** GET /health beside a hundred thousand hostile requests. */
const SLOWEST_HEALTH_MS = 1_000;

// npm run chaos -- --moments 1000 --seed 1, or npm run chaos -- hostile --requests 100000 --seed 1,
// npm run chaos -- pipelining --connections 300 --seconds 60, npm run chaos -- broken-uploads --moments 500
// --collections 5000, npm run chaos -- sockets --connections 300 --seed 1,
// npm run chaos -- desktops --rounds 100 [NAME...], npm run chaos -- delivery --rounds 20 --seed 1, npm run chaos --
// desktop --rounds 1 --seed 1, or npm run chaos -- gateway --requests 10000 --clients 50 --seed 1 [--database
// postgres|embedded]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    moments: { type: 'string', default: '1000' },
    requests: { type: 'string' },
    clients: { type: 'string', default: '50' },
    database: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    connections: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '60' },
    collections: { type: 'string', default: '5000' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds ?? 20);
const log = (line: string) => console.log(line);
let startedAt = performance.now();
const minutes = () => ((performance.now() - startedAt) / 60_000).toFixed(1);
/** Names what went wrong; the run then fails. */
function isSound(problems: readonly string[]): boolean {
  for (const problem of problems) log(`NOT ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  return problems.length === 0;
}

if (positionals[0] === 'gateway') {
  const [requests, clients] = [Number(values.requests ?? 10_000), Number(values.clients)];
  for (const database of ['postgres', 'embedded'] as const) {
    if (values.database !== undefined && values.database !== database) continue;
    startedAt = performance.now();
    const killEvery = database === 'postgres' ? 20 : 100;
    const report = await runGatewayChaos({ database, requests, clients, seed, killEvery, log });
    const { problems, ...counts } = report;
    log(`${database}, ${minutes()} minutes: ${JSON.stringify(counts)}`);
    if (!isSound(problems)) continue;
    log(
      'Every answer has its one charge, every charge an answer that can be fetched, and the books balance.',
    );
  }
} else if (positionals[0] === 'delivery') {
  const targets: TargetName[] = [...targetNames];
  if (hasWriter()) targets.push('writer');
  else log('LibreOffice Writer is left out: apt-get install --no-install-recommends libreoffice-writer');
  const { delivered, problems } = await runDeliveries({ targets, rounds, seed, log });
  isSound(problems);
  log(`${delivered} texts arrived whole with the clipboard given back, ${problems.length} did not.`);
} else if (positionals[0] === 'desktops') {
  const names = positionals.length > 1 ? positionals.slice(1) : Object.keys(desktops);
  const trees = await buildTrees(names);
  for (const name of names) {
    const rows = await runDesktop(name, trees, log, Number(values.rounds ?? 100));
    if (rows.some(({ isRight }) => !isRight)) process.exitCode = 1;
  }
} else if (positionals[0] === 'desktop') {
  // Every part at every moment, in an order of the seed, as many times as there are rounds.
  const broken: string[] = [];
  for (let round = seed; round < seed + rounds; round++) {
    const chosen = new SeededRandom(round).shuffled(moments);
    broken.push(...(await runKills({ moments: chosen, seed: round, log })));
  }
  log(`${rounds * moments.length} kills, ${broken.length} promises broken.`);
  isSound(broken);
} else if (positionals[0] === 'hostile') {
  const report = await runHostile({
    requests: Number(values.requests ?? 100_000),
    minutes: Number(values.minutes),
    seed,
    log,
  });
  const answers = [...report.answers].sort().map(([status, count]) => `${count} x ${status || 'none'}`);
  console.log(
    `${report.requests} hostile requests in ${minutes()} minutes: ${answers.join(', ')}. ` +
      `Memory grew by ${report.peakGrowthMebibytes} MiB at most; the slowest /health took ${report.slowestHealthMs} ms; nothing was left over.`,
  );
  if (report.slowestHealthMs > SLOWEST_HEALTH_MS) throw new Error('GET /health took longer than a second.');
} else if (positionals[0] === 'pipelining') {
  const [connections, seconds] = [Number(values.connections), Number(values.seconds)];
  const report = await runPipelining({ connections, seconds, answers: 1 });
  console.log(
    `${connections} connections sent requests ahead for ${seconds} s and read nothing; they were cut ${report.cut} times. Memory grew by ${report.peakGrowthMebibytes} MiB ` +
      `and descriptors by ${report.maxDescriptors} at most, and all were closed; the slowest /health took ${report.slowestHealthMs} ms, ${report.missedHealth} got no answer.`,
  );
} else if (positionals[0] === 'sockets') {
  const connections = Number(values.connections);
  const report = await runSockets({ connections, seed, log });
  console.log(
    `${connections} hostile realtime and Wyoming connections in ${minutes()} minutes; ${report.recordings} recordings, each with its outcome. ` +
      `Memory grew by ${report.peakGrowthMebibytes} MiB at most; the slowest /health took ${report.slowestHealthMs} ms; nothing was left over.`,
  );
} else if (positionals[0] === 'broken-uploads') {
  const options = { moments: Number(values.moments), collections: Number(values.collections), seed };
  const answered = await breakUploads(options);
  console.log(
    `Uploads of each kind were broken off ${options.moments} times, then garbage was collected ${options.collections} times and ${answered} requests answered, in ${minutes()} minutes: nothing was left over.`,
  );
} else {
  const report = await runChaos({ moments: Number(values.moments), seed, log });
  console.log(
    `The application was killed ${report.applicationKills} times and a speech host ${report.hostKills} times, in ${minutes()} minutes. ` +
      `Of ${report.uploads} uploads ${report.kept} were accepted and kept, ${report.completed} recordings finished: none was lost or doubled, every file belongs to a row, every row tells the truth.`,
  );
}
