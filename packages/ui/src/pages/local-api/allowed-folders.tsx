import { settingFields } from '@quoth/contract';
import { Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';

/** Folders whose files programs may name in a request. */
export function AllowedFolders() {
  const t = useTranslations('localApi');
  const query = useRead('getSettings');
  const change = useChangeSettings();
  const [typed, setTyped] = useState('');
  return (
    <SettingGroup title={t('folders')} description={t('foldersHelp')}>
      <Loaded query={query} rows={2}>
        {({ settings: { allowedFolders } }) => {
          const parsed = settingFields.allowedFolders.safeParse([...(allowedFolders ?? []), typed.trim()]);
          const isKnown = allowedFolders?.includes(typed.trim()) ?? false;
          return (
            <>
              {allowedFolders === null ? (
                <SettingRow title={t('foldersDefault')} description={t('foldersDefaultHelp')} />
              ) : (
                allowedFolders.map((folder) => (
                  <SettingRow
                    key={folder}
                    title={<code className="font-mono font-normal break-all">{folder}</code>}
                    control={
                      <IconButton
                        icon={Trash2}
                        name={t('removeFolder', { folder })}
                        onClick={() =>
                          change({ allowedFolders: allowedFolders.filter((each) => each !== folder) })
                        }
                      />
                    }
                  />
                ))
              )}
              {allowedFolders?.length === 0 && (
                <SettingRow title={t('noFolders')} description={t('noFoldersHelp')} />
              )}
              <div className="px-4 py-3">
                <form
                  className="flex flex-wrap items-start gap-2"
                  onSubmit={(event) => {
                    event.preventDefault();
                    if (typed.trim() === '' || isKnown || !parsed.success) return;
                    change({ allowedFolders: parsed.data });
                    setTyped('');
                  }}
                >
                  <div className="min-w-0 flex-1 basis-56">
                    <TextField
                      label={t('addFolderLabel')}
                      isLabelUnseen
                      value={typed}
                      onValueChange={setTyped}
                      placeholder={t('folderPlaceholder')}
                      isCode
                      error={isKnown ? t('folderKnown') : undefined}
                    />
                  </div>
                  <Button type="submit" icon={Plus} disabled={typed.trim() === ''}>
                    {t('addFolder')}
                  </Button>
                  {allowedFolders !== null && (
                    <Button kind="quiet" icon={RotateCcw} onClick={() => change({ allowedFolders: null })}>
                      {t('foldersReset')}
                    </Button>
                  )}
                </form>
              </div>
            </>
          );
        }}
      </Loaded>
    </SettingGroup>
  );
}
