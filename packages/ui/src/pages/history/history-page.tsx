import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, History, ListChecks, ListFilter, Search, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClasses, Icon, IconButton } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Menu, type MenuAction } from '../../design/menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../design/states.tsx';
import { useModeName } from '../../session/account.tsx';
import { useErrorText, useRead } from '../../session/application.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { dateRanges, type HistorySearch, stillSent } from './history-search.ts';
import { ExportMenu, RecordingDetail, TrashedDetail, useDeleteRecordings } from './recording-detail.tsx';
import { RecordingList, type Selection, useRecordings, useSelection } from './recording-list.tsx';
import { UpgradeOffer } from './upgrade-offer.tsx';

/** The history: the list next to the open recording. */
export function HistoryPage() {
  const t = useTranslations();
  const { search, type, go } = useTypedSearch();
  const { q = '', id } = search;
  const navigate = useNavigate();
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
    // Its row stays until the list has been read again, and with the focus the next Delete would be meant for it.
    if (deleted.includes(focusedRow() ?? '')) (document.activeElement as HTMLElement).blur();
    if (id === undefined || !deleted.includes(id)) return;
    if (next.current === undefined) without('id');
    else go({ ...search, id: next.current });
  });
  const trashed = search.trash && id !== undefined ? recordings.find(id) : undefined;
  const deleteAll = (ids: readonly string[]) => {
    next.current = id === undefined || !isWide() ? undefined : neighbourOf(recordings, id, ids);
    remove(ids);
  };
  useShortcut(
    'delete',
    () => {
      const target = focusedRow() ?? id;
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
              <span className="flex items-center gap-2">
                <span role="status" className="tabular text-secondary text-quiet">
                  {recordings.isLoading || recordings.count === 0
                    ? ''
                    : t(recordings.isCapped ? 'history.countCapped' : 'history.count', {
                        count: recordings.total,
                      })}
                </span>
                <IconButton
                  icon={ChartColumn}
                  name={t('pages.statistics')}
                  onClick={() => void navigate({ to: '/statistics' })}
                />
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
            <UpgradeOffer />
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
              onClear={() => go({})}
            />
          </div>
        </>
      }
      detail={
        id === undefined ? (
          recordings.count > 0 && <EmptyState icon={History}>{t('history.choose')}</EmptyState>
        ) : trashed ? (
          <TrashedDetail recording={trashed} onClose={() => without('id')} />
        ) : (
          <RecordingDetail
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

/** The recording whose row has the focus. */
function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
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

function List({
  recordings,
  search,
  selection,
  onOpen,
  onClear,
}: {
  readonly recordings: ReturnType<typeof useRecordings>;
  readonly search: HistorySearch;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  /** Shows everything again. */
  readonly onClear: () => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const { q = '', id, ...filters } = search;
  if (recordings.isLoading) return <Skeleton rows={8} rowHeight={76} />;
  if (recordings.error) {
    return (
      <ErrorState title={t('app.loadFailed')} {...textOf(recordings.error)} onRetry={recordings.refetch} />
    );
  }
  if (recordings.count === 0) {
    const { trash, ...others } = filters;
    const isFiltered = q !== '' || Object.keys(others).length > 0;
    if (isFiltered || trash) {
      const clear = <Button onClick={onClear}>{t(isFiltered ? 'history.clear' : 'history.back')}</Button>;
      return (
        <EmptyState icon={isFiltered ? History : Trash2} action={clear}>
          {t(isFiltered ? 'app.noResults' : 'history.trashEmpty')}
        </EmptyState>
      );
    }
    return (
      <EmptyState
        icon={History}
        action={
          <Link to="/" className={`${buttonClasses.secondary} no-underline`}>
            {t('app.toRecord')}
          </Link>
        }
      >
        {t('history.empty')}
      </EmptyState>
    );
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
  const app = useTranslations('app');
  return (
    <div className="flex items-center gap-x-1 rounded-card bg-accent-soft py-1 ps-3 pe-1">
      <span role="status" className="tabular flex-1 truncate">
        {t('selected', { count: selection.size })}
      </span>
      <ExportMenu ids={selection.ids} kind="quiet" className={narrowButton} />
      {onDelete && (
        <Button
          kind="quiet"
          icon={Trash2}
          className={narrowButton}
          disabled={selection.size === 0}
          onClick={onDelete}
        >
          {app('delete')}
        </Button>
      )}
      <IconButton icon={X} name={t('selectNone')} onClick={selection.clear} />
    </div>
  );
}

/** Two panes side by side, or one after the other on narrow windows. */
function HistoryFrame({
  list,
  detail,
  isOpen,
}: {
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** On narrow windows: the detail covers the list, which keeps its size and so the place it was scrolled to. */
  readonly isOpen: boolean;
}) {
  const t = useTranslations();
  useEffect(() => {
    document.title = `${t('pages.history')} · ${t('app.name')}`;
  }, [t]);
  return (
    <div className="relative flex h-full min-h-0">
      <div
        className={`flex min-h-0 w-full flex-col wide:visible wide:w-100 wide:shrink-0 wide:border-e wide:border-line ${isOpen ? 'invisible' : ''}`}
      >
        {list}
      </div>
      <section
        aria-label={t('history.detail')}
        data-pane
        className={`min-w-0 overflow-y-auto px-4 py-5 max-wide:absolute max-wide:inset-0 wide:relative wide:block wide:flex-1 wide:px-8 wide:pt-7 ${isOpen ? 'block' : 'hidden'}`}
      >
        <div className="mx-auto max-w-180">{detail}</div>
      </section>
    </div>
  );
}

const sources = ['dictation', 'api', 'file', 'wyoming'] as const;
const statuses = ['completed', 'failed', 'cancelled'] as const;

/** The button that adds a filter. */
function FilterMenu({ onAdd }: { readonly onAdd: (filter: HistorySearch) => void }) {
  const t = useTranslations('history');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes ?? [];
  const actions: MenuAction[] = [
    ...dateRanges.map((date) => ({ id: date, label: t(`date_${date}`), run: () => onAdd({ date }) })),
    ...sources.map((source, index) => ({
      id: source,
      label: t(`source_${source}`),
      run: () => onAdd({ source }),
      isApart: index === 0,
    })),
    ...statuses.map((status, index) => ({
      id: status,
      label: t(`status_${status}`),
      run: () => onAdd({ status }),
      isApart: index === 0,
    })),
    { id: 'trash', label: t('trash'), icon: Trash2, run: () => onAdd({ trash: true }), isApart: true },
    ...modes.map(({ id, name }, index) => ({
      id,
      label: nameOf(name),
      run: () => onAdd({ mode: name }),
      isApart: index === 0,
    })),
  ];
  return <Menu trigger={<IconButton icon={ListFilter} name={t('filter')} />} actions={actions} />;
}

/** The active filters, each with a button that removes it. */
function FilterChips({
  search,
  onRemove,
}: {
  readonly search: HistorySearch;
  readonly onRemove: (key: 'date' | 'source' | 'status' | 'mode' | 'trash') => void;
}) {
  const t = useTranslations('history');
  const nameOf = useModeName();
  const { date, source, status, mode, trash } = search;
  const chips = [
    date && { key: 'date' as const, label: t(`date_${date}`) },
    source && { key: 'source' as const, label: t(`source_${source}`) },
    status && { key: 'status' as const, label: t(`status_${status}`) },
    mode && { key: 'mode' as const, label: nameOf(mode) },
    trash && { key: 'trash' as const, label: t('trash') },
  ].filter((chip) => chip !== undefined && chip !== '');
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ key, label }) => (
        <span
          key={key}
          className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-raised ps-3 pe-1 text-secondary"
        >
          {label}
          <button
            type="button"
            aria-label={t('removeFilter', { name: label })}
            onClick={() => onRemove(key)}
            className="inline-flex size-6 items-center justify-center rounded-full text-quiet hover:bg-hover hover:text-text"
          >
            <Icon of={X} className="size-3.5" />
          </button>
        </span>
      ))}
    </div>
  );
}

