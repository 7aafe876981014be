import type { Change } from '@quoth/contract';
import { inOneLine } from '@quoth/words/render.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCloseToast, useToast } from '../design/toasts.tsx';
import { useModeName } from '../session/account.tsx';
import {
  noticeText,
  useAction,
  useApplicationEvent,
  useClient,
  useConnection,
  useRead,
} from '../session/application.tsx';
import { useTranslate } from '../text/text-provider.tsx';

/**
 * Changes may come by the dozen, so recordings share one notice with a count, and other harmless changes another.
 */
const isNewRecording = ({ kind }: Change) => kind === 'recording-created';

/** What must not be missed: audio or text goes elsewhere, or dictations get another mode. */
const isWeighty = ({ sends, takes }: Change) => sends.length > 0 || takes.length > 0;

/** More changes than this are summarised in one sentence. */
const MAX_SEPARATE = 3;

/** The notices that they share. */
const MADE = 'change-recordings-made';
const CHANGED = 'change-several';

const toastOf = (id: string) => `change-${id}`;

/**
 * Shows what programs change through the local API, with an undo: at once while the window is open, and earlier changes
 * when it opens or reconnects. A change that sends audio or text somewhere new, or gives dictations another mode, stays
 * until the user has dismissed or undone it, and counts as seen only then.
 * All changes stay in the list under Settings, API Server.
 */
export function ChangeNotices() {
  const t = useTranslations();
  const say = useToast();
  const close = useCloseToast();
  const client = useClient();
  const navigate = useNavigate();
  const words = useChangeText();
  const undo = useAction(
    async (calls, ids: readonly string[]) => {
      for (const id of ids) await calls.undoChange({ params: { id } });
    },
    { onDone: () => say({ text: t('changes.undone') }) },
  );
  const undoOne = ({ id }: Change) => ({ label: t('app.undo'), run: () => undo.mutate([id]) });
  const [isAnnounced, setAnnounced] = useState(false);
  /** The notices that wait for the user. Changes are marked as seen all together, so that waits for them too. */
  const waiting = useRef(new Set<string>());
  /** Ids of what was shown here: lists have it too. */
  const shown = useRef(new Set<string>());
  /**
   * The last change that was shown, null before there is one: one that is on its way here is not marked with it.
   * Undefined while earlier ones may not have been shown.
   */
  const newest = useRef<string | null>(undefined);
  const markSeen = () => {
    const id = newest.current;
    if (waiting.current.size === 0 && id)
      void client.markChangesSeen({ params: { id } }).catch(() => undefined);
  };
  /** How changes are shown: those that send something stay, and count as seen when they are dismissed. */
  const manner = (id: string, changes: readonly Change[]) => {
    if (!changes.some(isWeighty)) return {};
    waiting.current.add(id);
    const onClose = () => {
      waiting.current.delete(id);
      markSeen();
    };
    return { tone: 'danger', stays: true, onClose } as const;
  };
  const announce = (change: Change) =>
    say({
      id: toastOf(change.id),
      text: words(change),
      undo: undoOne(change),
      ...manner(toastOf(change.id), [change]),
    });
  const made = useRef<Change[]>([]);
  const announceRecordings = (changes: readonly Change[]) => {
    made.current.push(...changes);
    const [first, ...others] = made.current;
    if (!first) return;
    say({
      id: MADE,
      ...(others.length === 0
        ? { text: words(first), undo: undoOne(first) }
        : {
            text: t('changes.manyRecordings', { count: String(made.current.length) }),
            undo: { label: t('app.show'), run: () => void navigate({ to: '/history' }) },
          }),
      onClose: () => {
        made.current = [];
      },
    });
  };
  const changed = useRef<readonly Change[]>([]);
  const textOfMany = (changes: readonly Change[]) => {
    const modes = new Set(changes.map(({ kind, subjectId }) => (kind.startsWith('mode-') ? subjectId : '')));
    return modes.size > 1 && !modes.has('')
      ? t('changes.manyModes', { count: String(modes.size) })
      : t('changes.manyChanges', { count: String(changes.length) });
  };
  /** `gone`: one of them was undone. */
  const announceHarmless = (changes: readonly Change[], gone?: string) => {
    changed.current = [...changed.current, ...changes].filter(({ id }) => id !== gone);
    const [first, ...others] = changed.current;
    if (!first) return close(CHANGED);
    const ids = changed.current.map(({ id }) => id).reverse();
    say({
      id: CHANGED,
      ...(others.length === 0
        ? { text: words(first), undo: undoOne(first) }
        : {
            text: textOfMany(changed.current),
            undo: { label: t('app.undoAll'), run: () => undo.mutate(ids) },
            also: {
              label: t('app.show'),
              run: () => void navigate({ to: '/settings', search: { at: 'local-api' } }),
            },
          }),
      onClose: () => {
        changed.current = [];
      },
    });
  };
  const announceAll = (changes: readonly Change[]) => {
    if (changes.length <= MAX_SEPARATE) {
      for (const change of changes) announce(change);
      return;
    }
    const id = toastOf('several-sending');
    say({
      id,
      text: t('changes.manySending', { count: String(changes.length) }),
      undo: {
        label: t('app.show'),
        run: () => void navigate({ to: '/settings', search: { at: 'local-api' } }),
      },
      ...manner(id, changes),
    });
  };
  useApplicationEvent((event) => {
    if (event.type === 'events-missed') {
      newest.current = undefined;
      setAnnounced(false);
    }
    if (event.type !== 'change-recorded') return;
    const { change } = event;
    if (change.undone) {
      if (changed.current.some(({ id }) => id === change.id)) announceHarmless([], change.id);
      else close(isNewRecording(change) ? MADE : toastOf(change.id));
    }
    if (!change.undone && !change.seen && !shown.current.has(change.id)) {
      shown.current.add(change.id);
      if (isNewRecording(change)) announceRecordings([change]);
      else if (isWeighty(change)) announce(change);
      else announceHarmless([change]);
      // Earlier changes are shown first.
      if (newest.current === undefined) return;
      newest.current = change.id;
      markSeen();
    }
  });
  // As many as can be had: a change that sends must not be missed behind many that are harmless.
  // What changes after the answer comes as an event.
  const isWanted = useConnection() === 'connected' && !isAnnounced;
  const { data, isStale } = useRead('listChanges', { query: { limit: '500' } }, { isWanted });
  // Their names are said.
  const areModesRead = !useRead('listModes').isFetching;
  useEffect(() => {
    if (!data || !isWanted || isStale || !areModesRead) return;
    setAnnounced(true);
    newest.current = data.changes[0]?.id ?? null;
    const open = data.changes.filter(({ seen, undone }) => !seen && !undone);
    const unseen = open.filter(({ id }) => !shown.current.has(id));
    for (const { id } of unseen) shown.current.add(id);
    announceRecordings(unseen.filter(isNewRecording));
    announceHarmless(unseen.filter((change) => !isWeighty(change) && !isNewRecording(change)));
    announceAll(unseen.filter(isWeighty));
    if (open.length > 0) markSeen();
  });
  return null;
}

