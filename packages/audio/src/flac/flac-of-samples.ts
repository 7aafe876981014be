import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { SAMPLE_RATE } from '../spool/spool-format.ts';

/**
 * Samples (signed 16-bit little-endian, 16 kHz, mono) as FLAC, entirely in memory. Throws if FFmpeg cannot be started or fails, or
 * the signal's reason.
 */
export async function flacOfSamples(
  program: string,
  samples: Uint8Array,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const child = spawn(
    program,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'],
      ...['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0', '-f', 'flac', 'pipe:1'],
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  );
  const kill = () => child.kill('SIGKILL');
  using _abort = addAbortListener(signal, kill);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new Error('FFmpeg cannot be started.')));
    child.once('close', resolve);
  });
  // Waited for below; it may fail before.
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(samples);
  try {
    const flac: Buffer[] = [];
    for await (const bytes of child.stdout) flac.push(bytes as Buffer);
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw new Error('FFmpeg could not write FLAC.');
    return Buffer.concat(flac);
  } finally {
    kill();
  }
}
