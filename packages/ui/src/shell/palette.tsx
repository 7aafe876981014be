import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import {
  AudioLines,
  BookA,
  BookOpen,
  ChartColumn,
  Check,
  Copy,
  Cpu,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Power,
  Search,
  SlidersHorizontal,
  Sun,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, KeyCap } from '../design/button.tsx';
import { backdropClasses } from '../design/dialog.tsx';
import { isFound, wordsOf } from '../design/found.ts';
import { useToast } from '../design/toasts.tsx';
import { excerpt, highlight } from '../pages/history/words.ts';
import { isOnThisSystem, settingSections } from '../pages/settings/setting-list.ts';
import { useModeName } from '../session/account.tsx';
import { useAction, useClient, useRead, useReveal } from '../session/application.tsx';
import { isMac } from '../system.ts';
import { keyNames } from './key-sequence.ts';
import { destinations, settingsDestination } from './rail.tsx';

/** How long typing has to pause before the history is searched. */
const PAUSE_MS = 120;

/** The palette over everything. Mounted while it is open. */
export function Palette({
  onClose,
  onShowKeys,
}: {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const text = query.trim();
  const actions = useActions(onShowKeys);
  const modes = useModeCommands();
  const recent = useRecentTranscripts();
  const transcripts = useFoundTranscripts(text);
  const pages = usePages();
  const settings = useSettings();
  const vocabulary = useVocabulary(text !== '');
  const models = useModels(text !== '');
  const words = wordsOf(text);
  const found = (items: readonly Command[], most?: number) =>
    items.filter(({ label, also }) => isFound(words, `${label} ${also ?? ''}`)).slice(0, most);
  const search: Command = {
    id: 'search-history',
    label: t('palette.searchHistory', { text }),
    icon: Search,
    run: () => void navigate({ to: '/history', search: { q: text } }),
  };
  // A typed page name means the page; before that, the most frequent commands come first.
  const groups: readonly CommandGroup[] =
    text === ''
      ? [
          { id: 'recent', title: t('palette.recent'), items: recent },
          { id: 'do', title: t('palette.actions'), items: actions },
          { id: 'modes', title: t('palette.modes'), items: modes },
          { id: 'go', title: t('app.navigation'), items: pages },
        ]
      : [
          { id: 'go', title: t('app.navigation'), items: found(pages) },
          { id: 'do', title: t('palette.actions'), items: found(actions) },
          { id: 'settings', title: t('pages.settings'), items: found(settings, 6) },
          { id: 'modes', title: t('palette.modes'), items: found(modes, 5) },
          { id: 'transcripts', title: t('palette.transcripts'), items: transcripts },
          { id: 'vocabulary', title: t('pages.vocabulary'), items: found(vocabulary, 4) },
          { id: 'models', title: t('pages.models'), items: found(models, 4) },
          { id: 'history', title: t('pages.history'), items: [search] },
        ];
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      groups={groups.filter(({ items }) => items.length > 0)}
      name={t('palette.name')}
      placeholder={t('palette.placeholder')}
      empty={t('app.noResults')}
      query={query}
      onQuery={setQuery}
    />
  );
}

/** Every page, and every section of the settings. */
function usePages(): readonly Command[] {
  const t = useTranslations();
  const navigate = useNavigate();
  return [
    ...[...destinations, settingsDestination].map(({ id, path, icon, key }) => ({
      id: `go-${id}`,
      label: t(`pages.${id}`),
      icon,
      keys: keyNames(`g ${key}`, isMac),
      run: () => void navigate({ to: path }),
    })),
    {
      id: 'go-statistics',
      label: t('pages.statistics'),
      icon: ChartColumn,
      run: () => void navigate({ to: '/statistics' }),
    },
    ...settingSections.map(({ id, title }) => ({
      id: `section-${id}`,
      label: t(title),
      icon: settingsDestination.icon,
      run: () => void navigate({ to: '/settings', search: { at: id } }),
    })),
  ];
}

/** Every setting of this system by its name: choosing one shows it. */
function useSettings(): readonly Command[] {
  const t = useTranslations();
  const navigate = useNavigate();
  return settingSections.flatMap(({ title, settings }) =>
    settings.filter(isOnThisSystem).map((id) => ({
      id: `set-${id}`,
      label: t(id),
      also: t(title),
      icon: settingsDestination.icon,
      run: () => void navigate({ to: '/settings', search: { at: id } }),
    })),
  );
}

