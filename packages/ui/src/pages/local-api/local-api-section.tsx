import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ApiCall, type ApiServerState, type Change, settingFields } from '@quoth/contract';
import { inOneLine } from '@quoth/words/render.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import {
  CircleCheck,
  CircleX,
  Eye,
  EyeOff,
  Info,
  Plus,
  RotateCcw,
  RotateCw,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, buttonClasses, CopyButton, Icon, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import {
  FoundBy,
  Lead,
  SettingGroup,
  SettingRow,
  SettingSection,
  SwitchRow,
  useIsFiltering,
} from '../../design/settings.tsx';
import { Banner } from '../../design/states.tsx';
import { CodeBlock, Table } from '../../design/table.tsx';
import { useToast } from '../../design/toasts.tsx';
import { Loaded, RevealButton, useAction, useClient, useRead } from '../../session/application.tsx';
import { useChangeText } from '../../shell/notices.tsx';
import { examplePath } from '../../system.ts';
import { isOnThisSystem, type LocalApiTab, readSettingsSearch } from '../settings/setting-list.ts';
import { ServerSwitch, TextSetting, useChangeSettings } from '../settings/setting-rows.tsx';
import { McpTab } from './agents.tsx';
import { type Shell, type Source, shells, snippet, snippetIds } from './snippets.ts';

/**
 * The API server: off until it is switched on here. The first three tabs have the names of the specification's panel.
 */
export function LocalApiSection() {
  const t = useTranslations('localApi');
  const query = useRead('getApplication');
  const { at, tab = tabNamed(at) ?? 'connection' } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  const isFiltering = useIsFiltering();
  return (
    <SettingSection id="local-api" title={t('title')} description={t('description')}>
      <Loaded query={query} rows={6}>
        {({ api_server: server }) => {
          const tabs: readonly Tab[] = [
            { id: 'connection', label: t('connection'), content: <Connection server={server} /> },
            { id: 'mcp', label: t('mcp'), help: t('mcpHelp'), content: <McpTab /> },
            { id: 'curl', label: t('curl'), content: <CurlTab server={server} /> },
            { id: 'program', label: t('program'), help: t('programHelp'), content: <ProgramTab /> },
          ];
          return (
            <>
              <SettingGroup>
                <ServerSwitch server={server} />
              </SettingGroup>
              {isFiltering ? (
                <FoundTabs tabs={tabs} />
              ) : (
                <Tabs
                  name={t('tabs')}
                  chosen={tab}
                  onChoose={(id) =>
                    void navigate({
                      to: '/settings',
                      search: readSettingsSearch({ tab: id }),
                      replace: true,
                      resetScroll: false,
                    })
                  }
                  tabs={tabs}
                />
              )}
              <FoundBy>
                <RecentCalls />
              </FoundBy>
              <ChangesByPrograms />
            </>
          );
        }}
      </Loaded>
    </SettingSection>
  );
}

/** The tab that an address means. */
function tabNamed(at: string | undefined): LocalApiTab | undefined {
  return readSettingsSearch({ tab: at?.replace('localApi.', '') }).tab;
}

/** In a search, what is under the first tab, and rows that lead to the others. */
function FoundTabs({ tabs: [first, ...others] }: { readonly tabs: readonly Tab[] }) {
  const app = useTranslations('app');
  return (
    <>
      {first?.content}
      <SettingGroup>
        {others.map(({ id, label, help }) => (
          <SettingRow
            key={id}
            title={label}
            description={help}
            control={
              <Link
                to="/settings"
                search={{ at: `localApi.${id}` }}
                className={`${buttonClasses.secondary} no-underline`}
              >
                {app('show')}
              </Link>
            }
          />
        ))}
      </SettingGroup>
    </>
  );
}

interface Tab {
  readonly id: LocalApiTab;
  readonly label: string;
  /** What it is for, where its name does not say it. */
  readonly help?: string;
  readonly content: ReactNode;
}

