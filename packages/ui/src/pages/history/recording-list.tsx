import type { CallResult } from '@quoth/client';
import type { Recording } from '@quoth/contract';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { IconButton } from '../../design/button.tsx';
import { ProgressBar } from '../../design/states.tsx';
import { VoiceBars } from '../../design/voice-bars.tsx';
import { useModeName } from '../../session/account.tsx';
import { useAction, useApplicationEvent, useClient, useLatest } from '../../session/application.tsx';
import { useVoiceLine, useVoiceLines } from '../../session/voice-lines.ts';
import { TimeLeft } from '../../shell/uploads.tsx';
import { useTranslate } from '../../text/text-provider.tsx';
import type { HistorySearch } from './history-search.ts';
import { startOf } from './search-tokens.ts';
import { clockOfSeconds, dayOf, highlight, isUnfinished, shownText, titleOf, wordsOfDayAt } from './words.ts';

/**
 * Of a row that is finished, whatever its text, in pixels: where rows are as high as expected, none has to be moved
 * while one scrolls.
 */
const ROW_HEIGHT = 56;

/** How the list was left: one finds it so again while nothing in it has changed. */
let left:
  | {
      readonly state: string;
      readonly top: number;
      readonly chosenId: string | undefined;
      /** Of the rows that were seen: the first of a day is higher. */
      readonly heights: VirtualItem[];
    }
  | undefined;

