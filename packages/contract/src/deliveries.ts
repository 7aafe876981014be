/** Where a dictation's text goes: into the focused field, onto the clipboard, or only to the caller. */
export const deliveries = ['paste', 'copy', 'none'] as const;
export type Delivery = (typeof deliveries)[number];