/** True for notices that a banner shows on the page that they concern, and for those without anything to do. */
const isShownElsewhere = (id: string) => id === 'secret-store-absent' || id.startsWith('gateway-credit-low-');

/**
 * Shows what the user should know, such as a locked keyring, once in each window: it stays until it is dismissed or
 * over.
 */
export function ApplicationNotices() {
  const t = useTranslations('app');
  const say = useToast();
  const close = useCloseToast();
  const navigate = useNavigate();
  const application = useRead('getApplication').data;
  const translate = useTranslate();
  const shown = useRef(new Set<string>());
  useApplicationEvent((event) => {
    if (event.type !== 'notice-raised' || shown.current.has(event.notice.id)) return;
    const { id, level } = event.notice;
    say({ id, text: noticeText(translate(event.notice)), tone: level === 'warning' ? 'danger' : 'info' });
  });
  useEffect(() => {
    if (!application) return;
    // The rail shows the local API on every page.
    const notices = [...application.notices, ...application.wyoming.notices];
    const lasting = notices.filter(({ id, level }) => level === 'warning' && !isShownElsewhere(id));
    for (const id of shown.current) {
      if (lasting.some((notice) => notice.id === id)) continue;
      shown.current.delete(id);
      close(id);
    }
    for (const notice of lasting) {
      const { id, message } = notice;
      if (shown.current.has(id)) continue;
      shown.current.add(id);
      const isAction = id.startsWith('action-paused-');
      say({
        id,
        text: isAction ? message : noticeText(notice),
        tone: 'danger',
        stays: true,
        ...(isAction && {
          undo: {
            label: t('show'),
            run: () => void navigate({ to: '/settings', search: { at: 'actions' } }),
          },
        }),
      });
    }
  }, [application, say, close, navigate, t]);
  return null;
}

/**
 * A program's change in a sentence, which dictations it concerns, and what is now sent away that stayed on this machine
 * before.
 */
export function useChangeText(): (change: Change) => string {
  const t = useTranslations('changes');
  const nameOf = useModeName();
  return ({ kind, title, sends, takes }) => {
    const sentences = [t(kind, { name: nameOf(title) })];
    if (takes.includes('default'))
      sentences.push(t(kind === 'mode-deleted' ? 'leavesDefault' : 'takesDefault'));
    if (takes.includes('applications')) sentences.push(t('takesApplications'));
    if (sends.length > 0)
      sentences.push(t(sends.length === 2 ? 'sendsBoth' : sends[0] === 'audio' ? 'sendsAudio' : 'sendsText'));
    return inOneLine(...sentences);
  };
}
