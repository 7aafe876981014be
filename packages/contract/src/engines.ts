import * as z from 'zod';

/** What an engine or model can do beyond plain text. */
export const capabilities = z
  .object({
    segment_timestamps: z.boolean(),
    word_timestamps: z.boolean(),
    streaming: z.boolean(),
    vocabulary: z.boolean(),
    /** With `translate`, turns speech in other languages into English text. */
    translation: z.boolean(),
  })
  .meta({ id: 'Capabilities' });
export type Capabilities = z.output<typeof capabilities>;
