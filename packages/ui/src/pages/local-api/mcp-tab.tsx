import type { McpClient } from '@quoth/contract';
import { CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Select } from '../../design/select.tsx';

/** The configuration that an agent's program needs for the bridge, and a button that adds it. */
export function McpTab() {
  const t = useTranslations('localApi');
  const query = useRead('listMcpClients');
  const [chosen, setChosen] = useState<string>();
  return (
    <Loaded query={query} rows={4}>
      {({ clients }) => {
        const client = clients.find(({ id }) => id === chosen) ?? clients[0];
        return (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="m-0 min-w-0 flex-1 basis-60 text-quiet">{t('mcpHelp')}</p>
              {client && (
                <Select<string>
                  name={t('mcpClient')}
                  value={client.id}
                  choices={clients.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                  onChange={setChosen}
                  className="w-48"
                />
              )}
            </div>
            {client && <McpClientCard key={client.id} client={client} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function McpClientCard({ client }: { readonly client: McpClient }) {
  const t = useTranslations();
  const { id, displayName, file, snippet, installable, afterwards } = client;
  const install = useAction((calls) => calls.installMcpClient({ params: { id } }));
  const outcome = install.data?.installation;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="m-0 min-w-0 flex-1 basis-60">
          {file === null ? t('localApi.mcpNoFile', { client: displayName }) : t('localApi.mcpFile')}
          {file !== null && <code className="block font-mono text-secondary break-all">{file}</code>}
        </p>
        {installable && (
          <Button icon={Download} kind="primary" busy={install.isPending} onClick={() => install.mutate()}>
            {t('localApi.mcpInstall', { client: displayName })}
          </Button>
        )}
      </div>
      {outcome && outcome.state !== 'refused' && (
        <Banner tone="success" icon={CircleCheck}>
          {t(outcome.state === 'written' ? 'localApi.mcpInstalled' : 'localApi.mcpUnchanged', {
            client: displayName,
          })}{' '}
          {outcome.state === 'written' && afterwards}
          {outcome.backup !== null && (
            <span className="block text-secondary text-quiet">
              {t('localApi.mcpBackup', { file: outcome.backup })}
            </span>
          )}
        </Banner>
      )}
      {outcome?.state === 'refused' && (
        <Banner tone="warning" icon={TriangleAlert}>
          {t('localApi.mcpRefused', { reason: outcome.reason ?? '' })}
        </Banner>
      )}
      <CodeBlock
        title={displayName}
        code={snippet}
        copyName={t('localApi.copySnippet', { name: displayName })}
        doneName={t('app.copied')}
      />
    </div>
  );
}
