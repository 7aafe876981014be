import type { VocabularyEntry } from '@quoth/contract';
import { BookA, Download, Ellipsis, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useToast } from '../../design/toasts.tsx';
import { Page } from '../../shell/page.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';
import { saveFile } from '../save-file.ts';
import { AddEntry } from './add-entry.tsx';
import { EntryRow } from './entry-row.tsx';
import { ImportedLines } from './imported-lines.tsx';
import { ModesVocabulary } from './modes-vocabulary.tsx';

/** Words for all modes, and each mode's own. */
export function VocabularyPage() {
  const t = useTranslations();
  const query = useRead('listVocabulary');
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  return (
    <Page
      title={t('pages.vocabulary')}
      description={t('vocabulary.description')}
      action={<FileMenu isEmpty={query.data?.entries.length === 0} />}
    >
      <div className="flex flex-col gap-4">
        <AddEntry />
        <Loaded query={query} rows={6} rowHeight={52}>
          {({ entries }) =>
            entries.length === 0 ? (
              <EmptyState icon={BookA}>{t('vocabulary.empty')}</EmptyState>
            ) : (
              <>
                {entries.length > 8 && (
                  <TextField
                    label={t('vocabulary.search')}
                    isLabelUnseen
                    placeholder={t('vocabulary.search')}
                    value={search}
                    onValueChange={setSearch}
                    controlRef={field}
                    type="search"
                  />
                )}
                <Entries entries={found(entries, search)} />
              </>
            )
          }
        </Loaded>
      </div>
      <ModesVocabulary />
    </Page>
  );
}

function Entries({ entries }: { readonly entries: readonly VocabularyEntry[] }) {
  const t = useTranslations('vocabulary');
  if (entries.length === 0)
    return (
      <p role="status" className="m-0 py-6 text-center text-quiet">
        {t('nothingFound')}
      </p>
    );
  return (
    <ul
      aria-label={t('entries')}
      className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0"
    >
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

/** Entries whose phrase or replacement contains the text, ignoring case. */
function found(entries: readonly VocabularyEntry[], search: string): readonly VocabularyEntry[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return entries;
  return entries.filter(({ phrase, written }) => `${phrase} ${written ?? ''}`.toLowerCase().includes(wanted));
}

function FileMenu({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useTranslations('vocabulary');
  const say = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const [skipped, setSkipped] = useState<readonly { line: number; reason: string }[]>([]);
  const load = useAction(
    async (client, file: File) => client.importVocabulary({ body: { csv: await file.text() } }),
    {
      onDone: ({ added, skipped: left }) => {
        say({ text: t('imported', { count: added }) });
        setSkipped(left);
      },
    },
  );
  const save = useAction(async (client) => {
    saveFile('quoth-vocabulary.csv', await (await client.exportVocabulary()).blob());
  });
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('more')} />}
        actions={[
          { id: 'import', label: t('import'), icon: Upload, run: () => chooser.current?.click() },
          {
            id: 'export',
            label: t('export'),
            icon: Download,
            run: () => save.mutate(),
            isDisabled: isEmpty,
          },
        ]}
      />
      <input
        ref={chooser}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t('import')}
        className="unseen"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) load.mutate(file);
          event.target.value = '';
        }}
      />
      <ImportedLines skipped={skipped} onClose={() => setSkipped([])} />
    </>
  );
}
