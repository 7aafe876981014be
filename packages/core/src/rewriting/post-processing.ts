import type { Mode, PostProcessBody, PostProcessed } from '@quoth/contract';
import { AppError } from '@quoth/contract';
import type { Clock } from '../base/index.ts';
import type { PostProcessingContext, PostProcessing as PostProcessingOfCore } from '../declarations/index.ts';
import type { ModeSource } from '../modes/index.ts';
import type { LanguageAccess, LanguageProvider } from './language-access.ts';
import { planPostProcessing } from './plan-post-processing.ts';
import type { Rewriter, Rewriting } from './rewriter.ts';

export interface PostProcessingOptions {
  readonly modes: ModeSource;
  readonly access: LanguageAccess;
  readonly rewriter: Rewriter;
  readonly clock: Clock;
}

/** Texts in, rewritten texts out: POST /post-process, and what a mode asks for after a transcription. */
export class PostProcessing implements PostProcessingOfCore {
  readonly #with: PostProcessingOptions;

  constructor(options: PostProcessingOptions) {
    this.#with = options;
  }

  /** Everybody who may be asked. From memory. */
  providers(): readonly LanguageProvider[] {
    return this.#with.access.providers();
  }

  /** True if there is a language model at all, whether or not it answers now. From memory. */
  isSetUp(): boolean {
    return this.#with.access.providers().some(({ keyPresent }) => keyPresent);
  }

  /** Why nobody can be asked now to change a text as somebody says it; undefined if somebody can. From memory. */
  editRefusal(): AppError | undefined {
    const { modes, access } = this.#with;
    const asked = { mode: modes.default(), named: false };
    const { problem } = planPostProcessing({ prompt: 'Change it.' }, asked, access.providers());
    const message = 'Editing by voice needs a language model.';
    return problem && new AppError(problem.code, { message, hint: problem.message });
  }

  async run(
    { text, mode_id, ...explicit }: PostProcessBody,
    context: PostProcessingContext,
  ): Promise<PostProcessed> {
    const { modes, access, rewriter, clock } = this.#with;
    const startedAt = context.startedAtMs ?? clock.monotonic();
    if (text.trim() === '') {
      throw new AppError('INVALID_REQUEST', {
        message: 'The text is empty.',
        hint: 'Give the text to rewrite in "text".',
      });
    }
    const named = mode_id !== undefined;
    const mode = named ? modes.get(mode_id) : modes.default();
    const plan = planPostProcessing(explicit, { mode, named }, access.providers());
    const rewriting = await rewriter.rewrite(text, plan, context.signal).catch((error: unknown) => {
      throw context.signal.aborted ? new AppError('CANCELLED') : error;
    });
    return {
      ok: true,
      text: rewriting.text,
      provider: rewriting.provider,
      model: rewriting.model,
      preset: rewriting.preset,
      latency_ms: Math.max(0, Math.round(clock.monotonic() - startedAt)),
      post_processed: rewriting.postProcessed,
      applied: rewriting.postProcessed,
      ...(rewriting.warning && { warning: rewriting.warning }),
    };
  }

  /** Rewrites a transcript as its preset or else its mode says; undefined where neither asks for it. Throws the signal's reason and nothing else. */
  async transcript(
    { text, language, preset, program }: SpokenText,
    mode: Mode,
    signal: AbortSignal,
  ): Promise<Rewriting | undefined> {
    if ((mode.postProcessingMode === 0 && preset === undefined) || text.trim() === '') return undefined;
    const { access, rewriter } = this.#with;
    const plan = planPostProcessing({ preset }, { mode, named: true }, access.providers());
    const told = mode.sendProgramName ? program : undefined;
    return rewriter.rewrite(text, { ...plan, language: language ?? plan.language, program: told }, signal);
  }
}

/** A transcript, and what its caller says of the rewriting. */
export interface SpokenText {
  readonly text: string;
  /** The language that was spoken; null if unknown. */
  readonly language: string | null;
  readonly preset: PostProcessBody['preset'];
  /** The program that it is for; sent only if the mode says so. */
  readonly program?: string | undefined;
}
