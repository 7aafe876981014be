import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolderPath, openControlSocket } from '@quoth/client/node';
import type { Preset } from '@quoth/contract';

// npm run try-presets -- --provider openai [--model gpt-6-luna] [--trap question] [--all]
// Has a live model rewrite the dictated texts, through the running application and with the key that is kept there. It
// prints what the guards caught and what differs from the rewritings that are known to be right (`--all`: everything),
// for a person to judge.
interface DictatedText {
  readonly id: string;
  readonly trap: string;
  readonly preset: Preset;
  readonly text: string;
  readonly good: readonly string[];
}

const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    model: { type: 'string' },
    trap: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
if (values.provider === undefined) {
  console.error(
    'Name the provider: npm run try-presets -- --provider openai. "quoth providers list" lists them.',
  );
  process.exit(2);
}
const { provider, model } = values;
const { env, platform } = process;
const client = await openControlSocket(dataFolderPath({ platform, home: homedir(), env })).catch(() => {
  console.error('Quoth is not running. Start it first: ./quoth start');
  process.exit(3);
});
// A fixture of core's tests: no package exports it.
const fixture = join(import.meta.dirname, '../packages/core/src/rewriting/fixtures/dictated-texts.ts');
const { dictatedTexts } = (await import(fixture)) as { readonly dictatedTexts: readonly DictatedText[] };
const chosen = dictatedTexts.filter(({ trap }) => values.trap === undefined || trap === values.trap);
const found = { asKnown: 0, different: 0, caught: 0, failed: 0 };
const latencies: number[] = [];

for (const { id, trap, preset, text, good } of chosen) {
  const body = { text, preset, provider, ...(model === undefined ? {} : { model }) };
  const answer = await client.postProcess({ body });
  const { warning } = answer;
  latencies.push(answer.latency_ms);
  const known = answer.post_processed && good.includes(answer.text);
  const outcome = known
    ? 'asKnown'
    : answer.post_processed
      ? 'different'
      : warning?.guard
        ? 'caught'
        : 'failed';
  found[outcome] += 1;
  if (known && !values.all) continue;
  const why = warning === undefined ? '' : ` (${warning.guard ?? warning.code}: ${warning.message})`;
  console.log(`\n${id} [${trap}, ${preset}] ${outcome}${why}\n  said:    ${text}`);
  if (answer.post_processed) console.log(`  written: ${answer.text.replaceAll('\n', '\n           ')}`);
  if (warning?.code === 'MISSING_API_KEY') break;
}
const median = latencies.sort((a, b) => a - b)[Math.floor(latencies.length / 2)] ?? 0;
console.log(
  `\n${provider}: of ${latencies.length} texts ${found.asKnown} as known, ${found.different} different (judge them above), ` +
    `${found.caught} caught by a guard, ${found.failed} not answered; ${median} ms in the middle.`,
);
process.exitCode = found.failed > 0 ? 1 : 0;
