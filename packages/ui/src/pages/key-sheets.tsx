import { type CallInput, type Client, QuothError } from '@quoth/client';
import {
  addEndpointBody,
  type EndpointPreset,
  isInLocalNetwork,
  isMessage,
  type Provider,
  setProviderKeyBody,
  withVersion,
} from '@quoth/contract';
import {
  CircleCheck,
  ExternalLink,
  Eye,
  EyeOff,
  Loader2,
  Trash2,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../design/button.tsx';
import { Sheet } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { Select } from '../design/select.tsx';
import { SettingGroup, SwitchRow } from '../design/settings.tsx';
import { Banner } from '../design/states.tsx';
import { isPrepaid, useAccount, useAccountText, useTierName } from '../session/account.tsx';
import { useAction, useCheck, useErrorText } from '../session/application.tsx';
import { FormSheet } from './form-sheet.tsx';

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
  const check = useCheck();
  const parsed = check(setProviderKeyBody, { key: entry.typed });
  const close = () => {
    entry.keepNow();
    onClose();
  };
  return (
    <Sheet
      title={displayName}
      isOpen
      onClose={close}
      initialFocus={field}
      footer={
        <>
          {key_present && !prepaid && (
            <Button
              kind="quiet"
              icon={Trash2}
              className="-ms-3 me-auto"
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
          <Button onClick={close}>{t('app.done')}</Button>
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
          error={entry.typed !== '' && !parsed.success ? parsed.problems[0]?.message : undefined}
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
          <KeyBanner provider={provider} isForTypedKey={entry.isForTypedKey} isTesting={entry.isTesting} />
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
  const hasNoStore =
    error instanceof QuothError &&
    error.advice.some((part) => isMessage(part) && part.reason === 'keepKeysInFiles');
  const help = hasNoStore ? t('noStoreHelp') : hint;
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      isAlert
      action={
        hasNoStore && (
          <Button busy={useFile.isPending} onClick={() => useFile.mutate()}>
            {t('keepInFile')}
          </Button>
        )
      }
    >
      {hasNoStore ? t('noStore') : message}
      {help !== undefined && <span className="block text-secondary text-quiet">{help}</span>}
    </Banner>
  );
}

/** How long after typing stops a key is stored and checked. */
const AFTER_TYPING_MS = 500;

/** Stores what is typed once typing stops, then has it checked. */
function useKeyEntry({ id, key_present }: Provider) {
  const [typed, setTyped] = useState('');
  const [kept, setKept] = useState('');
  const asked = useRef('');
  const writing = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** One after the other, so that the key typed last is the one that stays; the same key is not written twice. */
  const write = (client: Client, key: string): Promise<void> => {
    if (key === asked.current) return writing.current;
    asked.current = key;
    const written = writing.current
      .catch(() => {})
      .then(async () => {
        await client.setProviderKey({ params: { id }, body: { key } });
        setKept(key);
      });
    writing.current = written;
    written.catch(() => {
      if (asked.current === key) asked.current = '';
    });
    return written;
  };
  const check = useAction(
    async (client, key: string) => {
      if (key !== '') await write(client, key);
      await client.testProvider({ params: { id } });
    },
    { saysErrors: false },
  );
  const keep = useAction(write);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readable = setProviderKeyBody.safeParse({ key: typed });
  const key = typed === '' ? '' : readable.data?.key;
  const isTesting = check.isPending && check.variables === key;
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      const next = setProviderKeyBody.safeParse({ key: text });
      if (next.success) timer.current = setTimeout(() => check.mutate(next.data.key), AFTER_TYPING_MS);
    },
    clear: () => {
      clearTimeout(timer.current);
      asked.current = '';
      setKept('');
      setTyped('');
    },
    /** True if the known status is about the typed key, or nothing is typed. */
    isForTypedKey: isTesting || key === '' || key === kept,
    /** Not empty, and not being tested. */
    canTest: !isTesting && (typed === '' ? key_present : readable.success),
    /** The typed key is being tested; a test of an earlier key is not shown. */
    isTesting,
    /** Why the typed key could not be stored or tested; null if nothing went wrong. */
    failure: isTesting || check.variables !== key ? null : check.error,
    /** Checks at once, without the wait and whatever is already known. */
    test: () => {
      clearTimeout(timer.current);
      if (key !== undefined) check.mutate(key);
    },
    /** Stores what was typed without waiting, for example when the sheet is closed. */
    keepNow: () => {
      clearTimeout(timer.current);
      if (key !== undefined && key !== '' && key !== asked.current) keep.mutate(key);
    },
  };
}

type Kind = EndpointPreset | 'other';

/** Adds a server of the user that speaks OpenAI's dialect. */
export function EndpointSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const textOf = useErrorText();
  const [kind, setKind] = useState<Kind>('ollama');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [allowUnencrypted, setAllowed] = useState(false);
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
    ...(allowUnencrypted && { allowUnencrypted }),
  };
  const check = useCheck();
  const parsed = check(addEndpointBody, body);
  const problemOf = (field: string) =>
    parsed.success ? undefined : parsed.problems.find(({ path }) => path[0] === field)?.message;
  const isMissing = kind === 'other' && address.trim() === '';
  return (
    <FormSheet
      title={t('apiKeys.addServer')}
      action={t('apiKeys.addServer')}
      isBusy={add.isPending}
      problem={add.isError ? textOf(add.error).message : undefined}
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
        label={t('app.address')}
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
      <Unencrypted address={address} isAllowed={allowUnencrypted} onChange={setAllowed} />
      <TextField
        label={t('app.itsName')}
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
    </FormSheet>
  );
}

