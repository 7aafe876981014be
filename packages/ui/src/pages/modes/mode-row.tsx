import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Mode } from '@quoth/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, Download, Ellipsis, GripVertical, Pencil, Star, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Icon } from '../../design/icon.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { Pill } from '../../design/pill.tsx';
import { saveFile } from '../save-file.ts';
import { freeName } from './free-name.ts';
import { printModes } from './mode-files.ts';
import { useDeleteMode } from './use-delete-mode.ts';
import { useModeWords } from './use-mode-words.ts';

/** A mode in the list: a summary in one line, and its actions. */
export function ModeRow({ mode, modes }: { readonly mode: Mode; readonly modes: readonly Mode[] }) {
  const t = useTranslations('modes');
  const navigate = useNavigate();
  const words = useModeWords();
  const { id, name, isDefault } = mode;
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const remove = useDeleteMode();
  const makeDefault = useAction((client) => client.updateMode({ params: { id }, body: { isDefault: true } }));
  const duplicate = useAction((client) => {
    const { id: _id, isDefault: _is, sortOrder: _place, ...rest } = mode;
    const copy = freeName(
      t('copyName', { name }),
      modes.map((other) => other.name),
    );
    return client.createMode({ body: { ...rest, name: copy } });
  });
  const open = () => void navigate({ to: '/modes/$id', params: { id } });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-center relative gap-2 bg-raised py-2.5 ps-2 pe-2 transition-colors first:rounded-t-card last:rounded-b-card ${isDragging ? 'z-10 shadow-float' : 'hover:bg-sunken'}`}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={t('move', { name })}
        className="relative z-1 inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-quiet hover:bg-hover active:cursor-grabbing"
      >
        <Icon of={GripVertical} />
      </button>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to="/modes/$id"
            params={{ id }}
            className="font-medium text-text no-underline after:absolute after:inset-0 after:content-['']"
          >
            {name}
          </Link>
          {isDefault && (
            <Pill tone="accent" isSmall>
              {t('default')}
            </Pill>
          )}
        </div>
        <div className="text-secondary text-quiet">{words(mode).join(' · ')}</div>
      </div>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('actionsOf', { name })} className="relative z-1" />}
        actions={[
          { id: 'edit', label: t('edit'), icon: Pencil, run: open },
          {
            id: 'default',
            label: t('makeDefault'),
            icon: Star,
            run: () => makeDefault.mutate(),
            isDisabled: isDefault,
          },
          { id: 'duplicate', label: t('duplicate'), icon: Copy, run: () => duplicate.mutate() },
          {
            id: 'export',
            label: t('export'),
            icon: Download,
            run: () =>
              saveFile(
                `${name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.quoth-mode.json`,
                new Blob([printModes([mode])], { type: 'application/json' }),
              ),
          },
          {
            id: 'delete',
            label: t('delete'),
            icon: Trash2,
            run: () => remove(mode),
            isDangerous: true,
            isApart: true,
            isDisabled: modes.length === 1,
          },
        ]}
      />
    </li>
  );
}
