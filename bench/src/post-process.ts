import type { MeasuredApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';
import { type StandIn, timed, withStandIn } from './stand-in.ts';

const SPOKEN =
  'um so the train to the coast leaves at noon and we should be at the station a quarter of an hour before';
const WRITTEN =
  'So the train to the coast leaves at noon and we should be at the station a quarter of an hour before.';
const ROUNDS = 110;
const WARM = 20;
const AT_ONCE = 50;
/** What the stand-in takes for each of the requests that come at once. */
const WORK_MS = 1_000;

/** What the application adds to a rewriting by a vendor, and whether requests wait for each other. */
export async function benchPostProcess(): Promise<Result[]> {
  return [await added(), await atOnce()];
}

/** Through the application and directly, one after the other in turns, so that both meet the same machine. */
async function added(): Promise<Result> {
  return withStandIn({ text: '', milliseconds: 0 }, async (application, standIn) => {
    const ours: number[] = [];
    const direct: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await timed(() => rewrite(application)), await timed(() => ask(standIn))];
      // The first ones load the vendor's SDK and warm both sides.
      if (round < WARM) continue;
      ours.push(one);
      direct.push(other);
    }
    const difference = median(ours) - median(direct);
    return {
      what: `\`/post-process\` of 100 characters, ${ROUNDS - WARM} times: added to the same request made directly, p50`,
      measured: `${difference.toFixed(1)} ms (${median(ours).toFixed(1)} against ${median(direct).toFixed(1)})`,
      target: 'at most 15 ms',
      met: difference <= 15,
    };
  });
}

async function atOnce(): Promise<Result> {
  return withStandIn({ text: '', milliseconds: WORK_MS }, async (application) => {
    await rewrite(application);
    const whole = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, () => rewrite(application))));
    return {
      what: `${AT_ONCE} rewritings at once, each ${WORK_MS / 1_000} s of the vendor's time: until the last is done`,
      measured: `${(whole / 1_000).toFixed(1)} s`,
      target: 'at most 2 s: none waits for another',
      met: whole <= 2 * WORK_MS,
    };
  });
}

async function rewrite({ baseUrl, headers }: MeasuredApplication): Promise<void> {
  const response = await fetch(`${baseUrl}/post-process`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ text: SPOKEN, provider: 'groq' }),
  });
  const { text, warning } = (await response.json()) as { text?: string; warning?: { message: string } };
  if (text !== WRITTEN) throw new Error(warning?.message ?? text ?? 'no text');
}

/** What the application sends, without the application. */
async function ask({ origin, keys }: StandIn): Promise<void> {
  const name = 'dictation-00112233445566778899aabbccddeeff';
  const messages = [
    { role: 'system', content: `${'A rule of a prompt as long as ours. '.repeat(100)}<${name}>` },
    { role: 'user', content: `<${name}>\n${SPOKEN}\n</${name}>` },
  ];
  const response = await fetch(`${origin}/groq/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.groq}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'openai/gpt-oss-20b',
      max_tokens: 4_000,
      reasoning_effort: 'low',
      messages,
    }),
  });
  const { choices } = (await response.json()) as { choices?: { message: { content: string } }[] };
  if (choices?.[0]?.message.content !== WRITTEN) throw new Error('the stand-in wrote something else');
}