/** Up to five transcripts in which the words stand, the newest first. */
function useFoundTranscripts(text: string): readonly Command[] {
  const copy = useCopyTranscript();
  const navigate = useNavigate();
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = { words: paused, status: 'completed', limit: 5 } as const;
  const { data } = useRead('searchRecordings', { query }, { isWanted: paused !== '' });
  if (text === '' || paused === '') return [];
  return (data?.recordings ?? [])
    .filter((each) => each.text !== '')
    .map(({ id, text: whole }) => ({
      id: `found-${id}`,
      label: whole,
      shown: highlight(excerpt(whole, paused, 12), paused).map(({ text: run, isHit, at }) =>
        isHit ? <mark key={at}>{run}</mark> : <span key={at}>{run}</span>,
      ),
      icon: Copy,
      run: () => copy(whole),
      open: () => void navigate({ to: '/history', search: { id } }),
    }));
}

function useVocabulary(isWanted: boolean): readonly Command[] {
  const navigate = useNavigate();
  const entries = useRead('listVocabulary', undefined, { isWanted }).data?.entries ?? [];
  return entries.map(({ id, phrase, written }) => ({
    id: `word-${id}`,
    label: phrase,
    ...(written !== null && { also: written }),
    icon: BookA,
    run: () => void navigate({ to: '/vocabulary', search: { find: phrase } }),
  }));
}

function useModels(isWanted: boolean): readonly Command[] {
  const navigate = useNavigate();
  const models = useRead('getModelCatalog', undefined, { isWanted }).data?.models ?? [];
  return models
    .filter(({ listed, installed }) => listed || installed)
    .map(({ id, displayName }) => ({
      id: `model-${id}`,
      label: displayName,
      icon: Cpu,
      run: () => void navigate({ to: '/models', search: { find: displayName } }),
    }));
}

function useActions(onShowKeys: () => void): readonly Command[] {
  const t = useTranslations('palette');
  const say = useToast();
  const client = useClient();
  const navigate = useNavigate();
  const record = useAction((calls) => calls.toggleDictation({ body: { delivery: 'none' } }));
  const isApiOn = useRead('getApplication').data?.api_server.running ?? false;
  const switchApi = useAction((calls, enabled: boolean) => calls.switchApiServer({ body: { enabled } }));
  const theme = useAction((calls, appearance: 'system' | 'light' | 'dark') =>
    calls.updateSettings({ body: { appearance } }),
  );
  const docs = useReveal('documentation');
  const quit = useAction((calls) => calls.stopApplication());
  const copyLast = useAction(async () => {
    const { recordings } = await client.searchRecordings({ query: { status: 'completed', limit: 1 } });
    const last = recordings[0];
    if (last) await navigator.clipboard.writeText(last.text);
    say({ text: t(last ? 'copiedLast' : 'nothingToCopy') });
  });
  return [
    {
      id: 'record',
      label: t('record'),
      icon: AudioLines,
      keys: keyNames('space', isMac),
      run: () => {
        void navigate({ to: '/' });
        record.mutate();
      },
    },
    { id: 'copy-last', label: t('copyLast'), icon: Copy, run: () => copyLast.mutate() },
    {
      id: 'switch-api',
      label: t(isApiOn ? 'apiOff' : 'apiOn'),
      icon: Power,
      run: () => switchApi.mutate(!isApiOn),
    },
    { id: 'light', label: t('lightTheme'), icon: Sun, run: () => theme.mutate('light') },
    { id: 'dark', label: t('darkTheme'), icon: Moon, run: () => theme.mutate('dark') },
    { id: 'system', label: t('systemTheme'), icon: Monitor, run: () => theme.mutate('system') },
    { id: 'docs', label: t('documentation'), icon: BookOpen, run: () => docs.mutate() },
    { id: 'keys', label: t('showKeys'), icon: Keyboard, keys: ['?'], run: onShowKeys },
    { id: 'quit', label: t('quit'), icon: LogOut, run: () => quit.mutate() },
  ];
}

/** The latest texts: choosing one copies it. */
function useRecentTranscripts(): readonly Command[] {
  const copy = useCopyTranscript();
  const navigate = useNavigate();
  const { data } = useRead('searchRecordings', { query: { status: 'completed', limit: 3 } });
  return (data?.recordings ?? [])
    .filter(({ text }) => text !== '')
    .map(({ id, text }) => ({
      id: `copy-${id}`,
      label: text,
      shown: text,
      icon: Copy,
      run: () => copy(text),
      open: () => void navigate({ to: '/history', search: { id } }),
    }));
}

