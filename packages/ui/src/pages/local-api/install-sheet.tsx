import type { McpClient, McpInstallation } from '@quoth/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Banner } from '../../design/banner.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { type Allowed, ScopeSwitches } from '../programs/scope-switches.tsx';

/** What most agents need: they transcribe and rewrite in the user's modes, and follow their own work. */
const usual: Allowed = { scopes: ['transcribe', 'rewrite', 'modes.read', 'events'], record: 'ask' };

/** Adds the bridge to an agent's program, with a token of its own: what it may do is chosen here. */
export function InstallSheet({
  client: { id, displayName, installed, installable, ownToken },
  onClose,
  onDone,
}: {
  readonly client: McpClient;
  readonly onClose: () => void;
  readonly onDone: (installation: McpInstallation) => void;
}) {
  const t = useTranslations('localApi');
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
  const failure = install.isError ? textOf(install.error) : undefined;
  return (
    <FormSheet
      title={t(isAdding ? 'mcpInstallTitle' : 'mcpChangeTitle', { client: displayName })}
      action={t(isAdding ? 'mcpAdd' : 'mcpSave')}
      isBusy={install.isPending}
      isDisabled={scopes.length === 0}
      onClose={onClose}
      onSubmit={() => install.mutate()}
    >
      <p className="m-0 text-quiet">
        {t(ownToken ? 'mcpChangeHelp' : 'mcpInstallHelp', { client: displayName })}
      </p>
      <ScopeSwitches allowed={allowed} onChange={setAllowed} />
      {failure && (
        <Banner tone="danger" icon={TriangleAlert} isAlert>
          {[failure.message, failure.hint].filter(Boolean).join(' ')}
        </Banner>
      )}
    </FormSheet>
  );
}
