import type { ApiServerState } from '@quoth/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { CodeBlock } from '../../design/code-block.tsx';
import { Select } from '../../design/select.tsx';
import { type Shell, type Source, shells, snippet, snippetIds } from './snippets.ts';

const hidden = '••••••••';

/** Commands to try the API with: filled in while it runs, reading the discovery file while it does not. */
export function CurlTab({ server }: { readonly server: ApiServerState }) {
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="m-0 min-w-0 flex-1 basis-60 text-quiet">
          {t(isLive ? 'localApi.curlLive' : 'localApi.curlFile')}
        </p>
        <Select<Shell>
          name={t('localApi.shell')}
          value={shell}
          choices={shells.map((value) => ({ value, label: t(`localApi.shell_${value}`) }))}
          onChange={setShell}
          className="w-44"
        />
      </div>
      {snippetIds.map((id) => (
        <CodeBlock
          key={id}
          title={t(`localApi.snippet_${id}`)}
          code={snippet(id, shell, source)}
          shown={snippet(id, shell, shown)}
          copyName={t('localApi.copySnippet', { name: t(`localApi.snippet_${id}`) })}
          doneName={t('app.copied')}
        />
      ))}
    </div>
  );
}
