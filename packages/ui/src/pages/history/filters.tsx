import { ListFilter, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { Chip } from '../../design/chip.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu, type MenuAction } from '../../design/menu.tsx';
import { dateRanges, type HistorySearch } from './history-search.ts';

const sources = ['dictation', 'api', 'file', 'wyoming'] as const;
const statuses = ['completed', 'failed', 'cancelled'] as const;

/** The button that adds a filter. */
export function FilterMenu({ onAdd }: { readonly onAdd: (filter: HistorySearch) => void }) {
  const t = useTranslations('history');
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
      label: name,
      run: () => onAdd({ mode: name }),
      isApart: index === 0,
    })),
  ];
  return <Menu trigger={<IconButton icon={ListFilter} name={t('filter')} />} actions={actions} />;
}

/** The active filters. */
export function FilterChips({
  search,
  onRemove,
}: {
  readonly search: HistorySearch;
  readonly onRemove: (key: 'date' | 'source' | 'status' | 'mode' | 'trash') => void;
}) {
  const t = useTranslations('history');
  const { date, source, status, mode, trash } = search;
  const chips = [
    date && { key: 'date' as const, label: t(`date_${date}`) },
    source && { key: 'source' as const, label: t(`source_${source}`) },
    status && { key: 'status' as const, label: t(`status_${status}`) },
    mode && { key: 'mode' as const, label: mode },
    trash && { key: 'trash' as const, label: t('trash') },
  ].filter((chip) => chip !== undefined && chip !== '');
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ key, label }) => (
        <Chip
          key={key}
          label={label}
          removeName={t('removeFilter', { name: label })}
          onRemove={() => onRemove(key)}
        />
      ))}
    </div>
  );
}
