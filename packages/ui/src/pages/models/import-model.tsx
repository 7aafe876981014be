import { QuothError } from '@quoth/client';
import type { CatalogModel } from '@quoth/contract';
import { File as FileIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FileInput, TextField } from '../../design/field.tsx';
import { ProgressBar } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useAction, useErrorText, useRead } from '../../session/application.tsx';
import { examplePath } from '../../system.ts';
import { useSizeText } from './model-sizes.ts';

/**
 * Imports a model file of this machine: chosen, dropped, or named by its path. A file of the catalog must be exactly
 * that file.
 */
export function ImportModel({
  meant,
  dropped,
  onClose,
}: {
  /** The model that the file is imported as; without one, the file's name decides. */
  readonly meant?: CatalogModel;
  readonly dropped?: File;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const say = useToast();
  const textOf = useErrorText();
  const sizeText = useSizeText();
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  const start = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const ending = useRef<AbortController>(undefined);
  const [file, setFile] = useState(dropped);
  const [path, setPath] = useState('');
  useEffect(() => () => ending.current?.abort(), []);
  const expected = meant ?? catalog.find((model) => fileNameOf(model) === (file?.name ?? lastPart(path)));
  const load = useAction(
    async (client) => {
      ending.current = new AbortController();
      const { signal } = ending.current;
      const model_id = expected?.id;
      // Checked here, so that no one waits until gigabytes are sent.
      const isOther = file !== undefined && expected !== undefined && file.size !== expected.size_bytes;
      if (isOther)
        throw new QuothError('INVALID_REQUEST', {
          message: t('models.otherFile', { name: expected.displayName, size: expected.size_bytes }),
        });
      if (file && (await file.slice(0, 4).text()) !== 'GGUF')
        throw new QuothError('INVALID_REQUEST', { message: t('models.notGguf') });
      return file
        ? client.uploadModel({ bytes: file, query: { name: file.name, model_id }, signal })
        : client.importModel({ body: { path: path.trim(), model_id }, signal });
    },
    {
      saysErrors: false,
      onDone: ({ model }) => {
        say({ text: t('models.imported', { name: model.displayName }) });
        onClose();
      },
    },
  );
  const problem = load.isError ? textOf(load.error).line : undefined;
  return (
    <Dialog
      title={meant ? t('models.bringTitle', { name: meant.displayName }) : t('models.importTitle')}
      description={t(meant ? 'models.byHandHelp' : 'models.importHelp')}
      isOpen
      onClose={onClose}
      initialFocus={start}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="import-model"
            busy={load.isPending}
            disabled={file === undefined && path.trim() === ''}
          >
            {t('models.importNow')}
          </Button>
        </>
      }
    >
      <form
        id="import-model"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          load.mutate();
        }}
      >
        {meant && <ExpectedFile model={meant} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            ref={start}
            icon={FileIcon}
            disabled={load.isPending}
            onClick={() => chooser.current?.click()}
          >
            {t('models.chooseFile')}
          </Button>
          <span className="min-w-0 flex-1 basis-40 break-all text-quiet" role="status">
            {file ? t('models.chosenFile', { name: file.name, size: sizeText(file.size) }) : ''}
          </span>
          <FileInput
            ref={chooser}
            name={t('models.chooseFile')}
            accept=".gguf"
            onFile={(chosen) => {
              load.reset();
              setFile(chosen);
              setPath('');
            }}
          />
        </div>
        <TextField
          label={t('models.path')}
          placeholder={examplePath(t('models.pathPlaceholder'))}
          isCode
          disabled={load.isPending}
          value={path}
          onValueChange={(value) => {
            load.reset();
            setFile(undefined);
            setPath(value);
          }}
          error={file ? undefined : problem}
        />
        {!meant && expected && <ExpectedFile model={expected} />}
        {file && problem !== undefined && (
          <p role="alert" className="m-0 text-secondary break-words text-danger">
            {problem}
          </p>
        )}
        {load.isPending && (
          <div role="status" className="flex flex-col gap-2 text-secondary text-quiet">
            {t('models.importing')}
            <ProgressBar name={t('models.importing')} value={null} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** The name of a catalog model's file; undefined if it cannot be downloaded. */
function fileNameOf({ address }: CatalogModel): string | undefined {
  return address === null ? undefined : lastPart(address);
}

function lastPart(path: string): string {
  return path.trim().split(/[\\/]/).at(-1) ?? '';
}

/** Where to download the file of a model, and how to recognise the right one. */
function ExpectedFile({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const sizeText = useSizeText();
  const { address, sha256, size_bytes } = model;
  return (
    <div className="flex flex-col gap-2 rounded-control bg-sunken px-3 py-2 text-secondary">
      <dl className="m-0 flex flex-col gap-2">
        {address !== null && (
          <div>
            <dt className="text-quiet">{app('address')}</dt>
            <dd className="m-0 flex min-w-0 items-center justify-between gap-2">
              <span className="truncate font-mono" title={address}>
                {address}
              </span>
              <CopyButton text={address} name={t('copyAddress')} />
            </dd>
          </div>
        )}
        {sha256 !== null && (
          <div>
            <dt className="text-quiet">{t('checksum')}</dt>
            <dd className="m-0 flex min-w-0 items-center justify-between gap-2">
              <span className="font-mono break-all">{sha256}</span>
              <CopyButton text={sha256} name={t('copyChecksum')} />
            </dd>
          </div>
        )}
      </dl>
      <p className="m-0 text-quiet">{t('checkedHelp', { size: sizeText(size_bytes) })}</p>
    </div>
  );
}
