import type { Recording } from '@quoth/contract';
import { Download, History, ListChecks, Search, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../application/use-error-text.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../design/states.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { FilterChips, FilterMenu } from './filters.tsx';
import { HistoryFrame } from './history-frame.tsx';
import type { HistorySearch } from './history-search.ts';
import { RecordingDetail } from './recording-detail.tsx';
import { RecordingList } from './recording-list.tsx';
import { TrashedDetail } from './trashed-detail.tsx';
import { useDeleteRecordings } from './use-delete-recordings.ts';
import { exportFormats, useExport } from './use-export.ts';
import { useRecordings } from './use-recordings.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useTypedSearch } from './use-typed-search.ts';

/** The history: the list next to the open recording. */
export function HistoryPage() {
  const t = useTranslations();
  const { search, type, go } = useTypedSearch();
  const { q = '', id } = search;
  const recordings = useRecordings(search);
  const selection = useSelection(recordings);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const without = (key: keyof HistorySearch) => {
    const { [key]: _gone, ...rest } = search;
    go(rest);
  };
  /** The open recording's place in the list when it was deleted: what is there then is opened. */
  const next = useRef<string>(undefined);
  const remove = useDeleteRecordings((deleted) => {
    selection.clear();
    if (id === undefined || !deleted.includes(id)) return;
    if (next.current === undefined) without('id');
    else go({ ...search, id: next.current });
  });
  const deleteAll = (ids: readonly string[]) => {
    next.current = id === undefined || !isWide() ? undefined : neighbourOf(recordings, id, ids);
    remove.run(ids);
  };
  useShortcut(
    'delete',
    () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
      const target = row ?? id;
      if (selection.size > 0) deleteAll(selection.ids);
      else if (target !== undefined) deleteAll([target]);
    },
    search.trash !== true,
  );
  return (
    <HistoryFrame
      isOpen={id !== undefined}
      list={
        <>
          <div className="flex flex-col gap-3 px-4 pt-5 pb-3 rail:ps-8 rail:pt-7">
            <div className="flex items-center justify-between gap-3">
              <h1 tabIndex={-1} className="m-0 text-title font-semibold outline-none">
                {t('pages.history')}
              </h1>
              <span role="status" className="tabular text-secondary text-quiet">
                {recordings.isLoading
                  ? ''
                  : t(recordings.isCapped ? 'history.countCapped' : 'history.count', {
                      count: recordings.total,
                    })}
              </span>
            </div>
            <div className="flex items-center gap-1">
              <div className="min-w-0 flex-1">
                <TextField
                  label={t('history.search')}
                  isLabelUnseen
                  placeholder={t('history.search')}
                  type="search"
                  value={q}
                  onValueChange={(text) => {
                    const { q: _before, ...rest } = search;
                    recordings.expect(text === '' ? rest : { ...rest, q: text });
                    type(text);
                  }}
                  controlRef={field}
                  autoComplete="off"
                  start={<Icon of={Search} className="text-quiet" />}
                />
              </div>
              <FilterMenu onAdd={(filter) => go({ ...search, ...filter })} />
              <IconButton icon={ListChecks} name={t('history.selectSeveral')} onClick={selection.begin} />
            </div>
            <FilterChips search={search} onRemove={without} />
            {(selection.isOn || selection.size > 0) && (
              <SelectionBar
                selection={selection}
                onDelete={search.trash ? undefined : () => deleteAll(selection.ids)}
              />
            )}
          </div>
          <div className="flex min-h-0 flex-1 flex-col rail:ps-2">
            <List
              recordings={recordings}
              search={search}
              selection={selection}
              onOpen={(open) => go({ ...search, id: open })}
            />
          </div>
        </>
      }
      detail={
        id === undefined ? (
          <EmptyState icon={History}>{t('history.choose')}</EmptyState>
        ) : (
          <OpenRecording
            trashed={search.trash ? recordings.find(id) : undefined}
            id={id}
            search={q}
            onClose={() => without('id')}
            onDelete={() => deleteAll([id])}
          />
        )
      }
    />
  );
}

/** The recording after an open one that is deleted, else the one before it; undefined if none is left. */
function neighbourOf(
  { at, count }: ReturnType<typeof useRecordings>,
  id: string,
  deleted: readonly string[],
): string | undefined {
  const all = Array.from({ length: count }, (_, index) => at(index)?.id);
  const place = all.indexOf(id);
  const stays = (each: string | undefined) => each !== undefined && !deleted.includes(each);
  return all.slice(place + 1).find(stays) ?? all.slice(0, Math.max(0, place)).findLast(stays);
}

/** True where the list and the open recording are beside each other. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 1080px)').matches;
}

function OpenRecording({
  trashed,
  id,
  search,
  onClose,
  onDelete,
}: {
  readonly trashed: Recording | undefined;
  readonly id: string;
  readonly search: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  if (trashed) return <TrashedDetail recording={trashed} onClose={onClose} />;
  return <RecordingDetail id={id} search={search} onClose={onClose} onDelete={onDelete} />;
}

function List({
  recordings,
  search,
  selection,
  onOpen,
}: {
  readonly recordings: ReturnType<typeof useRecordings>;
  readonly search: HistorySearch;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const { q = '', id, ...filters } = search;
  if (recordings.isLoading) return <Skeleton name={t('app.loading')} rows={8} rowHeight={68} />;
  if (recordings.error) {
    return (
      <ErrorState
        title={t('app.loadFailed')}
        {...textOf(recordings.error)}
        retryLabel={t('app.retry')}
        onRetry={recordings.refetch}
      />
    );
  }
  if (recordings.count === 0) {
    const isFiltered = q !== '' || Object.keys(filters).length > 0;
    return <EmptyState icon={History}>{t(isFiltered ? 'history.nothingFound' : 'history.empty')}</EmptyState>;
  }
  return <RecordingList recordings={recordings} openId={id} onOpen={onOpen} selection={selection} />;
}

/** Without its icon if the window is so narrow that the bar would wrap. */
const narrowButton = 'max-[380px]:px-2 max-[380px]:[&>svg]:hidden';

function SelectionBar({
  selection,
  onDelete,
}: {
  readonly selection: Selection;
  /** Undefined if they are already deleted. */
  readonly onDelete: (() => void) | undefined;
}) {
  const t = useTranslations('history');
  const files = useExport();
  return (
    <div className="flex items-center gap-x-1 rounded-card bg-accent-soft py-1 ps-3 pe-1">
      <span role="status" className="tabular flex-1 truncate">
        {t('selected', { count: selection.size })}
      </span>
      <Menu
        trigger={
          <Button
            kind="quiet"
            icon={Download}
            className={narrowButton}
            busy={files.isBusy}
            disabled={selection.size === 0}
          >
            {t('export')}
          </Button>
        }
        actions={exportFormats.map((each) => ({
          id: each,
          label: t(`format_${each}`),
          run: () => files.run(selection.ids, each),
        }))}
      />
      {onDelete && (
        <Button
          kind="quiet"
          icon={Trash2}
          className={narrowButton}
          disabled={selection.size === 0}
          onClick={onDelete}
        >
          {t('delete')}
        </Button>
      )}
      <IconButton icon={X} name={t('selectNone')} onClick={selection.clear} />
    </div>
  );
}
