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
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { audioProvider, createModeBody, type Mode, presets } from '@quoth/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Copy,
  Download,
  Ellipsis,
  GripVertical,
  Pencil,
  Plus,
  SlidersHorizontal,
  Star,
  Trash2,
  Upload,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../../design/button.tsx';
import { FileInput } from '../../design/field.tsx';
import { Menu } from '../../design/menu.tsx';
import { CardList } from '../../design/settings.tsx';
import { EmptyState, FactLine, Pill } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { transcribingProvider, useModeName } from '../../session/account.tsx';
import { Loaded, saveFile, useAction, useRead } from '../../session/application.tsx';
import { Page } from '../../shell/page.tsx';
import { useLanguageName } from '../models/downloads.tsx';
import { freeName, parseModes, printModes } from './mode-draft.ts';
import type { NewMode } from './new-mode.ts';

export function ModesPage() {
  const t = useTranslations('modes');
  const pages = useTranslations('pages');
  const query = useRead('listModes');
  return (
    <Page
      title={pages('modes')}
      description={t('description')}
      action={query.data && <Actions names={query.data.modes.map(({ name }) => name)} />}
    >
      <Loaded query={query} rows={5} rowHeight={64}>
        {({ modes }) =>
          modes.length === 0 ? (
            <EmptyState icon={SlidersHorizontal}>{t('empty')}</EmptyState>
          ) : (
            <ModeList modes={modes} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** The styles of rewriting that a new mode can begin with. */
const templates = presets.filter((preset) => preset !== 'custom');

function Actions({ names }: { readonly names: readonly string[] }) {
  const t = useTranslations('modes');
  const say = useToast();
  const navigate = useNavigate();
  const chooser = useRef<HTMLInputElement>(null);
  const create = (preset?: NewMode['preset']) =>
    void navigate({ to: '/modes/new', search: preset === undefined ? {} : { preset } });
  const load = useAction(
    async (client, file: File) => {
      const found = parseModes(await file.text());
      const taken = [...names];
      for (const body of found) {
        const name = freeName(body.name, taken);
        taken.push(name);
        await client.createMode({ body: createModeBody.parse({ ...body, name }) });
      }
      return found.length;
    },
    {
      onDone: (count) =>
        say(
          count === 0 ? { text: t('nothingImported'), tone: 'danger' } : { text: t('imported', { count }) },
        ),
    },
  );
  return (
    <div className="-me-2 flex items-center gap-1">
      <Menu
        trigger={
          <Button kind="primary" icon={Plus}>
            {t('new')}
          </Button>
        }
        actions={[
          { id: 'blank', label: t('blank'), run: () => create() },
          ...templates.map((preset, at) => ({
            id: preset,
            label: t(`preset_${preset}`),
            run: () => create(preset),
            isApart: at === 0,
          })),
        ]}
      />
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('more')} />}
        actions={[{ id: 'import', label: t('import'), icon: Upload, run: () => chooser.current?.click() }]}
      />
      <FileInput
        ref={chooser}
        name={t('import')}
        accept=".json,application/json"
        onFile={(file) => load.mutate(file)}
      />
    </div>
  );
}

/** The modes, which can be reordered with the mouse or the keyboard. */
function ModeList({ modes }: { readonly modes: readonly Mode[] }) {
  const t = useTranslations('modes');
  // The dropped row keeps its place until the application has stored the order.
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
  const modeName = useModeName();
  const nameOf = (id: string | number) => modeName(modes.find((mode) => mode.id === id)?.name ?? '');
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
        <CardList name={t('list')}>
          {inOrder.map((mode) => (
            <ModeRow key={mode.id} mode={mode} modes={modes} />
          ))}
        </CardList>
      </SortableContext>
    </DndContext>
  );
}

/** A mode in the list: a summary in one line, and its actions. */
function ModeRow({ mode, modes }: { readonly mode: Mode; readonly modes: readonly Mode[] }) {
  const t = useTranslations('modes');
  const app = useTranslations('app');
  const navigate = useNavigate();
  const words = useModeSummary();
  const { id, isDefault } = mode;
  const name = useModeName()(mode.name);
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
          {isDefault && <Pill isSmall>{t('default')}</Pill>}
        </div>
        <div className="text-secondary text-quiet">
          <FactLine facts={words(mode)} />
        </div>
      </div>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={app('actionsOf', { name })} className="relative z-1" />}
        actions={[
          { id: 'edit', label: app('edit'), icon: Pencil, run: open },
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
            label: app('export'),
            icon: Download,
            run: () =>
              saveFile(
                `${name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.quoth-mode.json`,
                new Blob([printModes([mode])], { type: 'application/json' }),
              ),
          },
          {
            id: 'delete',
            label: app('delete'),
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

/** What a mode does, in a few words each: who transcribes, in which language, who rewrites and how. */
function useModeSummary(): (mode: Mode) => string[] {
  const t = useTranslations('modes');
  const languageName = useLanguageName();
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models ?? [];
  const providers = useRead('listProviders').data?.providers ?? [];
  const providerName = (id: string | null) => providers.find((each) => each.id === id)?.displayName ?? id;
  return (mode) => {
    const { model, language, preset, postProcessingMode, postProcessingProvider } = mode;
    const cloud = audioProvider(mode);
    const transcriber =
      cloud !== undefined
        ? (transcribingProvider(mode, providers)?.displayName ?? cloud ?? t('cloud'))
        : model === 'auto'
          ? t('autoModel')
          : (models.find(({ id }) => id === model)?.displayName ?? model);
    const who = postProcessingMode === 2 ? t('thisMachine') : providerName(postProcessingProvider);
    const rewritten = t('rewrittenAs', { preset: t(`preset_${preset}`) });
    const rewriter =
      postProcessingMode === 0 ? t('noRewriting') : who === null ? rewritten : `${rewritten}, ${who}`;
    return [transcriber, languageName(language), rewriter];
  };
}

/** Deletes a mode at once, and offers to create it again. */
function useDeleteMode(): (mode: Mode) => void {
  const t = useTranslations();
  const say = useToast();
  const nameOf = useModeName();
  const restore = useAction((client, { id: _id, ...mode }: Mode) => client.createMode({ body: mode }));
  const remove = useAction((client, { id }: Mode) => client.deleteMode({ params: { id } }), {
    onDone: (_result, mode) =>
      say({
        text: t('modes.deleted', { name: nameOf(mode.name) }),
        undo: { label: t('app.undo'), run: () => restore.mutate(mode) },
      }),
  });
  return (mode) => remove.mutate(mode);
}
