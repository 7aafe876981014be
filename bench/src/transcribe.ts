import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type Application, type Heard, transcribe, withApplication } from './application.ts';
import { atMost, figure, inTurns, median, ms, type Result } from './result.ts';
import { samples } from './speech-files.ts';

const WARMING = 60;
const agent = new Agent({ keepAlive: true });

/** What Quoth adds to the engine's own time, saving included; decoding of other formats apart, against FFmpeg alone. */
export function benchTranscribe(): Promise<Result[]> {
  return withApplication(async (application) => {
    const { folder } = application;
    const wav = join(folder, 'speech.wav');
    const parts = ['best-of-times', 'weather', 'go-forward', 'best-of-times'];
    const inputs = parts.flatMap((name) => ['-i', join(samples, `${name}.wav`)]);
    ffmpeg(...inputs, '-filter_complex', 'concat=n=4:v=0:a=1', '-t', '10', wav);
    await heard(application, wav);
    const results = [await added(application, wav, 'the second to the tenth request')];
    // Node compiles what runs often; somebody who works with Quoth all day has this.
    for (let request = 0; request < WARMING; request++)
      await heard(application, join(samples, 'weather.wav'));
    results.push(await added(application, wav, `after ${WARMING} more`));
    for (const format of ['mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm']) {
      const path = join(folder, `speech.${format}`);
      ffmpeg('-i', wav, ...(format === 'ogg' ? ['-c:a', 'libvorbis'] : []), path);
      const alone = async () => {
        const startedAt = performance.now();
        ffmpeg('-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', join(folder, 'out.pcm'));
        return performance.now() - startedAt;
      };
      const [ours, bare] = await inTurns(5, [async () => (await heard(application, path)).audioMs, alone], 0);
      const measured = `${(median(ours) / median(bare)).toFixed(2)} times (${ms(median(ours))})`;
      results.push(figure(`decoding 10 s of ${format}, against FFmpeg alone`, measured));
    }
    return results;
  });
}

async function added(application: Application, wav: string, when: string): Promise<Result> {
  const beyondEngine = async () => {
    const answer = await heard(application, wav);
    return answer.ms - answer.engineMs;
  };
  const [times] = await inTurns(9, [beyondEngine], 0);
  return figure(
    `\`/transcribe\` of 10 s of wav: wall time minus engine time, saving included; ${when}`,
    ms(median(times), 1),
    atMost(median(times), 12, 'ms'),
  );
}

function heard(application: Application, path: string): Promise<Heard> {
  return transcribe(application, readFileSync(path), { type: 'application/octet-stream', agent });
}

function ffmpeg(...words: readonly string[]): void {
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...words]);
}
