import type { McpClient, McpInstallation } from '@quoth/contract';
import { CircleCheck, Download, SlidersHorizontal, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { ScopePills } from '../programs/scope-pills.tsx';
import { InstallSheet } from './install-sheet.tsx';

/** What became of the program's configuration just now. */
interface Outcome {
  readonly installation: McpInstallation;
  readonly isRemoval: boolean;
  /** The program had a token of its own before, and so the lines that name it. */
  readonly hadToken: boolean;
}

/** One program: where its configuration is, what it may do, and the lines for it. */
export function McpClientCard({
  client,
  onChange,
}: {
  readonly client: McpClient;
  readonly onChange: () => void;
}) {
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
        doneName={t('app.copied')}
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
        cancel={t('app.cancel')}
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
  const t = useTranslations('localApi');
  if (ownToken)
    return (
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span>{t('mcpMay')}</span>
        <ScopePills scopes={ownToken.scopes} />
      </div>
    );
  return <p className="m-0 text-secondary text-quiet">{t(installed ? 'mcpMayAll' : 'mcpByHandMayAll')}</p>;
}

function OutcomeBanner({
  client: { displayName, installable, afterwards },
  outcome: { installation, isRemoval, hadToken },
}: {
  readonly client: McpClient;
  readonly outcome: Outcome;
}) {
  const t = useTranslations('localApi');
  const { state, backup, reason } = installation;
  if (!installable)
    return (
      <Banner tone="success" icon={CircleCheck}>
        {t(isRemoval ? 'mcpTakeOutByHand' : hadToken ? 'mcpChanged' : 'mcpAddByHand', {
          client: displayName,
        })}
      </Banner>
    );
  if (state === 'refused')
    return (
      <Banner tone="warning" icon={TriangleAlert}>
        {t(isRemoval ? 'mcpRemovalRefused' : 'mcpRefused', { reason: reason ?? '' })}
      </Banner>
    );
  return (
    <Banner tone="success" icon={CircleCheck}>
      {isRemoval
        ? t('mcpRemoved', { client: displayName })
        : t(state === 'written' ? 'mcpInstalled' : 'mcpChanged', { client: displayName })}{' '}
      {state === 'written' && afterwards}
      {backup !== null && (
        <span className="block text-secondary text-quiet">{t('mcpBackup', { file: backup })}</span>
      )}
    </Banner>
  );
}