/** For an address of the local network: what that means, and the choice. */
function Unencrypted({
  address,
  isAllowed,
  onChange,
}: {
  readonly address: string;
  readonly isAllowed: boolean;
  readonly onChange: (isAllowed: boolean) => void;
}) {
  const t = useTranslations('apiKeys');
  const url = URL.parse(address.trim());
  if (!url || !isInLocalNetwork(url)) return null;
  return (
    <SettingGroup>
      <SwitchRow
        title={t('allowUnencrypted')}
        description={t('allowUnencryptedHelp')}
        isOn={isAllowed}
        onChange={onChange}
      />
    </SettingGroup>
  );
}

/** Sets up a Quoth gateway: its address and the token of an account there. It is checked at once. */
export function GatewaySheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [allowUnencrypted, setAllowed] = useState(false);
  const [wasSent, setSent] = useState(false);
  const body = {
    preset: 'quoth-gateway' as const,
    baseUrl: withVersion(address),
    key,
    ...(allowUnencrypted && { allowUnencrypted }),
  };
  const check = useCheck();
  const parsed = check(addEndpointBody, body);
  const add = useAction(
    async (client) => {
      const { provider } = await client.addEndpoint({ body });
      await client.testProvider({ params: { id: provider.id } });
    },
    { onDone: onClose, saysErrors: false },
  );
  const problemOf = (name: string) =>
    parsed.success ? undefined : parsed.problems.find(({ path }) => path[0] === name)?.message;
  return (
    <FormSheet
      title={t('apiKeys.gateway')}
      action={t('apiKeys.addGateway')}
      isBusy={add.isPending}
      problem={add.isError ? textOf(add.error).line : undefined}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (parsed.success) add.mutate();
      }}
    >
      <TextField
        label={t('app.address')}
        controlRef={field}
        value={address}
        onValueChange={setAddress}
        placeholder="https://cloud.example.com"
        isCode
        description={t('apiKeys.gatewayAddressHelp')}
        error={wasSent || address.length > 8 ? problemOf('baseUrl') : undefined}
      />
      <Unencrypted address={address} isAllowed={allowUnencrypted} onChange={setAllowed} />
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
    </FormSheet>
  );
}

/** One banner of fixed height, so that nothing jumps: the state of the key. */
function KeyBanner({
  provider,
  isForTypedKey,
  isTesting,
}: {
  readonly provider: Provider;
  /** Otherwise nothing is shown, because the known status is about another key. */
  readonly isForTypedKey: boolean;
  readonly isTesting: boolean;
}) {
  const t = useTranslations('apiKeys');
  const health = useTranslations('health');
  const { label, displayName, reason } = provider;
  return (
    <div className="min-h-15">
      {!isForTypedKey ? null : isTesting || label === 'Checking…' ? (
        <Banner icon={Loader2}>
          <span className="text-quiet">{health('Checking…')}</span>
        </Banner>
      ) : label === 'Valid' ? (
        <Banner tone="success" icon={CircleCheck}>
          {t('valid')}
        </Banner>
      ) : label === 'Invalid' ? (
        <Banner tone="warning" icon={TriangleAlert}>
          {t('invalid')}
        </Banner>
      ) : label === 'Unreachable' ? (
        <Banner tone="warning" icon={WifiOff}>
          {t('unreachable', { provider: displayName })}
          {reason !== null && <span className="block text-secondary text-quiet">{reason}</span>}
        </Banner>
      ) : null}
    </div>
  );
}

/** The price of a minute of each tier, and how long the balance lasts. */
function AccountTable({ provider }: { readonly provider: Provider }) {
  const t = useTranslations();
  const account = useAccount(provider);
  const words = useAccountText();
  const tierName = useTierName();
  if (!account) return null;
  return (
    <section aria-labelledby="account" className="flex flex-col gap-2">
      <h3 id="account" className="m-0 flex justify-between gap-4 text-body font-medium">
        {t('account.title')}
        <span className="tabular">{words.balance(account)}</span>
      </h3>
      <ul className="m-0 list-none divide-y divide-line rounded-card border border-line p-0">
        {account.tiers.map(({ id, per_minute_micro, minutes_left }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-2">
            <span className="min-w-24 flex-1">{tierName(id)}</span>
            <span className="tabular text-secondary text-quiet">
              {[words.price(account, per_minute_micro), words.minutesLeft(minutes_left)]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
