import type { Preset } from '@quoth/contract';
import { type ModeWithVocabulary, vocabularyIn } from '../modes.ts';
import type { GuardName } from './answered-question.ts';
import { caughtBy } from './guards.ts';
import { languageProfile, mainLanguage } from './language-of.ts';
import type { PresetFacts } from './presets.ts';
import type { ComposedPrompt, Fence } from './prompt.ts';
import { besideMarks } from './snippets.ts';
import { applyTextRules } from './text-rules.ts';

/**
 * What a language model gave, with all that decides what becomes of it. Plain data, so that another thread can be
 * handed it.
 */
export interface ModelOutput {
  /** What was dictated. */
  readonly text: string;
  readonly output: string;
  readonly preset: PresetFacts;
  readonly prompt: Pick<ComposedPrompt, 'ours' | 'theirs' | 'fence'>;
  readonly mode: ModeWithVocabulary;
  /** BCP-47 or `auto`; used if the language cannot be detected from the text itself. */
  readonly language: string;
}

/** The text to use, or the guard that caught it. */
export type FinishedText = { readonly text: string } | { readonly caught: GuardName };

/**
 * Tidies a model's output, checks it against the text, and applies the mode's text rules. Pure; takes time linear in
 * the text.
 */
export function finishedText({ text, output, preset, prompt, mode, language }: ModelOutput): FinishedText {
  const rewritten = tidyOutput(output, { text, fence: prompt.fence, preset: preset.id });
  const guard = caughtBy({ text, rewritten, preset, prompt });
  if (guard) return { caught: guard.name };
  if (!preset.textRules) return { text: rewritten };
  // The rules come last, since a model does not always follow them.
  const spoken = mainLanguage(languageProfile(rewritten)) ?? language;
  const rules = {
    ...mode,
    customVocabulary: vocabularyIn(mode, spoken).terms,
    punctuation: true,
    capitalization: true,
    // Spoken line breaks have already become line breaks.
    spokenLineBreaks: false,
    language: spoken,
  };
  return { text: besideMarks(rewritten, (words) => applyTextRules(words, rules)) };
}

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
