import { type TargetName, targetNames } from '@quoth/desktop/fixtures/paste-targets.ts';
import { hasWriter } from '@quoth/desktop/fixtures/writer.ts';
import { runDeliveries } from './delivery-run.ts';

/** `npm run chaos -- delivery`: every program, and LibreOffice Writer where it is installed. False where a text did not arrive whole. */
export async function deliverEverywhere({
  rounds,
  seed,
  log,
}: {
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}): Promise<boolean> {
  const targets: TargetName[] = [...targetNames];
  if (hasWriter()) targets.push('writer');
  else log('LibreOffice Writer is left out: apt-get install --no-install-recommends libreoffice-writer');
  const { delivered, problems } = await runDeliveries({ targets, rounds, seed, log });
  for (const problem of problems) log(`NOT ${problem}`);
  log(
    `${delivered} texts arrived whole with the clipboard given back, ${problems.length} did not (seed ${seed}).`,
  );
  return problems.length === 0;
}
