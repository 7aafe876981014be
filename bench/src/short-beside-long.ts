import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, besideLong, transcribe, withApplication } from './application.ts';
import { atMost, figure, inTurns, median, type Result, seconds } from './result.ts';
import { longSpeech, sentences, testModel } from './speech-files.ts';

/** A short recording alone, and then beside a long one with the same model: the whole request of each. */
export function benchShortBesideLong(): Promise<Result[]> {
  return withApplication(async (application) => {
    await application.client.importModel({ body: { path: testModel.path } });
    return [
      await measure(application, 'Moonshine Tiny', 'moonshine-tiny-included', 3_600),
      await measure(application, 'neural model', testModel.id, 3 * 3_600),
    ];
  });
}

async function measure(
  application: Application,
  name: string,
  model: string,
  longSeconds: number,
): Promise<Result> {
  // Where the API may read.
  const short = join(application.folder, 'short.wav');
  copyFileSync(join(sentences, '01-hello-world.wav'), short);
  const file = longSpeech(longSeconds, join(application.folder, 'long.wav'));
  const request = async () => {
    await sleep(300);
    return (await transcribe(application, { file: short, model })).ms;
  };
  const [alone] = await inTurns(5, [request]);
  const [beside] = await besideLong(application, { model, file }, () => inTurns(5, [request], 0));
  const [less, more] = [median(alone), median(beside)];
  return figure(
    `${name}: a sentence with a long recording in progress, the whole request, against the same alone`,
    `${seconds(more - less)} more, ${(more / less).toFixed(2)} times (${seconds(more)}, ${seconds(less)} alone)`,
    atMost((more - less) / 1000, 1, 's more'),
  );
}
