/** Formats of a transcript. */
export const transcriptFormats = ['txt', 'md', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];
