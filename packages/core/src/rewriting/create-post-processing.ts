import { randomBytes } from 'node:crypto';
import { systemIo } from '@quoth/providers';
import type { Clock, Logger } from '../base/index.ts';
import type { ModeSource } from '../modes/index.ts';
import { PostProcessing } from './post-processing.ts';
import { ProviderAccess, type ProviderAccessOptions } from './provider-access.ts';
import { Rewriter } from './rewriter.ts';

export interface CreatePostProcessingOptions extends ProviderAccessOptions {
  readonly modes: ModeSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Rewriting as the product has it: over the user's providers, with the machine's own network. */
export function createPostProcessing(options: CreatePostProcessingOptions): PostProcessing {
  const { list, health, listModels, modes, clock, logger } = options;
  const access = new ProviderAccess({ list, health, listModels });
  const { fetch, sleep } = systemIo();
  const rewriter = new Rewriter({
    access,
    fetch,
    sleep,
    randomId: () => randomBytes(16).toString('hex'),
    clock,
    logger,
  });
  return new PostProcessing({ modes, access, rewriter, clock });
}
