import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { Mode } from '@quoth/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { ModeRow } from './mode-row.tsx';

/** The modes, which can be reordered with the mouse or the keyboard. */
export function ModeList({ modes }: { readonly modes: readonly Mode[] }) {
  const t = useTranslations('modes');
  // What was dropped stays where it is until the application has written it down.
  const [moved, setMoved] = useState<readonly string[]>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const save = useAction(
    async (client, ids: readonly string[]) => {
      for (const [sortOrder, id] of ids.entries()) {
        const mode = modes.find((each) => each.id === id);
        if (mode && mode.sortOrder !== sortOrder)
          await client.updateMode({ params: { id }, body: { sortOrder } });
      }
    },
    { onDone: () => setMoved(undefined), onFailed: () => setMoved(undefined) },
  );
  const ids = moved ?? modes.map(({ id }) => id);
  const inOrder = ids.flatMap((id) => modes.find((mode) => mode.id === id) ?? []);
  const nameOf = (id: string | number) => modes.find((mode) => mode.id === id)?.name ?? '';
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const next = arrayMove([...ids], ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
    setMoved(next);
    save.mutate(next);
  };
  const place = (id: string | number) => ids.indexOf(String(id)) + 1;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: t('dragHelp') },
        announcements: {
          onDragStart: ({ active }) => t('dragStart', { name: nameOf(active.id) }),
          onDragOver: ({ active, over }) =>
            over ? t('dragOver', { name: nameOf(active.id), place: String(place(over.id)) }) : undefined,
          onDragEnd: ({ active, over }) =>
            t('dragEnd', { name: nameOf(active.id), place: String(place(over?.id ?? active.id)) }),
          onDragCancel: ({ active }) => t('dragCancel', { name: nameOf(active.id) }),
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ul
          aria-label={t('list')}
          className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0"
        >
          {inOrder.map((mode) => (
            <ModeRow key={mode.id} mode={mode} modes={modes} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
