import { addEndpointBody } from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { TextField } from '../../design/text-field.tsx';
import { FormSheet } from '../form-sheet.tsx';

/** Sets up a Quoth gateway: its address and the token of an account there. It is checked at once. */
export function GatewaySheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [wasSent, setSent] = useState(false);
  const body = { preset: 'quoth-gateway' as const, baseUrl: withVersion(address), key };
  const parsed = addEndpointBody.safeParse(body);
  const add = useAction(
    async (client) => {
      const { provider } = await client.addEndpoint({ body });
      await client.testProvider({ params: { id: provider.id } });
    },
    { onDone: onClose, saysErrors: false },
  );
  const problemOf = (name: string) =>
    parsed.success ? undefined : parsed.error.issues.find(({ path }) => path[0] === name)?.message;
  const error = add.isError ? textOf(add.error) : undefined;
  return (
    <FormSheet
      title={t('apiKeys.gateway')}
      action={t('apiKeys.addGateway')}
      isBusy={add.isPending}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (parsed.success) add.mutate();
      }}
    >
      <TextField
        label={t('apiKeys.serverAddress')}
        controlRef={field}
        value={address}
        onValueChange={setAddress}
        placeholder="https://cloud.example.com"
        isCode
        description={t('apiKeys.gatewayAddressHelp')}
        error={wasSent || address.length > 8 ? problemOf('baseUrl') : undefined}
      />
      <TextField
        label={t('apiKeys.token')}
        type="password"
        autoComplete="off"
        value={key}
        onValueChange={setKey}
        placeholder={t('apiKeys.tokenPlaceholder')}
        isCode
        description={t('apiKeys.tokenHelp')}
        error={wasSent ? problemOf('key') : undefined}
      />
      {error && (
        <p role="alert" className="m-0 text-danger">
          {[error.message, error.hint].filter(Boolean).join(' ')}
        </p>
      )}
    </FormSheet>
  );
}

/** A gateway's routes are below /v1. */
function withVersion(address: string): string {
  const bare = address.trim().replace(/\/+$/, '');
  return bare === '' || /\/v1$/.test(bare) ? bare : `${bare}/v1`;
}
