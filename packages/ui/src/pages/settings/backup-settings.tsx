import { type BackupState, shortestPassphrase } from '@quoth/contract';
import { inOneLine } from '@quoth/words/render.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, IconButton } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { SettingGroup, SettingRow, WideRow } from '../../design/settings.tsx';
import { Banner, ProgressBar } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { noticeText, useAction, useErrorText, useRead } from '../../session/application.tsx';
import { useTranslate } from '../../text/text-provider.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { useSizeText } from '../models/model-sizes.ts';

const LOOK_MS = 500;

/**
 * Writes a backup, or restores one once it was checked and the user has confirmed. Both go on when the page is left.
 */
export function BackupSettings() {
  const t = useTranslations('settings');
  const backup = useBackup();
  const [open, setOpen] = useState<'save' | 'restore'>();
  if (!backup) return null;
  const isRunning = backup.state === 'saving' || backup.state === 'checking';
  return (
    <SettingGroup title={t('backup')} description={t('backupHelp')}>
      <SettingRow
        id="settings.backupSave"
        title={t('backupSave')}
        description={t('backupSaveHelp')}
        control={
          <Button disabled={isRunning} onClick={() => setOpen('save')}>
            {t('backupSaveOpen')}
          </Button>
        }
      />
      <SettingRow
        id="settings.backupRestore"
        title={t('backupRestore')}
        description={t('backupRestoreHelp')}
        control={
          <Button disabled={isRunning} onClick={() => setOpen('restore')}>
            {t('backupRestoreOpen')}
          </Button>
        }
      />
      <Outcome backup={backup} />
      {open === 'save' && <SaveSheet proposed={backup.file} onClose={() => setOpen(undefined)} />}
      {open === 'restore' && <RestoreSheet onClose={() => setOpen(undefined)} />}
      {backup.state === 'ready' && <Ready backup={backup} />}
    </SettingGroup>
  );
}

/** The application's backup, read again while it goes on. */
function useBackup(): BackupState | undefined {
  const queries = useQueryClient();
  const backup = useRead('getBackup').data?.backup;
  const isRunning = backup?.state === 'saving' || backup?.state === 'checking';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['getBackup'] }), LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning, queries]);
  return backup;
}

/** Shows at once what a call has answered. */
function useShown() {
  const queries = useQueryClient();
  return (answer: { readonly ok: true; readonly backup: BackupState }) =>
    queries.setQueryData(['getBackup'], answer);
}

function useDismiss() {
  return useAction((client) => client.dismissBackup(), { onDone: useShown() });
}

/** How far it is, or how it ended. */
function Outcome({ backup: { state, file, progress, result, error } }: { readonly backup: BackupState }) {
  const t = useTranslations();
  const sizeText = useSizeText();
  const dismiss = useDismiss();
  const close = (
    <IconButton
      icon={X}
      name={t(state === 'saving' || state === 'checking' ? 'app.cancel' : 'app.close')}
      onClick={() => dismiss.mutate()}
    />
  );
  if (state === 'saving' || state === 'checking') {
    const words = t(state === 'saving' ? 'settings.backupSaving' : 'settings.backupChecking');
    return (
      <WideRow>
        <div className="flex items-center gap-2">
          <ProgressBar name={words} value={progress} />
          {close}
        </div>
        <div role="status" className="text-secondary text-quiet">
          {words} <span className="font-mono break-all">{file}</span>
        </div>
      </WideRow>
    );
  }
  if (state === 'saved' && result)
    return (
      <WideRow>
        <Banner tone="success" icon={CircleCheck} action={close}>
          <p className="m-0 break-words">
            {t('settings.backupSaved', {
              count: result.recordings,
              file: result.file,
              size: sizeText(result.bytes),
            })}
          </p>
          {result.missing_audio > 0 && (
            <p className="m-0">{t('settings.backupMissing', { count: result.missing_audio })}</p>
          )}
        </Banner>
      </WideRow>
    );
  if (state === 'failed' && error)
    return (
      <WideRow>
        <Banner tone="danger" icon={CircleAlert} action={close} isAlert>
          <p className="m-0 break-words">{noticeText(error)}</p>
        </Banner>
      </WideRow>
    );
  return null;
}

