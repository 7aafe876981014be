import type { CallInput } from '@quoth/client';
import { addEndpointBody, type EndpointPreset } from '@quoth/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Select } from '../../design/select.tsx';
import { TextField } from '../../design/text-field.tsx';
import { FormSheet } from '../form-sheet.tsx';

type Kind = EndpointPreset | 'other';

/** Adds a server of the user that speaks OpenAI's dialect. */
export function EndpointSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const textOf = useErrorText();
  const [kind, setKind] = useState<Kind>('ollama');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [wasSent, setSent] = useState(false);
  const add = useAction(
    (client, body: CallInput<'addEndpoint'>['body']) => client.addEndpoint({ ...(body && { body }) }),
    {
      onDone: onClose,
      saysErrors: false,
    },
  );
  const body = {
    ...(kind !== 'other' && { preset: kind }),
    ...(name.trim() !== '' && { displayName: name }),
    ...(address.trim() !== '' && { baseUrl: address }),
    ...(key.trim() !== '' && { key }),
  };
  const parsed = addEndpointBody.safeParse(body);
  const problemOf = (field: string) =>
    parsed.success ? undefined : parsed.error.issues.find(({ path }) => path[0] === field)?.message;
  const isMissing = kind === 'other' && address.trim() === '';
  return (
    <FormSheet
      title={t('apiKeys.addServer')}
      action={t('apiKeys.addServer')}
      isBusy={add.isPending}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (parsed.success && !isMissing) add.mutate(body);
      }}
    >
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">{t('apiKeys.serverKind')}</span>
        <Select<Kind>
          name={t('apiKeys.serverKind')}
          value={kind}
          choices={[
            { value: 'ollama', label: 'Ollama', detail: 'http://127.0.0.1:11434/v1' },
            { value: 'lm-studio', label: 'LM Studio', detail: 'http://127.0.0.1:1234/v1' },
            { value: 'openrouter', label: 'OpenRouter', detail: 'https://openrouter.ai/api/v1' },
            { value: 'other', label: t('apiKeys.otherServer') },
          ]}
          onChange={setKind}
          className="w-full"
        />
      </div>
      <TextField
        label={t('apiKeys.serverAddress')}
        value={address}
        onValueChange={setAddress}
        placeholder={kind === 'other' ? 'https://example.org/v1' : t('apiKeys.asUsual')}
        isCode
        description={t('apiKeys.serverAddressHelp')}
        error={
          wasSent && isMissing
            ? t('apiKeys.addressMissing')
            : address === ''
              ? undefined
              : problemOf('baseUrl')
        }
      />
      <TextField
        label={t('apiKeys.serverName')}
        value={name}
        onValueChange={setName}
        placeholder={t('apiKeys.optional')}
        error={problemOf('displayName')}
      />
      <TextField
        label={t('apiKeys.key')}
        type="password"
        autoComplete="off"
        value={key}
        onValueChange={setKey}
        placeholder={t('apiKeys.optional')}
        isCode
        error={problemOf('key')}
      />
      {add.isError && (
        <p role="alert" className="m-0 text-danger">
          {textOf(add.error).message}
        </p>
      )}
    </FormSheet>
  );
}
