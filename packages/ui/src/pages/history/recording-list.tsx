import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useLatest } from '../../application/use-latest.ts';
import { RecordingRow } from './recording-row.tsx';
import { dayOf } from './times.ts';
import { useDayName } from './use-day-name.ts';
import type { RecordingList as Recordings } from './use-recordings.ts';
import type { Selection } from './use-selection.ts';

const ROW_HEIGHT = 68;

/** The list; only the visible rows are in the page. Arrow keys go from row to row. */
export function RecordingList({
  recordings,
  openId,
  onOpen,
  selection,
}: {
  readonly recordings: Recordings;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly selection: Selection;
}) {
  const t = useTranslations('history');
  const dayName = useDayName();
  const scroller = useRef<HTMLDivElement>(null);
  const { count, at, show, found, of } = recordings;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    // What a search finds is put into the rows that are there, which is twice as quick as new ones.
    getItemKey: (index) => (found === '' ? (at(index)?.id ?? index) : index),
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useLayoutEffect(() => {
    // What is found is looked at from its beginning: the newest stand there.
    if (of) scroller.current?.scrollTo({ top: 0 });
  }, [of]);
  useEffect(() => show(first, last));
  useEffect(() => {
    // After a deletion the next recording is open, and the keys go on from there.
    if (openId === undefined || document.activeElement !== document.body) return;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(openId)}"]`)
      ?.focus({ preventScroll: true });
  }, [openId]);
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
  const move = useLatest((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[current + step];
    if (current < 0 || !next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="relative min-h-0 flex-1">
      {topRecording && (
        <div
          aria-hidden
          className="absolute inset-x-0 top-0 z-10 border-b border-line bg-surface py-1.5 ps-4 text-secondary rail:ps-6 font-medium text-quiet"
        >
          {dayName(topRecording.date)}
        </div>
      )}
      <div ref={scroller} data-pane className="relative h-full overflow-y-auto pt-8">
        <ul
          aria-label={t('list')}
          className="relative m-0 list-none p-0"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, key, start }) => {
            const recording = at(index);
            const before = index > 0 ? at(index - 1) : undefined;
            const isNewDay =
              recording !== undefined && before !== undefined && dayOf(before.date) !== dayOf(recording.date);
            return (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={count}
                aria-posinset={index + 1}
                className="absolute inset-x-0 px-2 rail:ps-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {isNewDay && (
                  <h2 className="m-0 py-1.5 ps-4 text-secondary font-medium text-quiet rail:ps-6">
                    {dayName(recording.date)}
                  </h2>
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
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
