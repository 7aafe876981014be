/** Where a dictation's text goes: into the field with the cursor, onto the clipboard, or only to who asked for it. */
export const deliveries = ['paste', 'copy', 'none'] as const;
export type Delivery = (typeof deliveries)[number];
