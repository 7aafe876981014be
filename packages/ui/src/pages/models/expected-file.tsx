import type { CatalogModel } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../design/copy-button.tsx';
import { useSizeText } from './model-sizes.ts';

/** Where to download the file of a model, and how to recognise the right one. */
export function ExpectedFile({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const sizeText = useSizeText();
  const { address, sha256, size_bytes } = model;
  return (
    <div className="flex flex-col gap-2 rounded-control bg-sunken px-3 py-2 text-secondary">
      <dl className="m-0 flex flex-col gap-2">
        {address !== null && (
          <div>
            <dt className="text-quiet">{t('address')}</dt>
            <dd className="m-0 flex min-w-0 items-center justify-between gap-2">
              <span className="truncate font-mono" title={address}>
                {address}
              </span>
              <CopyButton text={address} name={t('copyAddress')} doneName={app('copied')} />
            </dd>
          </div>
        )}
        {sha256 !== null && (
          <div>
            <dt className="text-quiet">{t('checksum')}</dt>
            <dd className="m-0 flex min-w-0 items-center justify-between gap-2">
              <span className="font-mono break-all">{sha256}</span>
              <CopyButton text={sha256} name={t('copyChecksum')} doneName={app('copied')} />
            </dd>
          </div>
        )}
      </dl>
      <p className="m-0 text-quiet">{t('checkedHelp', { size: sizeText(size_bytes) })}</p>
    </div>
  );
}
