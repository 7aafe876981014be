import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';

const ROUNDS = 9;
const WARMING = 60;
const samples = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'samples');

interface Answer {
  readonly ok: boolean;
  readonly duration_s: number;
  readonly timings: { readonly audio_ms: number; readonly load_ms: number; readonly decode_ms: number };
}

/** What Quoth adds to the engine's own time, saving included; decoding of other formats apart, against FFmpeg alone. */
export async function benchTranscribe(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-audio-'));
  const application = await startApplication();
  const results: Result[] = [];
  try {
    const wav = tenSeconds(folder);
    await transcribed(application, wav);
    results.push(await added(application, wav, 'the second to the tenth request'));
    // Node compiles what runs often; somebody who works with Quoth all day has this.
    for (let request = 0; request < WARMING; request++)
      await transcribed(application, join(samples, 'weather.wav'));
    results.push(await added(application, wav, `after ${WARMING} more`));
    for (const format of ['mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm']) {
      const path = join(folder, `speech.${format}`);
      execFileSync('ffmpeg', [
        '-loglevel',
        'error',
        '-y',
        '-i',
        wav,
        ...(format === 'ogg' ? ['-c:a', 'libvorbis'] : []),
        path,
      ]);
      const [ours, alone]: number[][] = [[], []];
      for (let round = 0; round < 5; round++) {
        ours?.push((await transcribed(application, path)).answer.timings.audio_ms);
        const startedAt = performance.now();
        execFileSync('ffmpeg', [
          '-loglevel',
          'error',
          '-y',
          '-i',
          path,
          '-ac',
          '1',
          '-ar',
          '16000',
          '-f',
          's16le',
          join(folder, 'out.pcm'),
        ]);
        alone?.push(performance.now() - startedAt);
      }
      const ratio = median(ours ?? []) / median(alone ?? []);
      results.push({
        what: `decoding 10 s of ${format}, against FFmpeg alone`,
        measured: `${ratio.toFixed(2)} times (${median(ours ?? []).toFixed(0)} ms)`,
        target: 'reported',
        met: true,
      });
    }
  } finally {
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function added(application: MeasuredProcess, wav: string, when: string): Promise<Result> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { wallMs, answer } = await transcribed(application, wav);
    times.push(wallMs - answer.timings.decode_ms - answer.timings.load_ms);
  }
  return {
    what: `\`/transcribe\` of 10 s of wav: wall time minus engine time, saving included; ${when}`,
    measured: `${median(times).toFixed(1)} ms`,
    target: 'at most 12 ms',
    met: median(times) <= 12,
  };
}

function tenSeconds(folder: string): string {
  const path = join(folder, 'speech.wav');
  const inputs = ['best-of-times', 'weather', 'go-forward', 'best-of-times'].flatMap((name) => [
    '-i',
    join(samples, `${name}.wav`),
  ]);
  execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    'concat=n=4:v=0:a=1',
    '-t',
    '10',
    path,
  ]);
  return path;
}

const agent = new Agent({ keepAlive: true });

/** By Node's plain client: `fetch` copies a body twice before it sends it, which would count as ours. */
async function transcribed(
  { baseUrl, headers }: MeasuredProcess,
  path: string,
): Promise<{ wallMs: number; answer: Answer }> {
  const body = readFileSync(path);
  const startedAt = performance.now();
  const sent = request(`${baseUrl}/transcribe`, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': body.length },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = (await json(response)) as Answer;
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return { wallMs: performance.now() - startedAt, answer };
}
