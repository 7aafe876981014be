import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SettingRow, SwitchRow } from '../design/settings.tsx';
import { useAction, useRead } from '../session/application.tsx';
import { useChangeSettings } from './settings/setting-rows.tsx';

const LOOK_MS = 1_000;

/**
 * Whether the desktop lets Quoth insert text into other programs, and how to have it ask; undefined where it does not
 * decide.
 */
export function useInserting() {
  const queries = useQueryClient();
  const { data } = useRead('getKeyboardPermission');
  const ask = useAction((client) => client.askKeyboardPermission(), {
    onDone: (answer) => queries.setQueryData(['getKeyboardPermission'], answer),
  });
  const isAsking = data?.permission === 'asking';
  useEffect(() => {
    if (!isAsking) return;
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: ['getKeyboardPermission'] }),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  }, [isAsking, queries]);
  if (!data || data.permission === 'unavailable' || data.dialog === null) return undefined;
  const { permission, dialog } = data;
  return { permission, dialog, isAsking: isAsking || ask.isPending, ask: () => ask.mutate() };
}

type Inserting = NonNullable<ReturnType<typeof useInserting>>;

/** The state, and a dialog that explains the desktop's own before that comes. */
export function InsertingRow() {
  const t = useTranslations('inserting');
  const app = useTranslations('app');
  const inserting = useInserting();
  const [isOpen, setOpen] = useState(false);
  if (!inserting) return null;
  const { permission, isAsking, ask } = inserting;
  const isAllowed = permission === 'allowed';
  return (
    <>
      <SettingRow
        id="inserting.title"
        title={t('title')}
        description={t(`state_${permission}`)}
        control={isAllowed ? undefined : <Button onClick={() => setOpen(true)}>{t('allow')}</Button>}
      />
      <Dialog
        title={t('title')}
        isOpen={isOpen && !isAllowed}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{app('close')}</Button>
            <Button kind="primary" busy={isAsking} onClick={ask}>
              {t(isAsking ? 'asking' : 'ask')}
            </Button>
          </>
        }
      >
        <WhatComes {...inserting} />
      </Dialog>
    </>
  );
}

/**
 * Only on GNOME: lets programs built on Chromium tell where their cursor is, at a cost that is said before it is
 * switched on.
 */
export function ChromiumRow() {
  const t = useTranslations('inserting');
  const inserting = useInserting();
  const { data } = useRead('getSettings');
  const change = useChangeSettings();
  if (inserting?.dialog !== 'gnome' || !data) return null;
  return (
    <SwitchRow
      id="inserting.chromium"
      title={t('chromium')}
      description={t('chromiumHelp')}
      isOn={data.settings.accessibilityWhileRunning}
      onChange={(accessibilityWhileRunning) => change({ accessibilityWhileRunning })}
    />
  );
}

/** What the desktop's dialog looks like, and what to do in it: it names no program, and its switch is off. */
function WhatComes({ dialog }: Pick<Inserting, 'dialog'>) {
  const t = useTranslations('inserting');
  const app = useTranslations('app');
  const labels = { dialog: t(`dialog_${dialog}`), interaction: t('interaction'), share: t('share') };
  return (
    <div className="flex w-full flex-col gap-3">
      <p className="m-0 text-quiet">{t(`whatComes_${dialog}`, labels)}</p>
      <div
        role="img"
        aria-label={t(`picture_${dialog}`, labels)}
        className="mx-auto w-full max-w-88 rounded-card border border-line bg-surface p-3 text-small"
      >
        <div aria-hidden className="flex items-center justify-between gap-2">
          <span className="rounded-control bg-hover px-2 py-1">{app('cancel')}</span>
          <span className="font-semibold">{labels.dialog}</span>
          <Marked number={dialog === 'gnome' ? 2 : 1}>
            <span className="rounded-control bg-accent px-2 py-1 text-on-accent">{labels.share}</span>
          </Marked>
        </div>
        {dialog === 'gnome' && (
          <div
            aria-hidden
            className="mt-3 flex items-center justify-between gap-2 rounded-control border border-line bg-raised px-3 py-2"
          >
            {labels.interaction}
            <Marked number={1}>
              <span className="flex h-4 w-8 items-center rounded-full bg-line px-0.5">
                <span className="size-3 rounded-full bg-raised" />
              </span>
            </Marked>
          </div>
        )}
      </div>
      <ol className="m-0 flex list-decimal flex-col gap-1 ps-5">
        {dialog === 'gnome' && <li>{t('turnOn', labels)}</li>}
        <li>{t('press', labels)}</li>
      </ol>
      <p className="m-0 text-secondary text-quiet">{t('declining')}</p>
    </div>
  );
}

/** A part of the picture with the number of what to do there. */
function Marked({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="flex size-5 items-center justify-center rounded-full bg-text font-semibold text-surface">
        {number}
      </span>
      {children}
    </span>
  );
}
