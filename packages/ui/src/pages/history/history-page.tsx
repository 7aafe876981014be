import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ChartColumn, History, ListChecks, Search, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClasses, Icon, IconButton } from '../../design/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../design/states.tsx';
import { useErrorText } from '../../session/application.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import type { HistorySearch } from './history-search.ts';
import { ExportMenu, RecordingDetail, TrashedDetail, useDeleteRecordings } from './recording-detail.tsx';
import { RecordingList, type Selection, useRecordings, useSelection } from './recording-list.tsx';
import { SearchField } from './search-field.tsx';
import { stillSent } from './search-tokens.ts';
import { UpgradeOffer } from './upgrade-offer.tsx';

/** The history: the list next to the open recording. */
export function HistoryPage() {
  const t = useTranslations();
  const { search, type, go } = useTypedSearch();
  const { q = '', id } = search;
  const navigate = useNavigate();
  const recordings = useRecordings(search);
  const selection = useSelection(recordings);
  const isWide = useIsWide();
  const newest = useHeld(useRested(recordings.at(0)?.id), (one) => recordings.find(one) !== undefined);
  // Beside the list there is always something to read.
  const openId = id ?? (isWide && recordings.count > 0 ? newest : undefined);
  const [isEditing, setEditing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const without = (key: keyof HistorySearch) => {
    const { [key]: _gone, ...rest } = search;
    go(rest);
  };
  const walk = (step: 1 | -1) => {
    const next = besideOf(recordings, openId, step);
    if (next !== undefined) go({ ...search, id: next }, { replace: true });
  };
  useShortcut('j', () => walk(1));
  useShortcut('k', () => walk(-1));
  /** The open recording's place in the list when it was deleted: what is there then is opened. */
  const next = useRef<string>(undefined);
  const remove = useDeleteRecordings((deleted) => {
    selection.clear();
    // Its row stays until the list has been read again, and with the focus the next Delete would be meant for it.
    if (deleted.includes(focusedRow() ?? '')) (document.activeElement as HTMLElement).blur();
    if (openId === undefined || !deleted.includes(openId)) return;
    if (next.current === undefined) without('id');
    else go({ ...search, id: next.current });
  });
  const trashed = search.trash && openId !== undefined ? recordings.find(openId) : undefined;
  const deleteAll = (ids: readonly string[]) => {
    next.current = openId === undefined || !isWide ? undefined : neighbourOf(recordings, openId, ids);
    remove(ids);
  };
  useShortcut(
    'delete',
    () => {
      const target = focusedRow() ?? openId;
      if (selection.size > 0) deleteAll(selection.ids);
      else if (target !== undefined) deleteAll([target]);
    },
    search.trash !== true && !isEditing,
  );
  const isEmpty = !recordings.isLoading && recordings.count === 0 && !isNarrowed(search);
  return (
    <HistoryFrame
      isOpen={id !== undefined}
      list={
        <>
          <div className="flex flex-col gap-3 px-4 pt-5 pb-3 rail:ps-8 rail:pt-7">
            <div className="flex h-8 items-center justify-between gap-3">
              <h1 tabIndex={-1} className="m-0 text-title font-semibold outline-none">
                {t('pages.history')}
              </h1>
              <span className="flex items-center gap-1">
                <span role="status" className="tabular me-1 text-secondary text-quiet">
                  {recordings.isLoading || recordings.count === 0
                    ? ''
                    : t.rich(recordings.isCapped ? 'history.countCapped' : 'history.count', {
                        count: recordings.total,
                        // There is no room for it beside the title.
                        unseen: (noun) => <span className="unseen">{noun}</span>,
                      })}
                </span>
                {!isEmpty && (
                  <>
                    <IconButton
                      icon={ListChecks}
                      name={t('history.selectSeveral')}
                      onClick={selection.begin}
                    />
                    <IconButton
                      icon={ChartColumn}
                      name={t('pages.statistics')}
                      onClick={() => void navigate({ to: '/statistics' })}
                    />
                  </>
                )}
              </span>
            </div>
            {!isEmpty && (
              <SearchField
                search={search}
                controlRef={field}
                onType={(text) => {
                  const { q: _before, ...rest } = search;
                  recordings.expect(text === '' ? rest : { ...rest, q: text });
                  type(text);
                }}
                onFilter={(filter, words) => {
                  const { q: _before, ...rest } = search;
                  go({ ...rest, ...filter, ...(words !== '' && { q: words }) });
                }}
                onRemove={without}
              />
            )}
            <UpgradeOffer />
            {(selection.isOn || selection.size > 0) && (
              <SelectionBar
                selection={selection}
                onDelete={search.trash ? undefined : () => deleteAll(selection.ids)}
              />
            )}
          </div>
          <div className="flex min-h-0 flex-1 flex-col border-b border-line rail:ps-2">
            <List
              recordings={recordings}
              search={search}
              openId={openId}
              selection={selection}
              onOpen={(open) => go({ ...search, id: open })}
              onWalk={isWide ? (open) => go({ ...search, id: open }, { replace: true }) : undefined}
              onSearch={go}
            />
          </div>
          <button
            type="button"
            onClick={() => go(search.trash ? {} : { trash: true })}
            className="m-2 flex h-9 items-center gap-2.5 self-start rounded-control px-2 text-secondary text-quiet hover:bg-hover hover:text-text rail:mx-6"
          >
            <Icon of={search.trash ? ArrowLeft : Trash2} />
            {t(search.trash ? 'statistics.back' : 'history.trash')}
          </button>
        </>
      }
      detail={
        openId !== undefined &&
        (trashed ? (
          <TrashedDetail recording={trashed} onClose={() => without('id')} />
        ) : (
          <RecordingDetail
            id={openId}
            onEditing={setEditing}
            search={q}
            onClose={() => without('id')}
            onDelete={() => deleteAll([openId])}
          />
        ))
      }
    />
  );
}

/** True where a search is for less than everything that is not in the trash. */
function isNarrowed({ id: _open, ...filters }: HistorySearch): boolean {
  return Object.keys(filters).length > 0;
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

/** The recording beside another one in the list, or the first where none is open; undefined at an end. */
function besideOf(
  { at, count }: ReturnType<typeof useRecordings>,
  id: string | undefined,
  step: 1 | -1,
): string | undefined {
  const all = Array.from({ length: count }, (_, index) => at(index)?.id);
  return all[id === undefined ? 0 : all.indexOf(id) + step];
}

const wide = window.matchMedia('(min-width: 1080px)');

/** True where the list and the open recording are beside each other. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange);
      return () => wide.removeEventListener('change', onChange);
    },
    () => wide.matches,
  );
}

/** Longer than between two letters: what each of them finds is not opened. */
const OPEN_MS = 250;

/** A value as soon as it rests; the first one at once. */
function useRested(value: string | undefined): string | undefined {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), OPEN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested ?? value;
}

/** The first value, until it is gone: what one reads or edits gives way to nothing newer. */
function useHeld(newest: string | undefined, isThere: (id: string) => boolean): string | undefined {
  const [held, setHeld] = useState(newest);
  const isGone = held === undefined || !isThere(held);
  if (isGone && held !== newest) setHeld(newest);
  return isGone ? newest : held;
}

function List({
  recordings,
  search,
  openId,
  selection,
  onOpen,
  onWalk,
  onSearch,
}: {
  readonly recordings: ReturnType<typeof useRecordings>;
  readonly search: HistorySearch;
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  readonly onWalk: ((id: string) => void) | undefined;
  readonly onSearch: (search: HistorySearch) => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const { id, trash, ...others } = search;
  if (recordings.isLoading) return <Skeleton rows={8} />;
  if (recordings.error) {
    return (
      <ErrorState title={t('app.loadFailed')} {...textOf(recordings.error)} onRetry={recordings.refetch} />
    );
  }
  if (recordings.count > 0)
    return (
      <RecordingList
        recordings={recordings}
        openId={openId}
        chosenId={id}
        onOpen={onOpen}
        onWalk={onWalk}
        selection={selection}
      />
    );
  if (isNarrowed(others))
    return (
      <EmptyState
        icon={Search}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => onSearch(trash ? { trash } : {})}>{t('history.clear')}</Button>
            {!trash && (
              <Button kind="quiet" onClick={() => onSearch({ ...others, trash: true })}>
                {t('history.searchTrash')}
              </Button>
            )}
          </div>
        }
      >
        {t('app.noResults')}
      </EmptyState>
    );
  if (trash) return <EmptyState icon={Trash2}>{t('history.trashEmpty')}</EmptyState>;
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
      <ExportMenu ids={selection.ids} kind="quiet" />
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
        className={`min-h-0 min-w-0 flex-col max-wide:absolute max-wide:inset-0 wide:flex wide:flex-1 ${isOpen ? 'flex' : 'hidden'}`}
      >
        {detail}
      </section>
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
  const go = (search: HistorySearch, { replace = false }: { readonly replace?: boolean } = {}) => {
    clearTimeout(rest.current);
    send(search.q);
    setTyped(search.q);
    void navigate({ to: '/history', search, replace });
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
