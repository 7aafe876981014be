import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { Check, Download, Ellipsis, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Icon } from '../../design/icon.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { ImportModel } from './import-model.tsx';
import { useSizeText } from './model-sizes.ts';

/** What can be done with a model: download it, import its file, or remove it. A download has its own buttons. */
export function ModelAction({
  model,
  download,
  isCompact = false,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
  /** In a table row: only the download, and without text. */
  readonly isCompact?: boolean;
}) {
  const t = useTranslations();
  const sizeText = useSizeText();
  const [isBringing, setBringing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, displayName, installed, imported, address, size_bytes } = model;
  const fetchIt = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  const remove = useAction((client) => client.removeModel({ params: { id } }), {
    onDone: () => setAsking(false),
  });
  if (installed) {
    return (
      <div className="flex items-center gap-2">
        <span className="inline-flex items-center gap-1.5 text-success">
          <Icon of={Check} />
          {t('models.installed')}
        </span>
        <Menu
          trigger={<IconButton icon={Ellipsis} name={t('models.actionsOf', { name: displayName })} />}
          actions={[
            {
              id: 'remove',
              label: t('models.remove'),
              icon: Trash2,
              run: () => setAsking(true),
              isDangerous: true,
            },
          ]}
        />
        <Confirm
          title={t('models.removeTitle', { name: displayName })}
          consequence={t(imported ? 'models.removeOwnConsequence' : 'models.removeConsequence', {
            size: sizeText(size_bytes),
          })}
          action={t('models.remove')}
          cancel={t('app.cancel')}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate()}
          isBusy={remove.isPending}
        />
      </div>
    );
  }
  if (download || address === null) return null;
  if (isCompact) {
    return (
      <IconButton
        icon={Download}
        name={t('models.downloadNamed', { name: displayName })}
        disabled={fetchIt.isPending}
        onClick={() => fetchIt.mutate()}
      />
    );
  }
  return (
    <div className="flex items-center gap-1">
      <Button
        icon={Download}
        aria-label={t('models.downloadNamed', { name: displayName })}
        busy={fetchIt.isPending}
        onClick={() => fetchIt.mutate()}
      >
        {t('models.download')}
      </Button>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('models.actionsOf', { name: displayName })} />}
        actions={[{ id: 'by-hand', label: t('models.byHand'), icon: Upload, run: () => setBringing(true) }]}
      />
      {isBringing && <ImportModel meant={model} onClose={() => setBringing(false)} />}
    </div>
  );
}
