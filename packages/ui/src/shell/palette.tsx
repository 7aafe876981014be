import { useNavigate } from '@tanstack/react-router';
import {
  AudioLines,
  BookOpen,
  Check,
  Copy,
  Keyboard,
  Monitor,
  Moon,
  Power,
  Search,
  SlidersHorizontal,
  Sun,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useClient } from '../application/application-provider.tsx';
import { useAction } from '../application/use-action.ts';
import { useRead } from '../application/use-read.ts';
import { useReveal } from '../application/use-reveal.ts';
import { type Command, type CommandGroup, CommandPalette } from '../design/command-palette.tsx';
import { useToast } from '../design/toasts.tsx';
import { destinations, settingsDestination } from './destinations.ts';
import { keyNames } from './key-sequence.ts';
import { isMac } from './shortcuts.tsx';

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
  const text = query.trim();
  const goTo: Command[] = [...destinations, settingsDestination].map(({ id, path, icon, key }) => ({
    id: `go-${id}`,
    label: t(`pages.${id}`),
    icon,
    keys: keyNames(`g ${key}`, isMac),
    run: () => void navigate({ to: path }),
  }));
  for (const [id, path] of [
    ['shortcuts', '/settings/shortcuts'],
    ['apiKeys', '/settings/api-keys'],
    ['localApi', '/settings/local-api'],
    ['programs', '/settings/programs'],
    ['actions', '/settings/actions'],
  ] as const) {
    goTo.push({
      id: `go-${id}`,
      label: t(`pages.${id}`),
      icon: settingsDestination.icon,
      run: () => void navigate({ to: path }),
    });
  }
  const search: Command = {
    id: 'search-history',
    label: t('palette.searchHistory', { text }),
    icon: Search,
    run: () => void navigate({ to: '/history', search: { q: text } }),
  };
  const groups: CommandGroup[] = [
    { id: 'go', title: t('palette.goTo'), items: goTo },
    { id: 'do', title: t('palette.actions'), items: text === '' ? actions : [...actions, search] },
    { id: 'modes', title: t('palette.modes'), items: modes },
  ];
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      groups={groups}
      name={t('palette.name')}
      placeholder={t('palette.placeholder')}
      empty={t('palette.empty')}
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
