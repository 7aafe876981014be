import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useRead } from '../application/use-read.ts';
import { useToast } from '../design/toasts.tsx';

/** Shows, once in each window, that an action has paused by itself; it stays until the user has dismissed it or looked. */
export function ActionNotices() {
  const t = useTranslations('actions');
  const say = useToast();
  const navigate = useNavigate();
  const notices = useRead('getApplication').data?.notices;
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, message } of notices ?? []) {
      if (!id.startsWith('action-paused-') || told.current.has(id)) continue;
      told.current.add(id);
      say({
        id,
        text: message,
        tone: 'danger',
        stays: true,
        undo: { label: t('show'), run: () => void navigate({ to: '/settings/actions' }) },
      });
    }
  }, [notices, say, navigate, t]);
  return null;
}
