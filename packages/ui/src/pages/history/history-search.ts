import type { RecordingSource, RecordingStatus } from '@quoth/contract';

export const dateRanges = ['today', 'week', 'month'] as const;
export type DateRange = (typeof dateRanges)[number];

// Not the contract's own lists: with them every window would load its schemas before the first page.
const sources = keysOf<RecordingSource>({
  dictation: true,
  api: true,
  file: true,
  wyoming: true,
  meeting: true,
});
const statuses = keysOf<RecordingStatus>({
  recording: true,
  pending: true,
  transcribing: true,
  post_processing: true,
  completed: true,
  failed: true,
  cancelled: true,
});

/** What History shows, as written in the address, so that Back returns to it. */
export interface HistorySearch {
  readonly q?: string;
  readonly mode?: string;
  readonly source?: RecordingSource;
  readonly status?: RecordingStatus;
  readonly date?: DateRange;
  /** Shows the trash. */
  readonly trash?: true;
  /** The open recording. */
  readonly id?: string;
}

/** Reads an address; unknown values are left out. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const text = (key: string) => {
    const value = search[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const oneOf = <Value extends string>(values: readonly Value[], key: string) =>
    values.find((value) => value === search[key]);
  const [q, mode, id] = [text('q'), text('mode'), text('id')];
  const source = oneOf(sources, 'source');
  const status = oneOf(statuses, 'status');
  const date = oneOf(dateRanges, 'date');
  return {
    ...(q !== undefined && { q }),
    ...(mode !== undefined && { mode }),
    ...(source !== undefined && { source }),
    ...(status !== undefined && { status }),
    ...(date !== undefined && { date }),
    ...((search.trash === true || search.trash === 'true') && { trash: true as const }),
    ...(id !== undefined && { id }),
  };
}

/** The names of a union: the compiler refuses a missing one. */
function keysOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
