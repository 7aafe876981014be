import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { transcribe, withApplication } from './application.ts';
import { atMost, figure, inTurns, median, ms, type Result } from './result.ts';
import { root, samples } from './speech-files.ts';

/**
 * What the MCP bridge adds to a transcription: the tool's call against the plain HTTP call, warm, in turn. Times are
 * without the engine's own, which differ from one run to the next by more than what is looked for.
 */
export function benchMcp(): Promise<Result[]> {
  return withApplication(async (application) => {
    const file = join(application.folder, 'talk.wav');
    copyFileSync(join(samples, 'go-forward.wav'), file);
    const client = new Client({ name: 'quoth-bench', version: '1' });
    const args = [join(root, 'dist/quoth/quoth.js'), 'mcp'];
    const env = { PATH: process.env.PATH ?? '', QUOTH_HOME: application.home };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    const overHttp = async () => {
      const answer = await transcribe(application, { file });
      return answer.ms - answer.engineMs;
    };
    const overMcp = async () => {
      const startedAt = performance.now();
      const { structuredContent } = await client.callTool({ name: 'transcribe', arguments: { file } });
      const { ok, timings } = structuredContent as { ok: boolean; timings: Record<string, number> };
      if (!ok) throw new Error('The transcription failed.');
      return performance.now() - startedAt - (timings.load_ms ?? 0) - (timings.decode_ms ?? 0);
    };
    const [plain, bridged] = await inTurns(15, [overHttp, overMcp]);
    await client.close();
    const added = median(bridged.map((one, round) => one - (plain[round] ?? 0)));
    return [
      figure(
        'MCP `transcribe` of 2 s of wav, against the plain HTTP call: added time, warm',
        ms(added, 1),
        atMost(added, 30, 'ms'),
      ),
    ];
  });
}
