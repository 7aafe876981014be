import type { McpClient, McpInstallation } from '@quoth/contract';
import { CircleCheck, Download, SlidersHorizontal, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Select } from '../../design/select.tsx';
import { Lead } from '../../design/settings.tsx';
import { Banner } from '../../design/states.tsx';
import { CodeBlock } from '../../design/table.tsx';
import { Loaded, useAction, useErrorText, useRead } from '../../session/application.tsx';
import { useTranslate } from '../../text/text-provider.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { type Allowed, ScopePills, ScopeSwitches } from '../scopes.tsx';

/** The configuration that an agent's program needs for the bridge, and a button that adds it. */
export function McpTab() {
  const t = useTranslations('localApi');
  const query = useRead('listMcpClients');
  const [chosen, setChosen] = useState<string>();
  return (
    <Loaded query={query} rows={4}>
      {({ clients }) => {
        const client =
          clients.find(({ id }) => id === chosen) ??
          clients.find(({ installable }) => installable) ??
          clients[0];
        return (
          <div className="flex flex-col gap-5">
            <Lead
              control={
                client && (
                  <Select<string>
                    name={t('mcpClient')}
                    value={client.id}
                    choices={clients.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                    onChange={setChosen}
                    className="w-48"
                  />
                )
              }
            >
              {t('mcpHelp')}
            </Lead>
            {client && (
              <McpClientCard key={client.id} client={client} onChange={() => void query.refetch()} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** What became of the program's configuration just now. */
interface Outcome {
  readonly installation: McpInstallation;
  readonly isRemoval: boolean;
  /** The program had a token of its own before, and so the lines that name it. */
  readonly hadToken: boolean;
}

/** One program: where its configuration is, what it may do, and the lines for it. */
function McpClientCard({ client, onChange }: { readonly client: McpClient; readonly onChange: () => void }) {
  const t = useTranslations();
  const [isAdding, setAdding] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const { id, displayName, file, snippet, installed, ownToken, installable } = client;
  const settle = (installation: McpInstallation, isRemoval: boolean) => {
    setAdding(false);
    setRemoving(false);
    setOutcome({ installation, isRemoval, hadToken: ownToken !== null });
    onChange();
  };
  const remove = useAction((calls) => calls.removeMcpClient({ params: { id } }), {
    onDone: ({ installation }) => settle(installation, true),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="m-0 min-w-0 flex-1 basis-60">
          {file === null ? t('localApi.mcpNoFile', { client: displayName }) : t('localApi.mcpFile')}
          {file !== null && <code className="block font-mono text-secondary break-all">{file}</code>}
        </p>
        <div className="flex flex-wrap gap-2">
          {(installed || ownToken !== null) && (
            <Button icon={Trash2} onClick={() => setRemoving(true)}>
              {t('localApi.mcpRemove')}
            </Button>
          )}
          <Button
            icon={installable && !installed ? Download : SlidersHorizontal}
            kind={ownToken ? 'secondary' : 'primary'}
            onClick={() => setAdding(true)}
          >
            {ownToken
              ? t('localApi.mcpChange')
              : t(installable && !installed ? 'localApi.mcpInstall' : 'localApi.mcpGiveToken', {
                  client: displayName,
                })}
          </Button>
        </div>
      </div>
      <Allowance client={client} />
      {outcome && <OutcomeBanner client={client} outcome={outcome} />}
      <CodeBlock
        title={displayName}
        code={snippet}
        copyName={t('localApi.copySnippet', { name: displayName })}
      />
      {isAdding && (
        <InstallSheet
          client={client}
          onClose={() => setAdding(false)}
          onDone={(installation) => settle(installation, false)}
        />
      )}
      <Confirm
        title={t('localApi.mcpRemoveTitle', { client: displayName })}
        consequence={t(installable ? 'localApi.mcpRemoveConsequence' : 'localApi.mcpRemoveByHandConsequence')}
        action={t('localApi.mcpRemove')}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
      />
    </div>
  );
}

/** What the program may do: with a token of its own what that allows, otherwise everything. */
function Allowance({ client: { installed, ownToken } }: { readonly client: McpClient }) {
  const t = useTranslations();
  if (ownToken)
    return (
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span>{t('programs.scopes')}</span>
        <ScopePills scopes={ownToken.scopes} />
      </div>
    );
  return (
    <p className="m-0 text-secondary text-quiet">
      {t(installed ? 'localApi.mcpMayAll' : 'localApi.mcpByHandMayAll')}
    </p>
  );
}

function OutcomeBanner({
  client: { displayName, installable, afterwards },
  outcome: { installation, isRemoval, hadToken },
}: {
  readonly client: McpClient;
  readonly outcome: Outcome;
}) {
  const t = useTranslations('localApi');
  const { state, backup, reason } = useTranslate()(installation);
  const isRefused = installable && state === 'refused';
  const words = !installable
    ? t(isRemoval ? 'mcpTakeOutByHand' : hadToken ? 'mcpChanged' : 'mcpAddByHand', { client: displayName })
    : isRefused
      ? t(isRemoval ? 'mcpRemovalRefused' : 'mcpRefused', { reason: reason ?? '' })
      : t(isRemoval ? 'mcpRemoved' : state === 'written' ? 'mcpInstalled' : 'mcpChanged', {
          client: displayName,
        });
  return (
    <Banner tone={isRefused ? 'warning' : 'success'} icon={isRefused ? TriangleAlert : CircleCheck}>
      {words} {installable && state === 'written' && afterwards}
      {installable && !isRefused && backup !== null && (
        <span className="block text-secondary text-quiet">{t('mcpBackup', { file: backup })}</span>
      )}
    </Banner>
  );
}

/** What most agents need: they transcribe and rewrite in the user's modes, and follow their own work. */
const usual: Allowed = { scopes: ['transcribe', 'rewrite', 'modes.read', 'events'], record: 'ask' };

/** Adds the bridge to an agent's program, with a token of its own: what it may do is chosen here. */
function InstallSheet({
  client: { id, displayName, installed, installable, ownToken },
  onClose,
  onDone,
}: {
  readonly client: McpClient;
  readonly onClose: () => void;
  readonly onDone: (installation: McpInstallation) => void;
}) {
  const t = useTranslations('localApi');
  const app = useTranslations('app');
  const textOf = useErrorText();
  const [allowed, setAllowed] = useState<Allowed>(
    ownToken
      ? { scopes: ownToken.scopes, record: ownToken.scopes.includes('record') ? ownToken.record : 'ask' }
      : usual,
  );
  const { scopes, record } = allowed;
  const isAdding = installable && !installed;
  const install = useAction(
    (client) =>
      client.installMcpClient({
        params: { id },
        body: { scopes: [...scopes], record: scopes.includes('record') ? record : undefined },
      }),
    { onDone: ({ installation }) => onDone(installation), saysErrors: false },
  );
  return (
    <FormSheet
      title={t(isAdding ? 'mcpInstallTitle' : 'mcpChangeTitle', { client: displayName })}
      action={isAdding ? app('add') : app('save')}
      isBusy={install.isPending}
      isDisabled={scopes.length === 0}
      onClose={onClose}
      onSubmit={() => install.mutate()}
    >
      <p className="m-0 text-quiet">
        {t(ownToken ? 'mcpChangeHelp' : 'mcpInstallHelp', { client: displayName })}
      </p>
      <ScopeSwitches allowed={allowed} onChange={setAllowed} />
      {install.isError && (
        <Banner tone="danger" icon={TriangleAlert} isAlert>
          {textOf(install.error).line}
        </Banner>
      )}
    </FormSheet>
  );
}
