import { QuothError } from '@quoth/client';
import { type Provider, setProviderKeyBody } from '@quoth/contract';
import { ExternalLink, Eye, EyeOff, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isPrepaid } from '../../application/use-account.ts';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { TextField } from '../../design/text-field.tsx';
import { AccountTable } from './account-table.tsx';
import { KeyBanner } from './key-banner.tsx';
import { useKeyEntry } from './use-key-entry.ts';

/** Where a key is typed, tested, replaced and removed. The key itself never comes back to the page. */
export function KeySheet({
  provider,
  onClose,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const { id, displayName, keys_page, key_present, kind } = provider;
  const prepaid = isPrepaid(provider);
  const field = useRef<HTMLInputElement>(null);
  const [isRevealed, setRevealed] = useState(false);
  const entry = useKeyEntry(provider);
  const remove = useAction((client) => client.removeProviderKey({ params: { id } }), {
    onDone: () => {
      entry.clear();
      field.current?.focus();
    },
  });
  const removeServer = useAction((client) => client.removeEndpoint({ params: { id } }), { onDone: onClose });
  const parsed = setProviderKeyBody.safeParse({ key: entry.typed });
  const close = () => {
    entry.keepNow();
    onClose();
  };
  return (
    <Sheet
      title={displayName}
      closeLabel={t('app.close')}
      isOpen
      onClose={close}
      initialFocus={field}
      footer={
        <>
          {key_present && !prepaid && (
            <Button
              kind="quiet"
              icon={Trash2}
              className="me-auto"
              busy={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('apiKeys.remove')}
            </Button>
          )}
          {kind === 'endpoint' && (
            <Button
              kind="quiet"
              {...(prepaid && { icon: Trash2, className: 'me-auto' })}
              busy={removeServer.isPending}
              onClick={() => removeServer.mutate()}
            >
              {t(prepaid ? 'apiKeys.removeGateway' : 'apiKeys.removeServer')}
            </Button>
          )}
          <Button onClick={close}>{t('apiKeys.done')}</Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          entry.test();
        }}
      >
        <TextField
          label={t(prepaid ? 'apiKeys.token' : 'apiKeys.key')}
          controlRef={field}
          type={isRevealed ? 'text' : 'password'}
          value={entry.typed}
          onValueChange={entry.type}
          placeholder={t(key_present ? 'apiKeys.keptPlaceholder' : 'apiKeys.placeholder')}
          autoComplete="off"
          spellCheck={false}
          isCode
          description={t('apiKeys.keyHelp')}
          error={entry.typed !== '' && !parsed.success ? parsed.error.issues[0]?.message : undefined}
          end={
            <IconButton
              icon={isRevealed ? EyeOff : Eye}
              name={t(isRevealed ? 'apiKeys.hide' : 'apiKeys.reveal')}
              disabled={entry.typed === ''}
              onClick={() => setRevealed(!isRevealed)}
            />
          }
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button type="submit" disabled={!entry.canTest} focusableWhenDisabled={entry.isTesting}>
            {t('apiKeys.test')}
          </Button>
          {keys_page !== null && (
            <a href={keys_page} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1.5">
              {t('apiKeys.getKey')}
              <Icon of={ExternalLink} />
            </a>
          )}
        </div>
        {entry.failure ? (
          <KeyFailure error={entry.failure} onRetry={entry.test} />
        ) : (
          <KeyBanner provider={provider} isAboutTyped={entry.isAboutTyped} isTesting={entry.isTesting} />
        )}
      </form>
      {prepaid && <AccountTable provider={provider} />}
    </Sheet>
  );
}

/** Why the key was not kept; where there is no secure store, a file that only the user can read is one click away. */
function KeyFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useTranslations('apiKeys');
  const { message, hint } = useErrorText()(error);
  const useFile = useAction((client) => client.updateSettings({ body: { keyStorage: 'file' } }), {
    onDone: onRetry,
  });
  const hasNoStore = error instanceof QuothError && error.hint?.includes('keyStorage file') === true;
  if (!hasNoStore)
    return (
      <Banner tone="warning" icon={TriangleAlert} isAlert>
        {message}
        {hint !== undefined && <span className="block text-secondary text-quiet">{hint}</span>}
      </Banner>
    );
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      isAlert
      action={
        <Button busy={useFile.isPending} onClick={() => useFile.mutate()}>
          {t('keepInFile')}
        </Button>
      }
    >
      {t('noStore')}
      <span className="block text-secondary text-quiet">{t('noStoreHelp')}</span>
    </Banner>
  );
}