function SaveSheet({ proposed, onClose }: { readonly proposed: string; readonly onClose: () => void }) {
  const t = useTranslations('settings');
  const app = useTranslations('app');
  const textOf = useErrorText();
  const shown = useShown();
  const [file, setFile] = useState(proposed);
  const [passphrase, setPassphrase] = useState('');
  const isShort = passphrase !== '' && passphrase.length < shortestPassphrase;
  const save = useAction(
    (client) => client.saveBackup({ body: { file, ...(passphrase !== '' && { passphrase }) } }),
    {
      saysErrors: false,
      onDone: (answer) => {
        shown(answer);
        onClose();
      },
    },
  );
  return (
    <FormSheet
      title={t('backupSaveTitle')}
      action={t('backupSave')}
      isBusy={save.isPending}
      isDisabled={file.trim() === '' || isShort}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={app('file')}
        description={t('backupFileHelp')}
        isCode
        value={file}
        onValueChange={setFile}
        error={save.isError ? textOf(save.error).line : undefined}
      />
      <TextField
        label={t('backupPassphrase')}
        description={t('backupPassphraseHelp')}
        type="password"
        autoComplete="new-password"
        value={passphrase}
        onValueChange={setPassphrase}
        error={isShort ? t('backupPassphraseShort', { count: String(shortestPassphrase) }) : undefined}
      />
    </FormSheet>
  );
}

function RestoreSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('settings');
  const textOf = useErrorText();
  const shown = useShown();
  const [file, setFile] = useState('');
  const check = useAction((client) => client.checkBackup({ body: { file } }), {
    saysErrors: false,
    onDone: (answer) => {
      shown(answer);
      onClose();
    },
  });
  return (
    <FormSheet
      title={t('backupRestoreTitle')}
      action={t('backupCheck')}
      isBusy={check.isPending}
      isDisabled={file.trim() === ''}
      onSubmit={() => check.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('backupRestoreFile')}
        description={t('backupRestoreFileHelp')}
        isCode
        value={file}
        onValueChange={setFile}
        error={check.isError ? textOf(check.error).line : undefined}
      />
    </FormSheet>
  );
}

/** What the checked backup holds, and the one button that replaces everything with it. */
function Ready({ backup: { summary } }: { readonly backup: BackupState }) {
  const t = useTranslations();
  const format = useFormatter();
  const textOf = useErrorText();
  const translate = useTranslate();
  const say = useToast();
  const dismiss = useDismiss();
  const [passphrase, setPassphrase] = useState('');
  const restore = useAction(
    (client) => client.restoreBackup({ body: passphrase === '' ? {} : { passphrase } }),
    {
      saysErrors: false,
      onDone: (done) => say({ text: inOneLine(t('settings.backupRestored'), translate(done).keys_problem) }),
    },
  );
  if (!summary) return null;
  const problem = restore.isError ? textOf(restore.error).line : undefined;
  const made = format.dateTime(new Date(summary.created_at), { dateStyle: 'medium', timeStyle: 'short' });
  const leftOut = summary.servers_left_out;
  const facts = { made, count: summary.recordings, actions: summary.actions };
  return (
    <Dialog
      title={t('settings.backupReadyTitle')}
      description={t(
        summary.kind === 'backup' ? 'settings.backupReady' : 'settings.backupReadyDatabase',
        facts,
      )}
      isOpen
      onClose={() => dismiss.mutate()}
      footer={
        <>
          <Button onClick={() => dismiss.mutate()}>{t('app.cancel')}</Button>
          <Button kind="danger" busy={restore.isPending} onClick={() => restore.mutate()}>
            {t('settings.backupReplace')}
          </Button>
        </>
      }
    >
      {summary.program_actions > 0 && (
        <p className="m-0">{t('settings.backupPrograms', { count: summary.program_actions })}</p>
      )}
      {leftOut.length > 0 && (
        <p className="m-0">
          {t('settings.backupServersLeftOut', { count: leftOut.length, names: format.list(leftOut) })}
        </p>
      )}
      {summary.has_keys && (
        <TextField
          label={t('settings.backupUnlock')}
          description={t('settings.backupUnlockHelp')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onValueChange={setPassphrase}
          error={problem}
        />
      )}
      {!summary.has_keys && problem !== undefined && (
        <p role="alert" className="m-0 text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