/** The address follows when typing pauses: changing it costs as much as a search. */
const REST_MS = 300;

/** What History shows: the address, and the text at once while it is typed. */
function useTypedSearch() {
  const navigate = useNavigate();
  const { q: written, ...filters }: HistorySearch = useSearch({ from: '/history' });
  const [typed, setTyped] = useState(written);
  /** Texts on their way into the address; an empty one where the search is cleared. */
  const sent = useRef<readonly string[]>([]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  useEffect(() => {
    const left = stillSent(sent.current, written ?? '');
    sent.current = left ?? [];
    if (left) return;
    // Another text came with a link, or by going back: what was typed before is no longer meant.
    clearTimeout(rest.current);
    setTyped(written);
  }, [written]);
  const send = (q = '') => {
    if (q !== sent.current.at(-1)) sent.current = [...sent.current, q];
  };
  const go = (search: HistorySearch) => {
    clearTimeout(rest.current);
    send(search.q);
    setTyped(search.q);
    void navigate({ to: '/history', search });
  };
  return {
    /** As last typed. */
    search: { ...filters, ...(typed !== undefined && { q: typed }) },
    go,
    type: (text: string) => {
      const q = text === '' ? undefined : text;
      setTyped(q);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        send(q);
        void navigate({
          to: '/history',
          // Filters and the open recording as they are by then.
          search: ({ q: _before, ...now }: HistorySearch) => ({ ...now, ...(q !== undefined && { q }) }),
          replace: true,
        });
      }, REST_MS);
    },
  };
}
