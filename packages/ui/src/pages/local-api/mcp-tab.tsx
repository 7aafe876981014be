import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Select } from '../../design/select.tsx';
import { McpClientCard } from './mcp-client-card.tsx';

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
            {client && (
              <McpClientCard key={client.id} client={client} onChange={() => void query.refetch()} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
