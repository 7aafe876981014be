import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../design/button.tsx';
import { useModeName } from '../../session/account.tsx';
import { useRead } from '../../session/application.tsx';
import { dateRanges, type HistorySearch } from './history-search.ts';
import { isLike, type TokenKind, tokenKinds, typedToken } from './search-tokens.ts';

const sources = ['dictation', 'meeting', 'api', 'file', 'wyoming'] as const;
const statuses = ['completed', 'failed', 'cancelled'] as const;

/** One line of what can be chosen: a kind of token, or a token. */
interface Offer {
  readonly id: string;
  readonly label: string;
  /** What else to know of it. */
  readonly hint?: string;
  /** Undefined for a kind of token, which is written into the field. */
  readonly filter: HistorySearch | undefined;
  readonly kind: TokenKind;
}

/** The search, in one field: words, and tokens such as `mode:Email`, which become chips. */
export function SearchField({
  search,
  onType,
  onFilter,
  onRemove,
  controlRef,
}: {
  readonly search: HistorySearch;
  readonly onType: (text: string) => void;
  /** Adds a filter, and leaves these words. */
  readonly onFilter: (filter: HistorySearch, words: string) => void;
  readonly onRemove: (key: TokenKind | 'trash') => void;
  readonly controlRef: RefObject<HTMLInputElement | null>;
}) {
  const t = useTranslations('history');
  const list = useId();
  const [draft, setDraft] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { words, valuesOf } = useTokens();
  const { q = '' } = search;
  const text = draft ?? q;
  const token = draft === undefined ? undefined : typedToken(draft, words);
  const offersFor = (of: typeof token): Offer[] =>
    of ? valuesOf(of.kind).filter(({ label, id }) => isLike(label, of.value) || isLike(id, of.value)) : [];
  const kinds: Offer[] = tokenKinds
    .filter((kind) => search[kind] === undefined)
    .map((kind) => ({
      id: kind,
      kind,
      label: `${words[kind]}:`,
      hint: valuesOf(kind)
        .map(({ label }) => label)
        .join(', '),
      filter: undefined,
    }));
  const offers = token ? offersFor(token) : text === '' ? kinds : [];
  const isShown = isOpen && offers.length > 0;
  const change = (next: string) => {
    const typed = typedToken(next, words);
    const isToken = typed !== undefined && offersFor(typed).length > 0;
    setDraft(isToken ? next : undefined);
    setOpen(true);
    setActive(isToken ? 0 : -1);
    onType(isToken ? typed.rest : next);
  };
  const choose = ({ filter, kind }: Offer) => {
    if (filter === undefined) return change(`${words[kind]}:`);
    setDraft(undefined);
    setOpen(false);
    onFilter(filter, token?.rest ?? q);
  };
  const chips = useChips(search);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that choose among the signs of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const last = chips.at(-1);
    const offer = isShown ? offers[active] : undefined;
    if (step !== 0) {
      setOpen(true);
      const from = active < 0 && step < 0 ? 0 : active;
      setActive((from + step + offers.length) % Math.max(1, offers.length));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offer) choose(offer);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape' && text !== '') change('');
    else if (event.key === 'Backspace' && text === '' && last) onRemove(last.key);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <div className="field flex min-h-9 flex-wrap items-center gap-1.5 rounded-control px-2.5 py-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text">
        <Icon of={Search} className="text-quiet" />
        {chips.map(({ key, label }) => (
          <span
            key={key}
            className="inline-flex h-6 max-w-full items-center rounded-small bg-accent-soft ps-2 text-secondary"
          >
            <span className="truncate">{label}</span>
            <button
              type="button"
              aria-label={t('removeFilter', { name: label })}
              onClick={() => {
                onRemove(key);
                controlRef.current?.focus();
              }}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-small text-quiet hover:text-text"
            >
              <Icon of={X} className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          ref={controlRef}
          role="combobox"
          aria-label={t('search')}
          aria-expanded={isShown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
          placeholder={chips.length === 0 ? t('search') : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className="h-6 min-w-20 flex-1 bg-transparent text-body outline-none"
        />
      </div>
      <div
        id={list}
        role="listbox"
        aria-label={t('search')}
        hidden={!isShown}
        className="floating absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto p-1"
      >
        {offers.map((offer, index) => (
          // The field keeps the focus, and its keys choose.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
          <div
            key={offer.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(offer)}
            className="flex h-8 items-center gap-3 rounded-control px-2.5 select-none hover:bg-hover aria-selected:bg-hover pointer-coarse:h-10"
          >
            <span className={offer.filter ? 'truncate' : 'shrink-0 font-medium'}>{offer.label}</span>
            {offer.hint !== undefined && (
              <span className="truncate text-secondary text-quiet">{offer.hint}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The words of tokens in the window's language, and what each can be. */
function useTokens() {
  const t = useTranslations('history');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes ?? [];
  const words = {
    mode: t('token_mode'),
    source: t('token_source'),
    date: t('token_date'),
    status: t('token_status'),
  };
  const values: Readonly<Record<TokenKind, readonly Offer[]>> = {
    mode: modes.map(({ name }) => ({ id: name, label: nameOf(name), filter: { mode: name }, kind: 'mode' })),
    source: sources.map((source) => ({
      id: source,
      label: t(`source_${source}`),
      filter: { source },
      kind: 'source',
    })),
    date: dateRanges.map((date) => ({ id: date, label: t(`date_${date}`), filter: { date }, kind: 'date' })),
    status: statuses.map((status) => ({
      id: status,
      label: t(`status_${status}`),
      filter: { status },
      kind: 'status',
    })),
  };
  return { words, valuesOf: (kind: TokenKind) => values[kind] };
}

/** What is searched beside words. */
function useChips({ mode, source, date, status, trash }: HistorySearch) {
  const t = useTranslations('history');
  const nameOf = useModeName();
  return [
    mode && { key: 'mode' as const, label: nameOf(mode) },
    source && { key: 'source' as const, label: t(`source_${source}`) },
    date && { key: 'date' as const, label: t(`date_${date}`) },
    status && { key: 'status' as const, label: t(`status_${status}`) },
    trash && { key: 'trash' as const, label: t('trash') },
  ].filter((chip) => chip !== undefined && chip !== '');
}
