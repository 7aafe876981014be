import { randomBytes } from 'node:crypto';
import { AppError, adviceIn, type Mode, type PostProcessBody, say, type TriedMode } from '@quoth/contract';
import { systemIo } from '@quoth/vendors';
import type { Clock, Logger } from '../base/index.ts';
import type { PostProcessing as PostProcessingOfCore } from '../declarations/index.ts';
import { type ModeSource, type ModeWithVocabulary, spokenOptionsOf, vocabularyIn } from '../modes.ts';
import {
  type LanguageProvider,
  languageAccess,
  ModelMemory,
  type ProviderAccessOptions,
} from './language-access.ts';
import { languageProfile, mainLanguage } from './language-of.ts';
import { ruleText } from './long-texts.ts';
import { planPostProcessing } from './plan-post-processing.ts';
import { type Rewriting, type RewritingParts, rewriteText, withSnippetsBack } from './rewriter.ts';
import { hasWordsBesideMarks } from './snippets.ts';

interface CreatePostProcessingOptions extends ProviderAccessOptions {
  readonly modes: ModeSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Texts in, rewritten texts out: POST /post-process, and what a mode asks for after a transcription. */
export interface PostProcessingService extends PostProcessingOfCore {
  /** Everybody who may be asked. From memory. */
  providers(): readonly LanguageProvider[];
  /** True if there is a language model at all, whether or not it answers now. From memory. */
  isSetUp(): boolean;
  /**
   * Ids of those who may be asked to change a text as somebody says it. Throws where no model can be asked. From
   * memory.
   */
  editReceivers(): readonly string[];
  /**
   * Everybody who may be asked to rewrite a transcript of this mode, as long as keys and modes stay as they are. From
   * memory.
   */
  receivers(mode: Mode, preset: PostProcessBody['preset']): readonly LanguageProvider[];
  /**
   * Rewrites a transcript as its preset or else its mode says; undefined where neither asks for it. Throws the signal's
   * reason and nothing else.
   */
  transcript(spoken: SpokenText, mode: Mode, signal: AbortSignal): Promise<Rewriting | undefined>;
}

/** Rewriting as the product has it: over the user's providers, with the machine's own network. */
export function createPostProcessing(options: CreatePostProcessingOptions): PostProcessingService {
  const { modes, clock, logger } = options;
  const access = languageAccess(options);
  const { fetch, sleep } = systemIo();
  const randomId = () => randomBytes(16).toString('hex');
  const models = new ModelMemory(access, clock);
  const parts: RewritingParts = { access, models, fetch, sleep, randomId, clock, logger };
  /** Those of them, or everybody. */
  const known = (receivers?: readonly string[]) =>
    access.providers().filter(({ id }) => receivers?.includes(id) ?? true);
  return {
    providers: access.providers,
    isSetUp: () => access.providers().some(({ keyPresent }) => keyPresent),
    editReceivers: () => {
      const asked = { mode: modes.default(), named: false };
      const plan = planPostProcessing({ prompt: 'Change it.' }, asked, access.providers());
      if (!plan.problem) return plan.candidates.map(({ id }) => id);
      const remedy = adviceIn(plan.problem, 'message');
      throw new AppError(plan.problem.code, { message: say('editingNeedsModel'), remedy });
    },
    run: async ({ text, mode_id, ...explicit }, { startedAtMs = clock.monotonic(), signal, receivers }) => {
      if (text.trim() === '') {
        throw new AppError('INVALID_REQUEST', {
          message: say('textIsEmpty'),
          remedy: say('giveText'),
        });
      }
      const named = mode_id !== undefined;
      const mode = named ? modes.get(mode_id) : modes.default();
      const plan = planPostProcessing(explicit, { mode, named }, known(receivers));
      const rewriting = await rewriteText(parts, text, plan, signal).catch((error: unknown) => {
        throw signal.aborted ? new AppError('CANCELLED') : error;
      });
      return {
        ok: true,
        text: rewriting.text,
        provider: rewriting.provider,
        model: rewriting.model,
        preset: rewriting.preset,
        latency_ms: Math.max(0, Math.round(clock.monotonic() - startedAtMs)),
        post_processed: rewriting.postProcessed,
        applied: rewriting.postProcessed,
        ...(rewriting.warning && { warning: rewriting.warning }),
      };
    },
    receivers: (mode, preset) =>
      isRewritten(mode, preset)
        ? planPostProcessing({ preset }, { mode, named: true }, access.providers()).candidates
        : [],
    transcript: async ({ text, language, preset, program, receivers }, mode, signal) => {
      if (!isRewritten(mode, preset) || text.trim() === '') return undefined;
      const plan = planPostProcessing({ preset }, { mode, named: true }, known(receivers));
      const sentProgram = mode.sendProgramName ? program : undefined;
      return rewriteText(
        parts,
        text,
        { ...plan, language: language ?? plan.language, program: sentProgram },
        signal,
      );
    },
  };
}

function isRewritten({ postProcessingMode }: Mode, preset: PostProcessBody['preset']): boolean {
  return postProcessingMode !== 0 || preset !== undefined;
}

/** A transcript, and what its caller says of the rewriting. */
interface SpokenText {
  readonly text: string;
  /** The language that was spoken; null if unknown. */
  readonly language: string | null;
  readonly preset: PostProcessBody['preset'];
  /** The program that it is for; sent only if the mode says so. */
  readonly program?: string | undefined;
  /**
   * Ids of the providers that were to receive it when it was recorded: no other is asked. Without it, the one that the
   * mode chooses now.
   */
  readonly receivers?: readonly string[] | undefined;
}

interface ModeTrial {
  readonly mode: ModeWithVocabulary;
  /** As an engine would give it. */
  readonly text: string;
  /** False to apply the text rules alone. */
  readonly rewrite: boolean;
  readonly signal: AbortSignal;
}

/**
 * Applies a mode to a text as a transcription would: text rules first, then rewriting. Throws CANCELLED when the signal
 * aborts.
 */
export async function tryMode(
  { mode, text, rewrite, signal }: ModeTrial,
  postProcessing: PostProcessingService,
): Promise<TriedMode> {
  const cancelled = (error: unknown) => {
    throw signal.aborted ? new AppError('CANCELLED') : error;
  };
  const spoken = spokenOptionsOf(mode, 'dictation');
  const language = mode.language === 'auto' ? mainLanguage(languageProfile(text)) : mode.language;
  const { terms, snippets } = vocabularyIn(mode, language ?? null);
  const rules = {
    ...mode,
    ...(language !== undefined && { language }),
    ...(spoken && { spoken }),
    customVocabulary: terms,
    snippets: { known: snippets, at: Date.now() },
  };
  const { text: ruled, marked } = await ruleText(text, rules, signal).catch(cancelled);
  const said = marked?.text ?? ruled;
  const rewritten =
    rewrite && (!marked || hasWordsBesideMarks(said))
      ? await postProcessing
          .transcript({ text: said, language: null, preset: undefined }, mode, signal)
          .catch(cancelled)
      : undefined;
  const rewriting = rewritten && marked ? withSnippetsBack(rewritten, marked) : rewritten;
  return {
    ok: true,
    text: rewriting?.text ?? ruled,
    ruled_text: ruled,
    post_processed: rewriting?.postProcessed ?? false,
    ...(rewriting?.warning && { warning: rewriting.warning }),
  };
}
