import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withApplication } from './application.ts';
import { atMost, figure, inTurns, median, ms, type Result, timed } from './result.ts';
import { longSpeech, root, testModel } from './speech-files.ts';

const ROUNDS = 15;
const SECONDS = 3;
const run = promisify(execFile);

/**
 * What a person waits for `quoth transcribe` beyond what the same request takes by curl: in turn, warm, with two
 * models.
 */
export function benchCommandLine(): Promise<Result[]> {
  return withApplication(async ({ baseUrl, headers, home, folder, client }) => {
    const quoth = (...words: readonly string[]) =>
      timed(() => run(join(root, 'quoth'), words, { env: { ...process.env, QUOTH_HOME: home } }));
    const file = longSpeech(SECONDS, join(folder, 'talk.wav'));
    const curl = async (model: string) => {
      const more = ['-H', 'content-type: audio/wav', '-H', `authorization: ${headers.authorization}`];
      const words = ['--silent', '--noproxy', '*', ...more, '--data-binary', `@${file}`];
      const { stdout } = await run('curl', [...words, `${baseUrl}/transcribe?model=${model}`]);
      if (!stdout.includes('"ok":true')) throw new Error(stdout);
    };
    await client.importModel({ body: { path: testModel.path } });
    const results: Result[] = [];
    for (const model of ['moonshine-tiny-included', testModel.id]) {
      const [ours, curls] = await inTurns(ROUNDS, [
        () => quoth('transcribe', file, '--model', model, '--no-rewrite'),
        () => timed(() => curl(model)),
      ]);
      const more = median(ours) - median(curls);
      results.push(
        figure(
          `\`quoth transcribe\` of ${SECONDS} s, warm, ${model}: the whole command, against the same request by curl, p50 of ${ROUNDS}`,
          `${ms(more)} more, ${(median(ours) / median(curls)).toFixed(2)} times (${ms(median(ours))}, ${ms(median(curls))})`,
          atMost(more, 200, 'ms more'),
        ),
      );
    }
    const [bare, version] = await inTurns(ROUNDS, [
      () => timed(() => run(process.execPath, ['-e', '0'])),
      () => quoth('--version'),
    ]);
    const times = (median(version) / median(bare)).toFixed(2);
    const measured = `${times} times (${ms(median(version))}, ${ms(median(bare))})`;
    return [...results, figure('`quoth --version`, against Node doing nothing', measured)];
  });
}
