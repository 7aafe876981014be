import {
  createModeBody,
  createVocabularyEntryBody,
  limits,
  snippetPlaceholders,
  type VocabularyEntry,
  type VocabularyFormat,
  vocabularyFormats,
} from '@quoth/contract';
import { Link, useSearch } from '@tanstack/react-router';
import {
  ArrowRight,
  BookA,
  Download,
  Ellipsis,
  Pencil,
  Play,
  Plus,
  Search,
  Trash2,
  Upload,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { FileInput, TextArea, TextField } from '../design/field.tsx';
import { Menu } from '../design/menu.tsx';
import { Select } from '../design/select.tsx';
import { CardList, SettingGroup, SettingRow, Switch } from '../design/settings.tsx';
import { EmptyState } from '../design/states.tsx';
import { useToast } from '../design/toasts.tsx';
import { useModeName } from '../session/account.tsx';
import { Loaded, saveFile, useAction, useCheck, useErrorText, useRead } from '../session/application.tsx';
import { Page } from '../shell/page.tsx';
import { useShortcut } from '../shell/shortcuts.tsx';

/** Words for all modes, and each mode's own. */
export function VocabularyPage() {
  const t = useTranslations();
  const query = useRead('listVocabulary');
  const { find = '' } = useSearch({ from: '/vocabulary' });
  const [sought, setSought] = useState({ find, text: find });
  const search = sought.find === find ? sought.text : find;
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
                {(entries.length > 8 || find !== '') && (
                  <TextField
                    label={t('vocabulary.search')}
                    isLabelUnseen
                    placeholder={t('vocabulary.search')}
                    start={<Icon of={Search} className="text-quiet" />}
                    value={search}
                    onValueChange={(text) => setSought({ find, text })}
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
      <TryVocabulary />
      <ModesVocabulary />
    </Page>
  );
}

function Entries({ entries }: { readonly entries: readonly VocabularyEntry[] }) {
  const t = useTranslations('vocabulary');
  const app = useTranslations('app');
  const modeChoices = useModeChoices();
  if (entries.length === 0)
    return (
      <p role="status" className="m-0 py-6 text-center text-quiet">
        {app('noResults')}
      </p>
    );
  return (
    <CardList name={t('entries')}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} modeChoices={modeChoices} />
      ))}
    </CardList>
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
    async (client, file: File) => client.importVocabulary({ body: { text: await file.text() } }),
    {
      onDone: ({ added, skipped: left }) => {
        say({ text: t('imported', { count: added }) });
        setSkipped(left);
      },
    },
  );
  const save = useAction(async (client, format: VocabularyFormat) => {
    const file = await client.exportVocabulary({ params: { format } });
    saveFile(`quoth-vocabulary.${format}`, await file.blob());
  });
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('more')} className="-me-2" />}
        actions={[
          { id: 'import', label: t('import'), icon: Upload, run: () => chooser.current?.click() },
          ...vocabularyFormats.map((format) => ({
            id: format,
            label: t(format === 'csv' ? 'export' : `export_${format}`),
            icon: Download,
            run: () => save.mutate(format),
            isDisabled: isEmpty,
          })),
        ]}
      />
      <FileInput
        ref={chooser}
        name={t('import')}
        accept=".csv,.tsv,.txt,.plist,.yml,.yaml,text/csv,text/plain"
        onFile={(file) => load.mutate(file)}
      />
      <ImportedLines skipped={skipped} onClose={() => setSkipped([])} />
    </>
  );
}

/** Adds a word, or a phrase and what is written for it. The focus returns to the first field, for the next entry. */
function AddEntry() {
  const t = useTranslations('vocabulary');
  const app = useTranslations('app');
  const textOf = useErrorText();
  const check = useCheck();
  const first = useRef<HTMLInputElement>(null);
  const [phrase, setPhrase] = useState('');
  const [written, setWritten] = useState('');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const empty = () => {
    setPhrase('');
    setWritten('');
    first.current?.focus();
  };
  const add = useAction(
    (client, body: { phrase: string; written: string | null }) => client.createVocabularyEntry({ body }),
    {
      saysErrors: false,
      onDone: empty,
    },
  );
  const body = { phrase, written: written.trim() === '' ? null : written };
  const parsed = check(createVocabularyEntryBody, body);
  const problem =
    phrase.trim() !== '' && !parsed.success
      ? parsed.problems[0]?.message
      : add.isError
        ? textOf(add.error).message
        : undefined;
  return (
    <form
      className="grid grid-cols-1 items-start gap-x-3 gap-y-2 rail:grid-cols-[1fr_auto_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) add.mutate(body);
      }}
    >
      <TextField
        label={t('phrase')}
        placeholder={t('phrasePlaceholder')}
        value={phrase}
        onValueChange={(value) => {
          add.reset();
          setPhrase(value);
        }}
        controlRef={first}
        autoComplete="off"
        error={problem}
      />
      <Icon of={ArrowRight} className="mt-[34px] hidden text-quiet rail:block rtl:-scale-x-100" />
      <TextField
        label={t('written')}
        placeholder={t('writtenPlaceholder')}
        value={written}
        onValueChange={setWritten}
        autoComplete="off"
      />
      <Button
        type="submit"
        kind="primary"
        icon={Plus}
        className="rail:mt-[26px]"
        busy={add.isPending}
        disabled={!parsed.success}
      >
        {app('add')}
      </Button>
      <div className="rail:col-start-3">
        <Button kind="quiet" className="-ms-3" onClick={() => setDialogOpen(true)}>
          {t('severalLines')}
        </Button>
      </div>
      {isDialogOpen && (
        <EntryDialog
          entry={{ phrase, written: body.written, languages: [], modes: [] }}
          onSaved={empty}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </form>
  );
}

