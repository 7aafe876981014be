import type { Preset } from '@quoth/contract';
import type { Fence } from '../prompt/index.ts';

/** Removes what a model put around its result against its instructions, if it is clearly separate. */
export function tidyOutput(
  output: string,
  { text, fence, preset }: { readonly text: string; readonly fence: Fence; readonly preset: Preset },
): string {
  let result = withoutReasoning(output, text).trim();
  result = withoutFence(result, fence).trim();
  if (preset !== 'custom') result = withoutIntroduction(result, text).trim();
  if (!text.includes('```')) result = withoutCodeFence(result);
  return withoutQuotes(result, text).trim();
}

const REASONING = 'think|thinking|thought|reasoning|reflection|analysis|scratchpad';
/** Sticky: a thousand blocks one after the other are passed in one go. */
const BLOCK = new RegExp(`\\s*<(${REASONING})>[\\s\\S]*?</\\1>`, 'iy');
/** Some servers swallow the opening tag: it is part of what they send to the model. */
const HEADLESS = new RegExp(`^(?:(?!<(?:${REASONING})>)[\\s\\S])*?</(?:${REASONING})>`, 'i');
const CHANNELS = /<\|channel\|>final<\|message\|>([\s\S]*?)(?:<\|(?:end|return)\|>\s*)?$/i;

function withoutReasoning(output: string, text: string): string {
  if (new RegExp(`</?(?:${REASONING})>`, 'i').test(text)) return output;
  const [, final] = CHANNELS.exec(output) ?? [];
  if (final !== undefined) return final;
  let end = 0;
  for (BLOCK.lastIndex = 0; BLOCK.test(output); ) end = BLOCK.lastIndex;
  return output.slice(end).replace(HEADLESS, '');
}

function withoutFence(output: string, { open, close }: Fence): string {
  const start = output.startsWith(open) ? open.length : 0;
  const end = output.endsWith(close) ? output.length - close.length : output.length;
  return output.slice(start, Math.max(start, end));
}

const INTRODUCTION =
  /^(?:(?:sure|certainly|of course|okay|ok)[,!.]? ?)?(?:here(?:'s|’s| is| are)|rewritten|cleaned|corrected|hier ist|hier die|voici|aquí (?:está|tienes)|ecco|aqui está)\b[^\n]{0,80}:[ \t]*\n+/i;

function withoutIntroduction(output: string, text: string): string {
  return INTRODUCTION.test(text) ? output : output.replace(INTRODUCTION, '');
}

function withoutCodeFence(output: string): string {
  const [, inner] = /^```[^\n`]*\n([\s\S]*?)\n?```$/.exec(output) ?? [];
  return inner === undefined || inner.includes('```') ? output : inner;
}

const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
];

function withoutQuotes(output: string, text: string): string {
  const around = QUOTES.find(([open, close]) => output.startsWith(open) && output.endsWith(close));
  if (!around || output.length < 2 || text.trimStart().startsWith(around[0])) return output;
  const inner = output.slice(1, -1);
  return inner.includes(around[0]) || inner.includes(around[1]) ? output : inner;
}
