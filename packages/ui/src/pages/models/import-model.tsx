import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useToast } from '../../design/toasts.tsx';

/** Takes a model file of this machine in. */
export function ImportModel({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const say = useToast();
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState('');
  const load = useAction((client) => client.importModel({ body: { path: path.trim() } }), {
    saysErrors: false,
    onDone: ({ model }) => {
      say({ text: t('models.imported', { name: model.displayName }) });
      onClose();
    },
  });
  const error = load.isError ? textOf(load.error) : undefined;
  return (
    <Dialog
      title={t('models.importTitle')}
      description={t('models.importHelp')}
      isOpen
      onClose={onClose}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="import-model"
            busy={load.isPending}
            disabled={path.trim() === ''}
          >
            {t('models.importNow')}
          </Button>
        </>
      }
    >
      <form
        id="import-model"
        onSubmit={(event) => {
          event.preventDefault();
          load.mutate();
        }}
      >
        <TextField
          label={t('models.path')}
          placeholder={t('models.pathPlaceholder')}
          isCode
          value={path}
          onValueChange={(value) => {
            load.reset();
            setPath(value);
          }}
          controlRef={field}
          error={error && [error.message, error.hint].filter(Boolean).join(' ')}
          {...(load.isPending && { description: t('models.importing') })}
        />
      </form>
    </Dialog>
  );
}