/** The list; only the visible rows are in the page. Arrow keys go from row to row. */
export function RecordingList({
  recordings,
  openId,
  chosenId,
  onOpen,
  onWalk,
  selection,
}: {
  readonly recordings: Recordings;
  readonly openId: string | undefined;
  /** The same, if somebody opened it. */
  readonly chosenId: string | undefined;
  readonly onOpen: (id: string) => void;
  /** Opens the row that an arrow key goes to, where the list stays on the screen. */
  readonly onWalk: ((id: string) => void) | undefined;
  readonly selection: Selection;
}) {
  const t = useTranslations('history');
  const statistics = useTranslations('statistics');
  const dayName = useDayName();
  const scroller = useRef<HTMLDivElement>(null);
  const { count, at, show, found, of, state, isStale } = recordings;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    initialMeasurementsCache: left?.state === state ? left.heights : [],
    overscan: 4,
    // As far as the rows begin below the top of what is scrolled.
    scrollPaddingEnd: 32,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const chosenBefore = useRef<string>(undefined);
  const leave = useLatest((top: number) => {
    left = { state, top, chosenId, heights: virtual.takeSnapshot() };
  });
  const arrive = useLatest((list: HTMLElement | null) => {
    const before = !isStale && left?.state === state ? left : undefined;
    if (!before || (chosenId ?? before.chosenId) !== before.chosenId) {
      // Results begin with the newest, so a new search scrolls to the top.
      list?.scrollTo({ top: 0 });
      return;
    }
    list?.scrollTo({ top: before.top });
    chosenBefore.current = before.chosenId;
    if (chosenId === undefined && before.chosenId !== undefined) onWalk?.(before.chosenId);
  });
  useLayoutEffect(() => {
    const { current: list } = scroller;
    // For each search once: what changes while one looks at the list moves nothing.
    if (of) arrive(list);
    return () => leave(list?.scrollTop ?? 0);
  }, [of, arrive, leave]);
  useEffect(() => show(first, last));
  useVoiceLines(
    items.flatMap(({ index }) => {
      const recording = at(index);
      return recording && !isUnfinished(recording.status) ? [recording.id] : [];
    }),
  );
  const rows = useRef<ReadonlyMap<number, string | undefined>>(new Map());
  useLayoutEffect(() => {
    if (found === '') rows.current = new Map(items.map(({ index }) => [index, at(index)?.id]));
  });
  useEffect(() => {
    // After a deletion the next recording is open, and the keys go on from there.
    if (openId === undefined || document.activeElement !== document.body) return;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(openId)}"]`)
      ?.focus({ preventScroll: true });
  }, [openId]);
  useEffect(() => {
    if (chosenId === undefined || chosenId === chosenBefore.current) return;
    chosenBefore.current = chosenId;
    // A key or a link may have chosen one that is out of sight.
    const index = Array.from({ length: count }, (_, place) => at(place)?.id).indexOf(chosenId);
    if (index >= 0) virtual.scrollToIndex(index);
  });
  const wordsOfDay = (index: number) => {
    // Of what a search found it would be the words of some.
    const words = found === '' ? wordsOfDayAt(at, count, index) : undefined;
    return words === undefined || words === 0 ? '' : statistics('count', { count: words });
  };
  const top = items.find(({ end }) => end > (virtual.scrollOffset ?? 0));
  const topRecording = top && at(top.index);
  const open = useLatest((index: number, id: string) =>
    selection.isOn ? selection.toggle(index, id) : onOpen(id),
  );
  const extend = useAction((_client, { index, id }: { readonly index: number; readonly id: string }) =>
    selection.extendTo(index, id),
  );
  const select = useLatest((index: number, id: string, range: boolean) =>
    range ? extend.mutate({ index, id }) : selection.toggle(index, id),
  );
  const longPress = useLatest((index: number, id: string) => {
    selection.begin();
    if (!selection.has(id)) selection.toggle(index, id);
  });
  const range = useAction((_client, { from, to }: { readonly from: number; readonly to: number }) =>
    selection.selectFrom(from, to),
  );
  const all = useAction(() => selection.selectAll());
  const move = useLatest((event: KeyboardEvent) => {
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[current];
    const hasCommand = event.ctrlKey || event.metaKey;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = rows[current + step];
    if (!row) return;
    if (event.key === 'Escape' && selection.size > 0) selection.clear();
    else if (event.key === 'a' && hasCommand) all.mutate();
    else if (event.key === ' ' && hasCommand) selection.toggle(...placeOf(row));
    else if (step !== 0 && next) {
      if (event.shiftKey) {
        range.mutate({ from: placeOf(row)[0], to: placeOf(next)[0] });
      }
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      if (!event.shiftKey && !selection.isOn && selection.size === 0) onWalk?.(placeOf(next)[1]);
    } else return;
    event.preventDefault();
  });
  return (
    <div className="relative min-h-0 flex-1">
      {topRecording && (
        <div
          aria-hidden
          className="absolute inset-x-0 top-0 z-10 flex justify-between gap-3 border-b border-line bg-surface px-4 py-1.5 text-secondary text-quiet rail:ps-6"
        >
          <span className="font-medium">{dayName(topRecording.date)}</span>
          <span className="tabular">{wordsOfDay(top.index)}</span>
        </div>
      )}
      <div ref={scroller} data-pane className="relative h-full overflow-y-auto pt-8">
        <ul
          aria-label={t('list')}
          className="relative m-0 list-none p-0"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, start }) => {
            const recording = at(index);
            const before = index > 0 ? at(index - 1) : undefined;
            const isNewDay =
              recording !== undefined && before !== undefined && dayOf(before.date) !== dayOf(recording.date);
            return (
              <Place
                // What a search finds is put into the rows that are there, which is twice as quick as new ones.
                key={(found === '' ? recording?.id : rows.current.get(index)) ?? index}
                index={index}
                count={count}
                start={start}
                onPlaced={virtual.measureElement}
              >
                {isNewDay && (
                  <div className="flex justify-between gap-3 border-b border-line px-2 py-1.5 text-secondary text-quiet rail:ps-6">
                    <h2 className="m-0 text-secondary font-medium">{dayName(recording.date)}</h2>
                    <span className="tabular">{wordsOfDay(index)}</span>
                  </div>
                )}
                {recording ? (
                  <RecordingRow
                    recording={recording}
                    index={index}
                    search={found}
                    isOpen={recording.id === openId}
                    isSelected={selection.has(recording.id)}
                    isSelecting={selection.isOn || selection.size > 0}
                    onOpen={open}
                    onLongPress={longPress}
                    onKeyDown={move}
                    onSelect={select}
                  />
                ) : (
                  <div style={{ height: ROW_HEIGHT }} />
                )}
              </Place>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** Where a row is. Its height is read again when another recording came or went before it. */
function Place({
  index,
  count,
  start,
  onPlaced,
  children,
}: {
  readonly index: number;
  readonly count: number;
  readonly start: number;
  readonly onPlaced: (row: HTMLElement | null) => void;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is that of the row at this index.
  useLayoutEffect(() => {
    onPlaced(row.current);
    return () => onPlaced(null);
  }, [index, onPlaced]);
  return (
    <li
      ref={row}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className="absolute inset-x-0 px-2 rail:ps-0"
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </li>
  );
}

/** The position and the id of a row. */
function placeOf(row: HTMLElement): readonly [index: number, id: string] {
  return [Number(row.closest<HTMLElement>('[data-index]')?.dataset.index), row.dataset.row ?? ''];
}

/**
 * A recording in the list: its title, its first words, and its facts. Rendered again only if one of its props changes,
 * because each letter of a search renders the list.
 */
const RecordingRow = memo(function RecordingRow({
  recording,
  index,
  search,
  isOpen,
  isSelected,
  isSelecting,
  onOpen,
  onLongPress,
  onKeyDown,
  onSelect,
}: {
  readonly recording: Recording;
  /** Its position in the list. */
  readonly index: number;
  readonly search: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** True while any is selected: the checkboxes stay visible. */
  readonly isSelecting: boolean;
  readonly onOpen: (index: number, id: string) => void;
  /** Called after a long press. */
  readonly onLongPress: (index: number, id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onSelect: (index: number, id: string, range: boolean) => void;
}) {
  const t = useTranslations('history');
  const { id, date, duration, mode, source, source_name, program, status, error } = recording;
  const longPress = useLongPress(() => onLongPress(index, id));
  const format = useFormatter();
  const modeName = useModeName();
  const facts = [
    format.dateTime(new Date(date), { hour: 'numeric', minute: '2-digit' }),
    duration > 0 ? clockOfSeconds(duration) : undefined,
    mode === null ? undefined : modeName(mode),
    program !== null
      ? t('by', { name: program })
      : source === 'dictation' || source === 'api' || source_name !== null
        ? undefined
        : t(`source_${source}`),
  ].filter((fact) => fact !== undefined);
  const boxWidth = isSelecting ? 'w-9' : 'w-2 rail:w-6';
  const { words, isOriginal } = shownText(recording, search);
  const problem = error?.message ?? t(`status_${status}`);
  return (
    <div
      className={`group relative flex items-start rounded-control -outline-offset-2 outline-accent-text has-[[data-row]:focus-visible]:outline-2 ${isOpen ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <label
        className={`flex h-14 shrink-0 items-center justify-center overflow-hidden ${boxWidth} ${isSelecting ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'}`}
      >
        <span className="unseen">{t('select', { text: titleOf(recording) ?? problem })}</span>
        <input
          type="checkbox"
          // One stop for each row: keys select with Ctrl+Space, Shift and arrows, or all.
          tabIndex={-1}
          className="size-3.5 shrink-0 accent-(--accent)"
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onSelect(index, id, event.shiftKey)}
        />
      </label>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-row={id}
          onKeyDown={onKeyDown}
          {...longPress.handlers}
          aria-current={isOpen ? 'true' : undefined}
          className="flex min-h-14 w-full touch-pan-y flex-col justify-center pe-3 text-start outline-none select-none"
          onClick={(event) => {
            if (longPress.wasLong()) return;
            if (event.ctrlKey || event.metaKey || event.shiftKey) onSelect(index, id, event.shiftKey);
            else onOpen(index, id);
          }}
        >
          <span
            dir="auto"
            className={`said block truncate text-heading leading-[21px] ${words === '' ? 'text-quiet' : ''}`}
          >
            {isOriginal && `${t('original')} `}
            <Hits text={words || problem} search={search} />
          </span>
          <span className="tabular flex items-center gap-2 text-small text-quiet">
            <Thumbnail id={id} />
            <span className="min-w-0 truncate">
              {facts.join(' · ')}
              {status !== 'completed' && (words !== '' || error !== null) && (
                <span className={status === 'failed' ? 'text-danger' : 'text-warning'}>
                  {' · '}
                  {t(`status_${status}`)}
                </span>
              )}
              {/* The one that may be long, so that it alone is cut. */}
              {source_name !== null && (
                <bdi>
                  {' · '}
                  <Hits text={source_name} search={search} />
                </bdi>
              )}
            </span>
          </span>
        </button>
        {isUnfinished(status) && <WorkProgress id={id} name={source_name ?? t('detail')} />}
      </div>
    </div>
  );
});

/** The line of the voice, where it was counted already; a list counts none. */
function Thumbnail({ id }: { readonly id: string }) {
  const line = useVoiceLine(id, false);
  return line === undefined ? null : (
    <VoiceBars line={line} width={56} height={12} className="shrink-0 opacity-70" />
  );
}

/** A text with its search hits marked. */
export function Hits({ text, search }: { readonly text: string; readonly search: string }) {
  return highlight(text, search).map(({ text: run, isHit, at }) =>
    isHit ? <mark key={at}>{run}</mark> : <span key={at}>{run}</span>,
  );
}

/** Page size: more than the tallest screen shows; each typed letter fetches one page. */
const PAGE = 50;

export type Recordings = ReturnType<typeof useRecordings>;
type Found = Awaited<CallResult<'searchRecordings'>>;

/** The results of a search, however many, by their position in the list; only the viewed pages are read. */
export function useRecordings(search: HistorySearch) {
  const client = useClient();
  const translate = useTranslate();
  const queries = useQueryClient();
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const { q, mode, source, status, date, trash } = search;
  const query = useMemo(
    () => queryOf({ q, mode, source, status, date, trash }),
    [q, mode, source, status, date, trash],
  );
  const page = (number: number, of = query) => {
    const input = { query: { ...of, limit: PAGE, offset: number * PAGE } };
    return {
      queryKey: ['searchRecordings', input],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.searchRecordings({ ...input, signal }),
      select: translate as (found: Found) => Found,
    };
  };
  // The first page tells how much there is, and stays on the screen while the next search is on its way.
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  const [shownOf, setShownOf] = useState(query);
  if (shownOf !== query) {
    // Another search is looked at from its beginning.
    setShownOf(query);
    setShown({ first: 0, last: 0 });
  }
  const [found, setFound] = useState(q);
  if (!first.isPlaceholderData && found !== q) setFound(q);
  const numbers = Array.from(
    { length: shown.last - shown.first + 1 },
    (_, index) => shown.first + index,
  ).filter((number) => number > 0);
  const others = useQueries({ queries: numbers.map((number) => page(number)) });
  const total = first.data?.total ?? 0;
  const isCapped = first.data?.total_capped === true;
  const known = new Map(numbers.map((number, index) => [number, others[index]?.data]));
  // Beyond what is counted exactly, the list grows with what is looked at.
  const furthest = [...known].reduce(
    (end, [number, data]) => Math.max(end, number * PAGE + (data?.returned ?? 0)),
    0,
  );
  const lastIsFull = known.get(shown.last)?.returned === PAGE;
  const count = isCapped ? Math.max(total + PAGE, furthest + (lastIsFull ? PAGE : 0)) : total;
  return {
    count,
    /** Exact up to 10,000. */
    total,
    isCapped,
    /** Undefined while its page is being read. */
    at: (index: number): Recording | undefined => {
      const number = Math.floor(index / PAGE);
      const data = number === 0 ? first.data : known.get(number);
      return data?.recordings[index % PAGE];
    },
    /** Those in a range of positions, both ends included; reads what has not been read. */
    between: async (from: number, to: number): Promise<readonly Recording[]> => {
      const recordings: Recording[] = [];
      for (let number = Math.floor(from / PAGE); number <= Math.floor(to / PAGE); number++) {
        const read = await queries.fetchQuery(page(number));
        const start = number * PAGE;
        recordings.push(...read.recordings.slice(Math.max(0, from - start), to - start + 1));
      }
      return recordings;
    },
    /** The same object as long as the search is the same. */
    of: query as object,
    /** One that has been read. */
    find: (id: string) =>
      [first.data, ...known.values()]
        .flatMap((data) => data?.recordings ?? [])
        .find((recording) => recording.id === id),
    /** Reports which positions are visible. */
    show: (from: number, to: number) => {
      const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
      if (next.first !== shown.first || next.last !== shown.last) setShown(next);
    },
    /** The text that found these: the previous one, while a search is in progress. */
    found: found ?? '',
    isLoading: first.isPending,
    /** The same text as long as the search finds the same. */
    state: JSON.stringify([query, total, first.data?.recordings[0]?.id]),
    /** True where something has changed since they were read. */
    isStale: first.isStale,
    error: first.error,
    refetch: () => void first.refetch(),
    /** Fetches the first page of the next search ahead, while the address is still changing. */
    expect: (next: HistorySearch) => void queries.prefetchQuery(page(0, queryOf(next))),
  };
}

type Filters = { readonly [Key in keyof HistorySearch]: HistorySearch[Key] | undefined };

function queryOf({ q, mode, source, status, date, trash }: Filters) {
  return {
    ...(trash && { trash: 'true' as const }),
    ...(q !== undefined && { words: q }),
    ...(mode !== undefined && { mode }),
    ...(source !== undefined && { source }),
    ...(status !== undefined && { status }),
    ...(date !== undefined && { since: startOf(date, new Date()) }),
  };
}

/** Today, yesterday, or the date. */
export function useDayName(): (date: string) => string {
  const t = useTranslations('history');
  const format = useFormatter();
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return (date) => {
    if (dayOf(date) === dayOf(now.toISOString())) return t('date_today');
    if (dayOf(date) === dayOf(yesterday.toISOString())) return t('yesterday');
    const isThisYear = new Date(date).getFullYear() === now.getFullYear();
    return format.dateTime(new Date(date), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(!isThisYear && { year: 'numeric' }),
    });
  };
}

const MAX_SELECTED = 1_000;

export type Selection = ReturnType<typeof useSelection>;

/** The selected recordings of a list. */
export function useSelection({ of, between, count }: Pick<Recordings, 'of' | 'between' | 'count'>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isOn, setOn] = useState(false);
  const [last, setLast] = useState<{ readonly index: number; readonly of: object }>();
  const toggle = (index: number, id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setLast({ index, of });
    setIds(next);
  };
  return {
    /**
     * True while tapping a recording selects it: started by a button or a long press, for touch screens without a Shift
     * key.
     */
    isOn,
    size: ids.size,
    ids: [...ids],
    has: (id: string) => ids.has(id),
    /** Adds or removes one. */
    toggle,
    /** Adds all from the last selected one to this one. */
    extendTo: async (index: number, id: string) => {
      // A place in another search is another recording's.
      if (ids.size === 0 || last?.of !== of) return toggle(index, id);
      setLast({ index, of });
      const more = await between(Math.min(last.index, index), Math.max(last.index, index));
      setIds((before) => new Set([...before, ...more.map((recording) => recording.id)]));
    },
    /** Selects the range that ends here; it begins at the last one that was selected, else at `from`. */
    selectFrom: async (from: number, to: number) => {
      const start = ids.size > 0 && last?.of === of ? last.index : from;
      setLast({ index: start, of });
      const inRange = await between(Math.min(start, to), Math.max(start, to));
      setIds(new Set(inRange.map(({ id }) => id)));
    },
    /** Everything that was found, the newest if there is very much. */
    selectAll: async () => {
      const found = await between(0, Math.min(count, MAX_SELECTED) - 1);
      setIds(new Set(found.map(({ id }) => id)));
    },
    begin: () => setOn(true),
    /** Tapping a recording opens it again. */
    clear: () => {
      setIds(new Set());
      setOn(false);
    },
  };
}

/** As long as on phones. */
const LONG_MS = 500;
/** If the finger moves further, it scrolls. */
const STILL_PX = 10;

/** Detects a long press of a finger or pen, not of a mouse. */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begun = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    handlers: {
      onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
        wasLong.current = false;
        if (pointerType === 'mouse') return;
        begun.current = { x: clientX, y: clientY };
        timer.current = setTimeout(() => {
          wasLong.current = true;
          onLongPress();
        }, LONG_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - begun.current.x, clientY - begun.current.y) > STILL_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      // The system's own menu would come at the same moment.
      onContextMenu: (event: { preventDefault: () => void; nativeEvent: unknown }) => {
        if (wasLong.current) event.preventDefault();
      },
    },
    /** True once after a long press: the click that follows it is part of it. */
    wasLong: () => {
      const was = wasLong.current;
      wasLong.current = false;
      return was;
    },
  };
}

/** How far the work on a recording is, and the time that is left. */
function WorkProgress({ id, name }: { readonly id: string; readonly name: string }) {
  const t = useTranslations('history');
  const app = useTranslations('app');
  const [work, setWork] = useState<{ readonly startedAt: number; readonly progress: number }>();
  const cancel = useAction((client) => client.cancelRecording({ params: { id } }));
  useApplicationEvent((event) => {
    if (event.type !== 'transcription-progressed' || event.recordingId !== id) return;
    const { progress } = event;
    // Counted from the first report: the time before it was spent in the queue.
    setWork((before) => ({ startedAt: before?.startedAt ?? Date.now(), progress }));
  });
  return (
    <div className="flex items-center gap-2 pe-1 pb-1 text-secondary text-quiet">
      <ProgressBar name={t('progressOf', { name })} value={work?.progress ?? null} />
      {work && (
        <span className="tabular shrink-0">
          {t('percent', { percent: Math.round(work.progress * 100) })}{' '}
          <TimeLeft work={{ phase: 'working', ...work }} />
        </span>
      )}
      <IconButton
        icon={X}
        name={app('cancelNamed', { name })}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      />
    </div>
  );
}