function useCopyTranscript(): (text: string) => void {
  const t = useTranslations('palette');
  const say = useToast();
  const copy = useAction(async (_client, text: string) => {
    await navigator.clipboard.writeText(text);
    say({ text: t('copied') });
  });
  return (text) => copy.mutate(text);
}

/** Each mode by its name: choosing one makes it the default. */
function useModeCommands(): readonly Command[] {
  const modes = useRead('listModes').data?.modes ?? [];
  const nameOf = useModeName();
  const choose = useAction((calls, id: string) =>
    calls.updateMode({ params: { id }, body: { isDefault: true } }),
  );
  return modes.map(({ id, name, isDefault }) => ({
    id: `mode-${id}`,
    label: nameOf(name),
    icon: isDefault ? Check : SlidersHorizontal,
    run: () => choose.mutate(id),
  }));
}

/** Something the palette can do. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What it is beside its name, and what it is found by, too. */
  readonly also?: string;
  /** Of a transcript: what stands there of it. */
  readonly shown?: ReactNode;
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** What Ctrl Enter does instead. */
  readonly open?: () => void;
}

interface CommandGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Command[];
}

/** A list of all commands, searched by name. */
function CommandPalette({
  isOpen,
  onClose,
  groups,
  name,
  placeholder,
  empty,
  query,
  onQuery,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly groups: readonly CommandGroup[];
  readonly name: string;
  readonly placeholder: string;
  readonly empty: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}) {
  const t = useTranslations('palette');
  const [highlighted, setHighlighted] = useState<Command>();
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-4 pt-[12dvh]">
          <BaseDialog.Popup
            aria-label={name}
            className="floating flex max-h-[min(28rem,76dvh)] w-full max-w-144 flex-col overflow-hidden"
          >
            <Autocomplete.Root
              open
              inline
              items={[...groups] as CommandGroup[]}
              value={query}
              onValueChange={onQuery}
              autoHighlight="always"
              keepHighlight
              mode="none"
              itemToStringValue={(item: unknown) => (item as Command).label}
              onItemHighlighted={(item) => setHighlighted(item as Command | undefined)}
            >
              <div className="flex items-center gap-2.5 border-b border-line px-4">
                <Icon of={Search} className="text-quiet" />
                <Autocomplete.Input
                  dir="auto"
                  aria-label={name}
                  placeholder={placeholder}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                    if (!highlighted?.open) return;
                    event.preventDefault();
                    event.stopPropagation();
                    event.preventBaseUIHandler();
                    onClose();
                    highlighted.open();
                  }}
                  className="h-12 w-full bg-transparent text-body outline-none"
                />
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto scroll-py-1 p-1">
                <Autocomplete.Empty>
                  <div className="px-3 py-8 text-center text-quiet empty:hidden">{empty}</div>
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: CommandGroup) => (
                    <Autocomplete.Group key={group.id} items={group.items as Command[]}>
                      <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-secondary text-quiet">
                        {group.title}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(command: Command) => (
                          <Autocomplete.Item
                            key={command.id}
                            value={command}
                            onClick={() => {
                              onClose();
                              command.run();
                            }}
                            className="flex h-9 pointer-coarse:h-11 items-center gap-3 rounded-control px-3 outline-none select-none data-highlighted:bg-hover"
                          >
                            <Icon of={command.icon} className="text-quiet" />
                            <span
                              dir="auto"
                              className={`min-w-0 truncate ${command.shown === undefined ? '' : 'said text-heading'}`}
                            >
                              {command.shown ?? command.label}
                            </span>
                            <span className="min-w-0 flex-1 shrink-9999 truncate text-secondary text-quiet">
                              {command.also}
                            </span>
                            {command.keys?.map((key) => (
                              <KeyCap key={key}>{key}</KeyCap>
                            ))}
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
            {/* For the keyboard alone, and so not announced with each line. */}
            {highlighted?.open && (
              <div
                aria-hidden
                className="flex items-center gap-1.5 border-t border-line px-4 py-2 text-secondary text-quiet pointer-coarse:hidden"
              >
                <KeyCap>Enter</KeyCap> {t('enterCopies')}
                {[...keyNames('mod+k', isMac).slice(0, 1), 'Enter'].map((key, place) => (
                  <span key={key} className={place === 0 ? 'ms-3' : ''}>
                    <KeyCap>{key}</KeyCap>
                  </span>
                ))}
                {t('enterOpens')}
              </div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
