import { type ApiServerState, type errorWords, settingFields } from '@quoth/contract';
import { Eye, EyeOff, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useClient } from '../../application/application-provider.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { useToast } from '../../design/toasts.tsx';
import { RevealButton } from '../reveal-button.tsx';
import { TextSetting } from '../settings/typed-setting.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { AllowedFolders } from './allowed-folders.tsx';

/** Port, token and discovery file, each with a copy button, and below them what is wrong. */
export function ConnectionTab({ server }: { readonly server: ApiServerState }) {
  const t = useTranslations();
  const changeSettings = useChangeSettings();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <div className="divide-y divide-line rounded-card border border-line bg-raised">
          <SettingRow
            title={t('localApi.port')}
            description={t('localApi.portHelp')}
            control={
              <>
                <code className="font-mono tabular" data-field="port">
                  {server.port ?? '–'}
                </code>
                {server.port !== null && (
                  <CopyButton
                    text={String(server.port)}
                    name={t('localApi.copyPort')}
                    doneName={t('app.copied')}
                  />
                )}
              </>
            }
          />
          <TokenRow />
          <SettingRow
            title={t('localApi.file')}
            description={<code className="font-mono break-all">{server.discovery_file}</code>}
            control={
              <>
                <CopyButton
                  text={server.discovery_file}
                  name={t('localApi.copyFile')}
                  doneName={t('app.copied')}
                />
                <RevealButton what="discovery-file" name={t('localApi.showFile')} />
              </>
            }
          />
          <SettingRow
            title={t('localApi.fixedPort')}
            description={t('localApi.fixedPortHelp')}
            control={
              <TextSetting
                name={t('localApi.fixedPort')}
                value={server.fixed_port === null ? null : String(server.fixed_port)}
                placeholder={t('localApi.anyPort')}
                schema={fixedPort}
                onChange={(written) =>
                  changeSettings({ apiFixedPort: written === null ? null : Number(written) })
                }
              />
            }
          />
        </div>
        {server.notices.map(({ id, message, hint }) => (
          <Banner key={id} tone="warning" icon={TriangleAlert}>
            {message} {hint}
          </Banner>
        ))}
        {server.token_storage === 'file' && (
          <Banner tone="warning" icon={TriangleAlert}>
            {t('localApi.tokenInFile')}
          </Banner>
        )}
      </div>
      <AllowedFolders />
    </div>
  );
}

/** A port as it is typed: digits, or nothing. */
const fixedPort = {
  safeParse: (written: unknown, params: { readonly error: typeof errorWords }) => {
    const port = written === null ? null : Number(written);
    const parsed = settingFields.apiFixedPort.safeParse(port, params);
    return parsed.success ? { success: true as const, data: written as string | null } : parsed;
  },
};

function TokenRow() {
  const t = useTranslations();
  const client = useClient();
  const say = useToast();
  const [isRevealed, setRevealed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const token = useRead('getToken', undefined, { isWanted: isRevealed }).data?.token;
  const regenerate = useAction((calls) => calls.regenerateToken(), {
    onDone: () => {
      setAsking(false);
      say({ text: t('localApi.regenerated') });
    },
  });
  return (
    <SettingRow
      title={t('localApi.token')}
      description={
        <code className="font-mono break-all" data-field="token">
          {isRevealed && token !== undefined ? token : '•'.repeat(24)}
        </code>
      }
      control={
        <>
          <IconButton
            icon={isRevealed ? EyeOff : Eye}
            name={t(isRevealed ? 'localApi.hideToken' : 'localApi.revealToken')}
            onClick={() => setRevealed(!isRevealed)}
          />
          <CopyButton
            text={async () => (await client.getToken()).token}
            name={t('localApi.copyToken')}
            doneName={t('app.copied')}
          />
          <Button icon={RotateCw} onClick={() => setAsking(true)}>
            {t('localApi.regenerate')}
          </Button>
          <Confirm
            title={t('localApi.regenerateTitle')}
            consequence={t('localApi.regenerateConsequence')}
            action={t('localApi.regenerate')}
            cancel={t('app.cancel')}
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            onConfirm={() => regenerate.mutate()}
            isBusy={regenerate.isPending}
          />
        </>
      }
    />
  );
}
