import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';
import { longSpeech, testModel } from './speech-files.ts';
import { timed } from './stand-in.ts';

const ROUNDS = 15;
const SECONDS = 3;
const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/**
 * What a person waits for `quoth transcribe` beyond what the same request takes by curl: in turn, warm, with two
 * models.
 */
export async function benchCommandLine(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-command-line-'));
  const application = await startApplication();
  const env = { ...process.env, QUOTH_HOME: application.home };
  const quoth = join(root, 'quoth');
  const file = longSpeech(SECONDS, join(folder, 'talk.wav'));
  const results: Result[] = [];
  try {
    await run(quoth, ['models', 'import', testModel], { env });
    for (const model of ['moonshine-tiny-included', 'quoth-test-en']) {
      const typed = () => run(quoth, ['transcribe', file, '--model', model, '--no-rewrite'], { env });
      const asked = () =>
        byCurl(`${application.baseUrl}/transcribe?model=${model}`, application.headers, file);
      const [ours, curls]: number[][] = [[], []];
      for (let round = 0; round <= ROUNDS; round++) {
        const [first, second] = [await timed(typed), await timed(asked)];
        // The first one builds, compiles and loads.
        if (round > 0) {
          ours?.push(first);
          curls?.push(second);
        }
      }
      const [p50, curl] = [median(ours ?? []), median(curls ?? [])];
      results.push({
        what: `\`quoth transcribe\` of ${SECONDS} s, warm, ${model}: the whole command, against the same request by curl, p50 of ${ROUNDS}`,
        measured: `${(p50 - curl).toFixed(0)} ms more, ${(p50 / curl).toFixed(2)} times (${p50.toFixed(0)} ms, ${curl.toFixed(0)} ms)`,
        target: 'at most 200 ms more',
        met: p50 - curl <= 200,
      });
    }
    const [bare, version]: number[][] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      bare?.push(await timed(() => run(process.execPath, ['-e', '0'])));
      version?.push(await timed(() => run(quoth, ['--version'], { env })));
    }
    results.push({
      what: '`quoth --version`, against Node doing nothing',
      measured: `${(median(version ?? []) / median(bare ?? [])).toFixed(2)} times (${median(version ?? []).toFixed(0)} ms, ${median(bare ?? []).toFixed(0)} ms)`,
      target: 'reported',
      met: true,
    });
    return results;
  } finally {
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function byCurl(url: string, headers: Readonly<Record<string, string>>, file: string): Promise<void> {
  const more = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('curl', [
    ...['--silent', '--noproxy', '*', '-H', 'content-type: audio/wav', '--data-binary', `@${file}`],
    ...more,
    url,
  ]);
  if (!stdout.includes('"ok":true')) throw new Error(stdout);
}
