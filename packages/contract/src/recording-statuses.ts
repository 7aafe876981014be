export const recordingStatuses = [
  'recording',
  'pending',
  'transcribing',
  'post_processing',
  'completed',
  'failed',
  'cancelled',
] as const;
export type RecordingStatus = (typeof recordingStatuses)[number];

/** Statuses in which nothing more happens by itself. */
export const finalStatuses: readonly RecordingStatus[] = ['completed', 'failed', 'cancelled'];

export const recordingSources = ['dictation', 'api', 'file', 'wyoming'] as const;
export type RecordingSource = (typeof recordingSources)[number];