/** A few views of one thing, which do not look like the bar of pages above them. Arrow keys move between the tabs. */
function Tabs({
  name,
  tabs,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <BaseTabs.Root value={chosen} onValueChange={(id) => onChoose(String(id))}>
      <BaseTabs.List
        aria-label={name}
        className="flex w-fit max-w-full flex-wrap rounded-control bg-sunken p-0.5"
      >
        {tabs.map(({ id, label }) => (
          <BaseTabs.Tab
            key={id}
            value={id}
            data-at={`localApi.${id}`}
            className="h-7 shrink-0 pointer-coarse:h-10 rounded-[6px] whitespace-nowrap px-3 text-body text-quiet hover:text-text focus-visible:-outline-offset-2 data-active:bg-raised data-active:text-text data-active:shadow-[0_1px_2px_var(--shadow-edge)] forced-colors:data-active:underline"
          >
            {label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(({ id, content }) => (
        <BaseTabs.Panel key={id} value={id} className="pt-5 focus-visible:outline-offset-4">
          {content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}

/** For a program of one's own: a token that allows what it needs. */
function ProgramTab() {
  const t = useTranslations('localApi');
  return (
    <Lead
      control={
        <Link
          to="/settings"
          search={{ at: 'programs' }}
          className={`${buttonClasses.secondary} no-underline`}
        >
          {t('toPrograms')}
        </Link>
      }
    >
      {t('programHelp')}
    </Lead>
  );
}

/** Port, token and discovery file, each with a copy button, and below them what is wrong. */
function Connection({ server }: { readonly server: ApiServerState }) {
  const t = useTranslations();
  const changeSettings = useChangeSettings();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <SettingGroup title={t('localApi.portAndToken')}>
          <SettingRow
            id="localApi.port"
            title={t('localApi.port')}
            description={t('localApi.portHelp')}
            control={
              <>
                <code className="font-mono tabular" data-field="port">
                  {server.port ?? '–'}
                </code>
                {server.port !== null && (
                  <CopyButton text={String(server.port)} name={t('localApi.copyPort')} />
                )}
              </>
            }
          />
          <TokenRow />
          <SettingRow
            id="localApi.file"
            title={t('localApi.file')}
            description={<code className="font-mono break-all">{server.discovery_file}</code>}
            control={
              <>
                <CopyButton text={server.discovery_file} name={t('localApi.copyFile')} />
                <RevealButton what="discovery-file" name={t('localApi.showFile')} />
              </>
            }
          />
          <SettingRow
            id="localApi.fixedPort"
            title={t('localApi.fixedPort')}
            description={t('localApi.fixedPortHelp')}
            control={
              <TextSetting
                name={t('localApi.fixedPort')}
                value={server.fixed_port === null ? null : String(server.fixed_port)}
                placeholder={t('localApi.anyPort')}
                isShort
                schema={fixedPort}
                onChange={(written) =>
                  changeSettings({ apiFixedPort: written === null ? null : Number(written) })
                }
              />
            }
          />
          {isOnThisSystem('localApi.containers') && <ContainerSocket server={server} />}
        </SettingGroup>
        {server.notices.map(({ id, message, hint }) => (
          <Banner key={id} tone="warning" icon={TriangleAlert}>
            {inOneLine(message, hint)}
          </Banner>
        ))}
        {server.token_storage === 'file' && <Banner icon={Info}>{t('localApi.tokenInFile')}</Banner>}
      </div>
      <AllowedFolders />
    </div>
  );
}

/** The Unix socket for programs in containers, and where it is. */
function ContainerSocket({ server: { container_socket: path } }: { readonly server: ApiServerState }) {
  const t = useTranslations('localApi');
  const change = useChangeSettings();
  const isOn = useRead('getSettings').data?.settings.apiContainerSocket ?? false;
  return (
    <>
      <SwitchRow
        id="localApi.containers"
        title={t('containers')}
        description={t('containersHelp')}
        isOn={isOn}
        onChange={(apiContainerSocket) => change({ apiContainerSocket })}
      />
      {isOn && path !== null && (
        <SettingRow
          title={t('containerSocket')}
          description={<code className="font-mono break-all">{path}</code>}
          control={<CopyButton text={path} name={t('copyContainerSocket')} />}
        />
      )}
    </>
  );
}

/** A port as it is typed: digits, or nothing. */
const fixedPort = {
  safeParse: (written: unknown, params: Parameters<typeof settingFields.apiFixedPort.safeParse>[1]) => {
    const port = written === null ? null : Number(written);
    const parsed = settingFields.apiFixedPort.safeParse(port, params);
    return parsed.success ? { success: true as const, data: written as string | null } : parsed;
  },
};

function TokenRow() {
  const t = useTranslations();
  const client = useClient();
  const say = useToast();
  const [isRevealed, setRevealed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const token = useRead('getToken', undefined, { isWanted: isRevealed }).data?.token;
  const regenerate = useAction((calls) => calls.regenerateToken(), {
    onDone: () => {
      setAsking(false);
      say({ text: t('localApi.regenerated') });
    },
  });
  return (
    <SettingRow
      id="localApi.token"
      title={t('localApi.token')}
      description={
        <code className="font-mono break-all" data-field="token">
          {isRevealed && token !== undefined ? token : '•'.repeat(24)}
        </code>
      }
      control={
        <>
          <IconButton
            icon={isRevealed ? EyeOff : Eye}
            name={t(isRevealed ? 'localApi.hideToken' : 'localApi.revealToken')}
            onClick={() => setRevealed(!isRevealed)}
          />
          <CopyButton text={async () => (await client.getToken()).token} name={t('localApi.copyToken')} />
          <Button icon={RotateCw} onClick={() => setAsking(true)}>
            {t('localApi.regenerate')}
          </Button>
          <Confirm
            title={t('localApi.regenerateTitle')}
            consequence={t('localApi.regenerateConsequence')}
            action={t('localApi.regenerate')}
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            onConfirm={() => regenerate.mutate()}
            isBusy={regenerate.isPending}
          />
        </>
      }
    />
  );
}

/** Folders whose files programs may name in a request. */
function AllowedFolders() {
  const t = useTranslations('localApi');
  const app = useTranslations('app');
  const query = useRead('getSettings');
  const change = useChangeSettings();
  const [typed, setTyped] = useState('');
  return (
    <SettingGroup title={t('folders')} description={t('foldersHelp')}>
      <Loaded query={query} rows={2}>
        {({ settings: { allowedFolders } }) => {
          const parsed = settingFields.allowedFolders.safeParse([...(allowedFolders ?? []), typed.trim()]);
          const isKnown = allowedFolders?.includes(typed.trim()) ?? false;
          return (
            <>
              {allowedFolders === null ? (
                <SettingRow
                  id="localApi.folders"
                  title={t('foldersDefault')}
                  description={t('foldersDefaultHelp')}
                />
              ) : (
                allowedFolders.map((folder) => (
                  <SettingRow
                    key={folder}
                    title={<code className="font-mono font-normal break-all">{folder}</code>}
                    control={
                      <IconButton
                        icon={Trash2}
                        name={t('removeFolder', { folder })}
                        onClick={() =>
                          change({ allowedFolders: allowedFolders.filter((each) => each !== folder) })
                        }
                      />
                    }
                  />
                ))
              )}
              {allowedFolders?.length === 0 && (
                <SettingRow title={t('noFolders')} description={t('noFoldersHelp')} />
              )}
              <div className="px-4 py-3">
                <form
                  className="flex flex-wrap items-start gap-2"
                  onSubmit={(event) => {
                    event.preventDefault();
                    if (typed.trim() === '' || isKnown || !parsed.success) return;
                    change({ allowedFolders: parsed.data });
                    setTyped('');
                  }}
                >
                  <div className="min-w-0 flex-1 basis-56">
                    <TextField
                      label={t('addFolderLabel')}
                      isLabelUnseen
                      value={typed}
                      onValueChange={setTyped}
                      placeholder={examplePath(t('folderPlaceholder'))}
                      isCode
                      error={isKnown ? t('folderKnown') : undefined}
                    />
                  </div>
                  <Button type="submit" icon={Plus} disabled={typed.trim() === ''}>
                    {app('add')}
                  </Button>
                  {allowedFolders !== null && (
                    <Button kind="quiet" icon={RotateCcw} onClick={() => change({ allowedFolders: null })}>
                      {t('foldersReset')}
                    </Button>
                  )}
                </form>
              </div>
            </>
          );
        }}
      </Loaded>
    </SettingGroup>
  );
}

/**
 * What programs changed in the last 30 days, each with its undo; recordings that came one after the other are one row.
 */
function ChangesByPrograms() {
  const t = useTranslations('changes');
  const app = useTranslations('app');
  const changes = useRead('listChanges', { query: { limit: '50' } }).data?.changes;
  if (!changes || changes.length === 0) return null;
  return (
    <SettingGroup title={t('title')} description={t('description')}>
      {inRuns(changes).map(([change, ...others]) =>
        others.length === 0 ? (
          <ChangeRow key={change.id} change={change} />
        ) : (
          <SettingRow
            key={change.id}
            title={
              <span className="font-normal">{t('manyRecordings', { count: String(others.length + 1) })}</span>
            }
            description={<ChangeDate of={change} />}
            control={
              <Link to="/history" className={`${buttonClasses.secondary} no-underline`}>
                {app('show')}
              </Link>
            }
          />
        ),
      )}
    </SettingGroup>
  );
}

type Run = [Change, ...Change[]];

/** In their order; new recordings that follow each other, none of them undone, together. */
function inRuns(changes: readonly Change[]): readonly Run[] {
  const isPlainRecording = ({ kind, undone }: Change) => kind === 'recording-created' && !undone;
  const runs: Run[] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last && isPlainRecording(change) && isPlainRecording(last[0])) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

function ChangeDate({ of: { date } }: { readonly of: Change }) {
  const format = useFormatter();
  return format.dateTime(new Date(date), { dateStyle: 'medium', timeStyle: 'short' });
}

function ChangeRow({ change }: { readonly change: Change }) {
  const t = useTranslations();
  const words = useChangeText();
  const undo = useAction((client) => client.undoChange({ params: { id: change.id } }));
  const sentence = words(change);
  return (
    <SettingRow
      title={<span className="font-normal">{sentence}</span>}
      description={<ChangeDate of={change} />}
      control={
        change.undone ? (
          <span className="text-quiet">{t('changes.isUndone')}</span>
        ) : (
          <Button
            icon={Undo2}
            aria-label={t('changes.undoNamed', { change: sentence })}
            busy={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {t('app.undo')}
          </Button>
        )
      }
    />
  );
}

/** Recent calls and their outcome, live. */
function RecentCalls() {
  const t = useTranslations('localApi');
  const app = useTranslations('app');
  const format = useFormatter();
  const query = useRead('listApiCalls');
  return (
    <section aria-labelledby="recent-calls" className="flex flex-col gap-3">
      <div>
        <h3 id="recent-calls" className="m-0 font-medium text-quiet">
          {t('calls')}
        </h3>
        <p className="m-0 mt-1 text-quiet">{t('callsHelp')}</p>
      </div>
      <Loaded query={query} rows={3}>
        {({ calls }) =>
          calls.length === 0 ? (
            <p className="m-0 text-quiet">{t('noCalls')}</p>
          ) : (
            <Table
              name={t('calls')}
              rows={calls.slice(0, 20)}
              keyOf={({ at, method, route, client }) => `${at} ${method} ${route} ${client}`}
              columns={[
                {
                  id: 'time',
                  title: t('callTime'),
                  isExtra: true,
                  cell: ({ at }) => (
                    <time dateTime={at} className="tabular whitespace-nowrap">
                      {format.dateTime(new Date(at), { timeStyle: 'medium' })}
                    </time>
                  ),
                },
                {
                  id: 'client',
                  title: t('mcpClient'),
                  cell: (call) => (
                    <>
                      {call.program ?? call.client ?? t('callUnknown')}
                      <div className="wide:hidden">
                        <Called call={call} />
                      </div>
                    </>
                  ),
                },
                {
                  id: 'route',
                  title: t('callRoute'),
                  isExtra: true,
                  cell: (call) => <Called call={call} />,
                },
                { id: 'outcome', title: t('callOutcome'), cell: (call) => <Outcome call={call} /> },
                {
                  id: 'duration',
                  title: t('callDuration'),
                  isNumber: true,
                  isExtra: true,
                  cell: ({ duration_ms }) => app('milliseconds', { value: duration_ms }),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Called({ call: { method, route, count } }: { readonly call: ApiCall }) {
  const t = useTranslations('localApi');
  return (
    <code className="font-mono text-secondary break-words">
      {method} {route ?? t('callNoRoute')}
      {count > 1 && <span className="text-quiet"> ×{count}</span>}
    </code>
  );
}

function Outcome({ call: { status, code } }: { readonly call: ApiCall }) {
  const t = useTranslations('localApi');
  return code === null && status < 400 ? (
    <span className="flex items-center gap-1.5 text-quiet">
      <Icon of={CircleCheck} className="text-success" />
      {t('callDone')}
    </span>
  ) : (
    <span className="flex items-center gap-1.5">
      <Icon of={CircleX} className="text-warning" />
      <code className="font-mono text-secondary">{code ?? status}</code>
    </span>
  );
}

const hidden = '••••••••';

/** Commands to try the API with: filled in while it runs, reading the discovery file while it does not. */
function CurlTab({ server }: { readonly server: ApiServerState }) {
  const t = useTranslations();
  const [shell, setShell] = useState<Shell>(/windows/i.test(navigator.userAgent) ? 'powershell' : 'posix');
  const isLive = server.running && server.port !== null;
  const token = useRead('getToken', undefined, { isWanted: isLive }).data?.token;
  const source: Source =
    isLive && server.port !== null && token !== undefined
      ? { kind: 'live', port: server.port, token }
      : { kind: 'file', path: server.discovery_file };
  const shown: Source = source.kind === 'live' ? { ...source, token: hidden } : source;
  return (
    <div className="flex flex-col gap-5">
      <Lead
        control={
          <Select<Shell>
            name={t('localApi.shell')}
            value={shell}
            choices={shells.map((value) => ({ value, label: t(`localApi.shell_${value}`) }))}
            onChange={setShell}
            className="w-44"
          />
        }
      >
        {t(isLive ? 'localApi.curlLive' : 'localApi.curlFile')}
      </Lead>
      {snippetIds.map((id) => (
        <CodeBlock
          key={id}
          title={t(`localApi.snippet_${id}`)}
          code={snippet(id, shell, source)}
          shown={snippet(id, shell, shown)}
          copyName={t('localApi.copySnippet', { name: t(`localApi.snippet_${id}`) })}
        />
      ))}
    </div>
  );
}
