import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';

const ROUNDS = 15;
const root = join(import.meta.dirname, '..', '..');

/**
 * What the MCP bridge adds to a transcription: the tool's call against the plain HTTP call, warm, in turn, less what
 * the engine took.
 */
export async function benchMcp(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-audio-'));
  const file = join(folder, 'talk.wav');
  copyFileSync(join(root, 'apps', 'cli', 'samples', 'go-forward.wav'), file);
  const application = await startApplication();
  const client = new Client({ name: 'quoth-bench', version: '1' });
  try {
    const args = [join(root, 'dist', 'quoth', 'quoth.js'), 'mcp'];
    const env = { PATH: process.env.PATH ?? '', QUOTH_HOME: application.home };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    const added: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const plain = await timed(() => overHttp(application, file));
      const bridged = await timed(() => overMcp(client, file));
      // The first round loads the model and warms both ways.
      if (round > 0) added.push(bridged - plain);
    }
    return [
      {
        what: 'MCP `transcribe` of 2 s of wav, against the plain HTTP call: added time, warm',
        measured: `${median(added).toFixed(1)} ms`,
        target: 'at most 30 ms',
        met: median(added) <= 30,
      },
    ];
  } finally {
    await client.close();
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Answer {
  readonly ok: boolean;
  readonly timings: { readonly load_ms: number; readonly decode_ms: number };
}

/** Milliseconds without the engine's own, which differ from one run to the next by more than what is looked for. */
async function timed(transcribe: () => Promise<Answer>): Promise<number> {
  const startedAt = performance.now();
  const { ok, timings } = await transcribe();
  if (!ok) throw new Error('the transcription failed');
  return performance.now() - startedAt - timings.load_ms - timings.decode_ms;
}

async function overHttp({ baseUrl, headers }: MeasuredProcess, file: string): Promise<Answer> {
  const response = await fetch(`${baseUrl}/transcribe`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  return (await response.json()) as Answer;
}

async function overMcp(client: Client, file: string): Promise<Answer> {
  const result = await client.callTool({ name: 'transcribe', arguments: { file } });
  return result.structuredContent as Answer;
}
