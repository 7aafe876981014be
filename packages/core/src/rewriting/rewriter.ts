import {
  AppError,
  type ErrorCode,
  type Message,
  type Preset,
  plainText,
  type Reason,
  say,
  type Warning,
  withAdvice,
} from '@quoth/contract';
import { completeText, LanguageError, type LanguageFailure } from '@quoth/vendors';
import type { Clock, Logger } from '../base/index.ts';
import { vocabularyIn } from '../modes.ts';
import { outcomeOf } from '../providers/index.ts';
import type { Guard } from './answered-question.ts';
import { guardNamed } from './guards.ts';
import type { LanguageAccess, LanguageAdmission, LanguageProvider, ModelMemory } from './language-access.ts';
import { finishRewriting } from './long-texts.ts';
import type { PostProcessingPlan } from './plan-post-processing.ts';
import { type ComposedPrompt, composePrompt, fenceOf, tokenEstimate } from './prompt.ts';
import { holdsMarks, keptText, type MarkedText } from './snippets.ts';

/** What asks language models. */
export interface RewritingParts {
  readonly access: Pick<LanguageAccess, 'admit'>;
  readonly models: ModelMemory;
  readonly fetch: typeof globalThis.fetch;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 128 bits no one can guess, as letters and digits. */
  readonly randomId: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What became of a text. */
export interface Rewriting {
  /** The text as it was, byte for byte, where `postProcessed` is false. */
  readonly text: string;
  /** `none` if no provider could be used. */
  readonly provider: string;
  readonly model: string;
  readonly preset: Preset;
  readonly postProcessed: boolean;
  readonly warning?: Warning;
}

/** A rewritten text with marks, as it is kept: with its snippets, and as it was said where marks did not come back. */
export function withSnippetsBack(
  result: Rewriting,
  said: MarkedText,
): Rewriting & { readonly marked: MarkedText } {
  const isLost = !holdsMarks(result.text, said);
  const marked = isLost ? said : { ...said, text: result.text };
  return {
    ...result,
    text: keptText(marked),
    marked,
    ...(isLost && {
      postProcessed: false,
      warning: guardWarning({ name: 'lost', message: say('modelLostText') }),
    }),
  };
}

/** For the prompt, beside the text. */
const PROMPT_TOKENS = 2_000;
/** What a model may think before it writes. */
const THINKING_TOKENS = 4_000;
/** No one's limit is smaller. */
const MAX_ANSWER_CHARACTERS = 131_072;

/**
 * Rewrites a text with a language model. If anything fails, the text is returned unchanged, with a warning. Throws the
 * signal's reason when the caller canceled, and nothing else.
 */
export async function rewriteText(
  parts: RewritingParts,
  text: string,
  plan: PostProcessingPlan,
  signal: AbortSignal,
): Promise<Rewriting> {
  const { provider, preset, problem } = plan;
  let model = plan.model;
  const unchanged = (warning: Warning): Rewriting => ({
    text,
    provider: provider?.id ?? 'none',
    model: model || 'none',
    preset: preset.id,
    postProcessed: false,
    warning,
  });
  if (!provider) return unchanged(problem ?? warned('MISSING_API_KEY', say('noLanguageModel')));
  const { access, models, clock, logger } = parts;
  const started = clock.monotonic();
  /** Who, how long, how it ended; never what. */
  const log = (outcome: string) => {
    const ms = Math.round(clock.monotonic() - started);
    logger.debug({ provider: provider.id, model, preset: preset.id, outcome, ms }, 'Rewriting finished.');
  };
  try {
    const admission = await access.admit(provider.id);
    signal.throwIfAborted();
    model ||= await models.first(provider.id, signal);
    const tooLong = lengthWarning(text, provider, model);
    if (tooLong) return unchanged(tooLong);
    const prompt = composePrompt(text, promptRequestOf(plan), fenceOf(parts.randomId()));
    const output = await asked(parts, prompt, text, { provider, model, admission }, signal);
    signal.throwIfAborted();
    const given = {
      text,
      output: plainText(output),
      preset,
      prompt,
      mode: plan.mode,
      language: plan.language,
    };
    const finished = await finishRewriting(given, signal);
    const isRejected = 'caught' in finished;
    log(isRejected ? finished.caught : 'done');
    if (isRejected) return unchanged(guardWarning(guardNamed(finished.caught)));
    return { text: finished.text, provider: provider.id, model, preset: preset.id, postProcessed: true };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    log(kindOf(error));
    if (!(error instanceof LanguageError) && !(error instanceof AppError))
      logger.error({ error }, 'A rewriting failed.');
    return unchanged(failureWarning(error, provider.displayName));
  }
}

async function asked(
  parts: RewritingParts,
  { system, user }: ComposedPrompt,
  text: string,
  to: {
    readonly provider: LanguageProvider;
    readonly model: string;
    readonly admission: LanguageAdmission;
  },
  signal: AbortSignal,
): Promise<string> {
  const { fetch, sleep, clock } = parts;
  const { provider, model, admission } = to;
  const { language, baseUrl, refusesKey } = provider;
  const maxOutputTokens = Math.min(
    MAX_ANSWER_CHARACTERS,
    Math.ceil(tokenEstimate(text).most * 1.5) + THINKING_TOKENS,
  );
  const request = {
    language,
    ...(refusesKey && { refusesKey }),
    baseUrl,
    key: admission.key,
    model,
    system,
    user,
    maxOutputTokens,
    timeoutMs: timeoutMs(text.length),
    signal,
  };
  try {
    const output = await completeText(request, { fetch, sleep, monotonic: () => clock.monotonic() });
    admission.report({ status: 'healthy', reason: null });
    return output;
  } catch (error) {
    const outcome = error instanceof LanguageError ? outcomeOf(error.kind, error.why) : undefined;
    if (outcome && !signal.aborted) admission.report(outcome);
    throw error;
  }
}

/** 20 s, and for a long text as long as a slow model may write. */
function timeoutMs(characters: number): number {
  return Math.min(300_000, 20_000 + characters * 12);
}

function promptRequestOf({ preset, prompt, instructions, mode, language, program }: PostProcessingPlan) {
  const { terms: vocabulary } = vocabularyIn(mode, language);
  const { englishSpelling: spelling } = mode;
  return { preset, prompt, instructions, vocabulary, language, spelling, program };
}

/** A text that can never fit is not sent. */
function lengthWarning(text: string, { displayName, language }: LanguageProvider, model: string) {
  const facts = language.models.find(({ id }) => id === model);
  const fewest = tokenEstimate(text).fewest;
  if (!facts || (PROMPT_TOKENS + 2 * fewest <= facts.contextTokens && fewest <= facts.outputTokens))
    return undefined;
  return warned(
    'PAYLOAD_TOO_LARGE',
    say('textTooLongForModel', {
      model: facts.displayName,
      provider: displayName,
      count: fewest,
      limit: facts.contextTokens,
    }),
  );
}

function kindOf(error: unknown): string {
  if (error instanceof LanguageError) return error.kind;
  return error instanceof AppError ? error.code : 'bug';
}

const codes: Readonly<Record<LanguageFailure, ErrorCode>> = {
  unauthorized: 'MISSING_API_KEY',
  limited: 'RATE_LIMITED',
  unreachable: 'ENGINE_UNAVAILABLE',
  timeout: 'TIMEOUT',
  'unknown-model': 'MODEL_NOT_FOUND',
  rejected: 'ENGINE_UNAVAILABLE',
  malformed: 'TRANSCRIPTION_FAILED',
  'cut-off': 'TRANSCRIPTION_FAILED',
};

const reasons = {
  unauthorized: 'providerRejectedKeyFor',
  limited: 'providerBusyFor',
  unreachable: 'providerUnreachableFor',
  timeout: 'providerTooSlowFor',
  'unknown-model': 'providerLacksModel',
  rejected: 'providerRefusedFor',
  malformed: 'providerAnsweredUnusably',
  'cut-off': 'providerAnsweredPartly',
} as const satisfies Record<LanguageFailure, Reason>;

/** What a failure is called in the answer: our own words and nothing that a vendor wrote. */
function failureWarning(error: unknown, provider: string): Warning {
  if (error instanceof LanguageError) {
    const message = say(reasons[error.kind], { provider, why: error.why });
    const code = codes[error.kind];
    return error.kind === 'unauthorized' ? warned(code, message, say('replaceKey')) : warned(code, message);
  }
  if (error instanceof AppError) return warned(error.code, error.said);
  return warned('INTERNAL_ERROR', say('callFailed', { provider }));
}

/** The model answered, and yet with nothing that could be used. */
function guardWarning({ name, message }: Pick<Guard, 'name' | 'message'>): Warning {
  return { ...warned('TRANSCRIPTION_FAILED', say('guardCaught', { why: message })), guard: name };
}

function warned(code: ErrorCode, ...message: readonly Message[]): Warning {
  return withAdvice({ code }, { message });
}
