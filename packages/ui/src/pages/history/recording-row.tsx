import type { Recording } from '@quoth/contract';
import { type KeyboardEvent, memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { excerpt } from './highlight.ts';
import { Hits } from './hits.tsx';
import { clock, isUnfinished } from './times.ts';
import { useLongPress } from './use-long-press.ts';
import { WorkProgress } from './work-progress.tsx';

/** A recording in the list: its first two lines, and its facts. Rendered again only if one of its props changes, because each letter of a search renders the list. */
export const RecordingRow = memo(function RecordingRow({
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
  const { id, text, date, duration, mode, source, source_name, program, status, error } = recording;
  const longPress = useLongPress(() => onLongPress(index, id));
  const format = useFormatter();
  const facts = [
    format.dateTime(new Date(date), { hour: 'numeric', minute: '2-digit' }),
    duration > 0 ? clock(duration) : undefined,
    mode ?? undefined,
    program !== null
      ? t('by', { name: program })
      : source === 'dictation'
        ? undefined
        : t(`source_${source}`),
  ].filter((fact) => fact !== undefined);
  const boxWidth = isSelecting ? 'w-9' : 'w-2 rail:w-6 has-[input:focus-visible]:w-9';
  const words = text !== '' ? excerpt(text, search) : (error?.message ?? t(`status_${status}`));
  return (
    <div
      className={`group relative flex items-start rounded-control ${isOpen ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <label
        className={`flex h-8 shrink-0 items-center justify-center overflow-hidden pt-1.5 ${boxWidth} ${isSelecting ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'}`}
      >
        <span className="unseen">{t('select', { text: words.slice(0, 40) })}</span>
        <input
          type="checkbox"
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
          className="block w-full touch-pan-y py-2 pe-3 text-start select-none focus-visible:-outline-offset-2"
          onClick={(event) => {
            if (longPress.wasLong()) return;
            if (event.ctrlKey || event.metaKey || event.shiftKey) onSelect(index, id, event.shiftKey);
            else onOpen(index, id);
          }}
        >
          {source_name !== null && (
            <span className="block truncate font-medium">
              <Hits text={source_name} search={search} />
            </span>
          )}
          <span
            className={`${source_name === null ? 'line-clamp-2' : 'line-clamp-1'} ${text === '' ? 'text-quiet' : ''}`}
          >
            <Hits text={words} search={search} />
          </span>
          <span className="tabular mt-0.5 block truncate text-secondary text-quiet">
            {facts.join(' · ')}
            {status !== 'completed' && (
              <span className={status === 'failed' ? 'text-danger' : 'text-warning'}>
                {' · '}
                {t(`status_${status}`)}
              </span>
            )}
          </span>
        </button>
        {isUnfinished(status) && <WorkProgress id={id} name={source_name ?? t('detail')} />}
      </div>
    </div>
  );
});
