import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import {
  AudioLines,
  BookOpen,
  ChartColumn,
  Check,
  Copy,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  Power,
  Search,
  SlidersHorizontal,
  Sun,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, KeyCap } from '../design/button.tsx';
import { backdropClasses } from '../design/dialog.tsx';
import { useToast } from '../design/toasts.tsx';
import { useAction, useClient, useRead, useReveal } from '../session/application.tsx';
import { isMac } from '../system.ts';
import { keyNames } from './key-sequence.ts';
import { destinations, settingsDestination } from './rail.tsx';

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
  const actions = useActions(onShowKeys);
  const modes = useModeCommands();
  const recent = useRecentTranscripts();
  const text = query.trim();
  const goTo: Command[] = [...destinations, settingsDestination].map(({ id, path, icon, key }) => ({
    id: `go-${id}`,
    label: t(`pages.${id}`),
    icon,
    keys: keyNames(`g ${key}`, isMac),
    run: () => void navigate({ to: path }),
  }));
  for (const [id, path] of [
    ['statistics', '/statistics'],
    ['shortcuts', '/settings/shortcuts'],
    ['apiKeys', '/settings/api-keys'],
    ['localApi', '/settings/local-api'],
    ['programs', '/settings/programs'],
    ['actions', '/settings/actions'],
    ['advanced', '/settings/advanced'],
  ] as const) {
    goTo.push({
      id: `go-${id}`,
      label: t(`pages.${id}`),
      icon: id === 'statistics' ? ChartColumn : settingsDestination.icon,
      run: () => void navigate({ to: path }),
    });
  }
  const search: Command = {
    id: 'search-history',
    label: t('palette.searchHistory', { text }),
    icon: Search,
    run: () => void navigate({ to: '/history', search: { q: text } }),
  };
  const pages = { id: 'go', title: t('palette.goTo'), items: goTo };
  const others: CommandGroup[] = [
    { id: 'do', title: t('palette.actions'), items: text === '' ? actions : [...actions, search] },
    { id: 'modes', title: t('palette.modes'), items: modes },
  ];
  // A typed page name means the page; before that, the most frequent commands come first.
  const groups: CommandGroup[] =
    text === ''
      ? [{ id: 'recent', title: t('palette.recent'), items: recent }, ...others, pages].filter(
          ({ items }) => items.length > 0,
        )
      : [pages, ...others];
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      groups={groups}
      name={t('palette.name')}
      placeholder={t('palette.placeholder')}
      empty={t('app.noResults')}
      query={query}
      onQuery={setQuery}
    />
  );
}

function useActions(onShowKeys: () => void): Command[] {
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
  ];
}

/** The latest texts: choosing one copies it. */
function useRecentTranscripts(): Command[] {
  const t = useTranslations('palette');
  const say = useToast();
  const { data } = useRead('searchRecordings', { query: { status: 'completed', limit: 3 } });
  const copy = useAction(async (_client, text: string) => {
    await navigator.clipboard.writeText(text);
    say({ text: t('copied') });
  });
  return (data?.recordings ?? [])
    .filter(({ text }) => text !== '')
    .map(({ id, text }) => ({ id: `copy-${id}`, label: text, icon: Copy, run: () => copy.mutate(text) }));
}

/** Each mode by its name: choosing one makes it the default. */
function useModeCommands(): Command[] {
  const modes = useRead('listModes').data?.modes ?? [];
  const choose = useAction((calls, id: string) =>
    calls.updateMode({ params: { id }, body: { isDefault: true } }),
  );
  return modes.map(({ id, name, isDefault }) => ({
    id: `mode-${id}`,
    label: name,
    icon: isDefault ? Check : SlidersHorizontal,
    run: () => choose.mutate(id),
  }));
}

/** Something the palette can do. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  readonly run: () => void;
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
              itemToStringValue={(item: unknown) => (item as Command).label}
            >
              <div className="flex items-center gap-2.5 border-b border-line px-4">
                <Icon of={Search} className="text-quiet" />
                <Autocomplete.Input
                  aria-label={name}
                  placeholder={placeholder}
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
                            <span className="min-w-0 flex-1 truncate">{command.label}</span>
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
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