/** One entry. Deleting is immediate, with an undo. */
function EntryRow({
  entry,
  modeChoices,
}: {
  readonly entry: VocabularyEntry;
  readonly modeChoices: ReturnType<typeof useModeChoices>;
}) {
  const t = useTranslations();
  const say = useToast();
  const [isEditing, setEditing] = useState(false);
  const { id, phrase, written, languages, modes } = entry;
  const restore = useAction((client) =>
    client.createVocabularyEntry({ body: { phrase, written, languages, modes } }),
  );
  const remove = useAction((client) => client.deleteVocabularyEntry({ params: { id } }), {
    onDone: () =>
      say({
        text: t('vocabulary.deleted', { phrase }),
        undo: { label: t('app.undo'), run: () => restore.mutate() },
      }),
  });
  const modeNames = modeChoices(modes).flatMap(({ id, label }) => (modes.includes(id) ? [label] : []));
  return (
    <li className="flex items-center gap-3 py-2 ps-4 pe-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
        <span dir="auto">{phrase}</span>
        {written !== null && (
          <>
            <Icon of={ArrowRight} className="text-quiet rtl:-scale-x-100" />
            <span className="unseen">{t('vocabulary.isWritten')}</span>
            <span dir="auto" className="line-clamp-3 font-medium whitespace-pre-line">
              {written}
            </span>
          </>
        )}
        {languages.length > 0 && (
          <span className="text-small text-quiet">
            {t('vocabulary.onlyIn', { languages: languages.join(', ') })}
          </span>
        )}
        {modeNames.length > 0 && (
          <span className="text-small text-quiet">
            {t('vocabulary.onlyInModes', {
              count: modes.length,
              modes: modeNames.join(', '),
            })}
          </span>
        )}
      </div>
      <IconButton
        icon={Pencil}
        name={t('vocabulary.editNamed', { phrase })}
        onClick={() => setEditing(true)}
      />
      <IconButton
        icon={Trash2}
        name={t('vocabulary.deleteNamed', { phrase })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
      {isEditing && <EntryDialog entry={entry} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** An entry with all that it can have; without an id, it is a new one. */
function EntryDialog({
  entry,
  onSaved,
  onClose,
}: {
  readonly entry: Pick<VocabularyEntry, 'phrase' | 'written' | 'languages' | 'modes'> & {
    readonly id?: string;
  };
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const check = useCheck();
  const field = useRef<HTMLInputElement>(null);
  const [phrase, setPhrase] = useState(entry.phrase);
  const [written, setWritten] = useState(entry.written ?? '');
  const [languages, setLanguages] = useState(entry.languages.join(', '));
  const [modes, setModes] = useState<readonly string[]>(entry.modes);
  const modeChoices = useModeChoices();
  const tags = languages.split(/[\s,;]+/u).filter((tag) => tag !== '');
  const body = {
    phrase,
    written: written.trim() === '' ? null : written,
    languages: tags,
    modes: [...modes],
  };
  const parsed = check(createVocabularyEntryBody, body);
  const save = useAction(
    (client) =>
      entry.id === undefined
        ? client.createVocabularyEntry({ body })
        : client.updateVocabularyEntry({ params: { id: entry.id }, body }),
    {
      saysErrors: false,
      onDone: () => {
        onSaved?.();
        onClose();
      },
    },
  );
  const problem = !parsed.success
    ? phrase.trim() === ''
      ? undefined
      : parsed.problems[0]?.message
    : save.isError
      ? textOf(save.error).message
      : undefined;
  return (
    <Dialog
      title={t(entry.id === undefined ? 'vocabulary.newSnippet' : 'vocabulary.edit')}
      isOpen
      onClose={onClose}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="vocabulary-entry"
            busy={save.isPending}
            disabled={!parsed.success}
          >
            {t('app.save')}
          </Button>
        </>
      }
    >
      <form
        id="vocabulary-entry"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog opened by a form is a part of it for React.
          event.stopPropagation();
          if (parsed.success) save.mutate();
        }}
      >
        <TextField
          label={t('vocabulary.phrase')}
          value={phrase}
          onValueChange={(value) => {
            save.reset();
            setPhrase(value);
          }}
          controlRef={field}
          error={problem}
        />
        <TextArea
          label={t('vocabulary.written')}
          description={`${t('vocabulary.writtenHelp')} ${t('vocabulary.snippetHelp', placeholders)}`}
          value={written}
          maxLength={limits.snippetCharacters}
          onChange={({ target }) => setWritten(target.value)}
        />
        <TextField
          label={t('vocabulary.languages')}
          description={t('vocabulary.languagesHelp')}
          value={languages}
          onValueChange={setLanguages}
        />
        <SettingGroup title={t('vocabulary.modes')} description={t('vocabulary.modesHelp')}>
          {modeChoices(entry.modes).map(({ id, label }) => (
            <SettingRow
              key={id}
              title={label}
              isShort
              control={
                <Switch
                  name={label}
                  isOn={modes.includes(id)}
                  onChange={(isOn) => setModes(isOn ? [...modes, id] : modes.filter((each) => each !== id))}
                />
              }
            />
          ))}
        </SettingGroup>
      </form>
    </Dialog>
  );
}

/**
 * Every mode by its name, and those that are gone of the ones given: an entry of theirs applies nowhere. None until
 * they are read.
 */
function useModeChoices() {
  const t = useTranslations('shortcuts');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes;
  return (chosen: readonly string[]) =>
    modes
      ? [
          ...modes.map(({ id, name }) => ({ id, label: nameOf(name) })),
          ...chosen
            .filter((id) => modes.every((mode) => mode.id !== id))
            .map((id) => ({ id, label: t('modeGone') })),
        ]
      : [];
}

/** What a mode's text rules and the vocabulary make of a sentence. Nothing is saved. */
function TryVocabulary() {
  const t = useTranslations();
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes ?? [];
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const mode = modes.find(({ id }) => id === chosen) ?? modes.find(({ isDefault }) => isDefault);
  const run = useAction((client) =>
    client.tryMode({
      body: { mode: createModeBody.parse(mode), mode_id: mode?.id, text, rewrite: false },
    }),
  );
  if (!mode) return null;
  return (
    <section aria-labelledby="try-vocabulary" className="flex flex-col gap-3">
      <h2 id="try-vocabulary" className="m-0 text-heading font-semibold">
        {t('app.tryIt')}
      </h2>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <div className="min-w-40 flex-1">
          <TextField
            label={t('modes.tryText')}
            placeholder={t('modes.trySample')}
            value={text}
            onValueChange={(value) => {
              run.reset();
              setText(value);
            }}
            autoComplete="off"
          />
        </div>
        <Select
          name={t('shortcuts.keyMode')}
          value={mode.id}
          choices={modes.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
          onChange={(id) => {
            run.reset();
            setChosen(id);
          }}
          className="w-48"
        />
        <Button type="submit" icon={Play} busy={run.isPending} disabled={text.trim() === ''}>
          {t('modes.tryRun')}
        </Button>
      </form>
      <p role="status" dir="auto" className="said m-0 text-heading whitespace-pre-wrap empty:hidden">
        {run.data?.ruled_text}
      </p>
    </section>
  );
}

/** As they are written: in the catalogs, braces would be those of a message. */
const placeholders = Object.fromEntries(snippetPlaceholders.map((name) => [name, `{{${name}}}`])) as Record<
  (typeof snippetPlaceholders)[number],
  string
>;

/** The entries of an imported file that were left out, and why. */
function ImportedLines({
  skipped,
  onClose,
}: {
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('vocabulary.skipped', { count: skipped.length })}
      description={t('vocabulary.skippedHelp')}
      isOpen={skipped.length > 0}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <ul className="m-0 max-h-72 list-none overflow-y-auto p-0">
        {skipped.map(({ line, reason }) => (
          <li key={line} className="flex gap-3 py-1">
            <span className="tabular w-20 shrink-0 text-quiet">{t('vocabulary.line', { line })}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The words that individual modes have in addition to the shared ones. */
function ModesVocabulary() {
  const t = useTranslations('vocabulary');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes.filter(
    ({ customVocabulary }) => customVocabulary.length > 0,
  );
  if (!modes || modes.length === 0) return null;
  return (
    <SettingGroup title={t('ofModes')} description={t('ofModesHelp')}>
      {modes.map(({ id, name, customVocabulary }) => (
        <SettingRow
          key={id}
          title={
            <Link to="/modes/$id" params={{ id }}>
              {nameOf(name)}
            </Link>
          }
          description={customVocabulary.join(', ')}
        />
      ))}
    </SettingGroup>
  );
}
