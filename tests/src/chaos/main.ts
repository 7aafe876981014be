import { parseArgs } from 'node:util';
import { runChaos } from './chaos-run.ts';

// npm run chaos -- --moments 1000 --seed 1
const { values } = parseArgs({
  options: { moments: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const startedAt = performance.now();
const report = await runChaos({
  moments: Number(values.moments),
  seed: Number(values.seed),
  log: (line) => console.log(line),
});
const minutes = (performance.now() - startedAt) / 60_000;
console.log(
  `The application was killed ${report.applicationKills} times and a speech host ${report.hostKills} times, in ${minutes.toFixed(1)} minutes. ` +
    `Of ${report.uploads} uploads ${report.kept} were accepted and kept, ${report.completed} recordings finished: none was lost or doubled, every file belongs to a row, every row tells the truth.`,
);
