import { Toast } from '@base-ui/react/toast';
import { limits } from '@quoth/contract';
import { CircleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, IconButton } from './button.tsx';

/** How long something can be undone. */
const UNDO_MS = limits.discardUndoMs;

/** A message shown in a corner of the window for a while. */
interface ToastText {
  readonly text: string;
  readonly tone?: 'info' | 'danger';
  /** Offered for ten seconds, or until it is dismissed. */
  readonly undo?: { readonly label: string; readonly run: () => void };
  /** A second action, after the first one. */
  readonly also?: { readonly label: string; readonly run: () => void };
  /** A message with the same id replaces the earlier one. */
  readonly id?: string;
  /** It stays until the user dismisses it or takes its action; others give way to it. */
  readonly stays?: boolean;
  /** Called when it is gone: dismissed, acted on, or expired. */
  readonly onClose?: () => void;
}

interface ToastData {
  readonly stays: boolean;
  readonly also: ToastText['also'];
}

/** Shows messages from inside a component. */
export function useToast(): (toast: ToastText) => void {
  const { add, close } = Toast.useToastManager<ToastData>();
  return ({ text, tone = 'info', undo, also, id: givenId, stays = false, onClose }) => {
    const id = add({
      ...(givenId !== undefined && { id: givenId }),
      ...(onClose && { onClose }),
      title: text,
      type: tone,
      data: {
        stays,
        also: also && {
          label: also.label,
          run: () => {
            also.run();
            close(id);
          },
        },
      },
      timeout: stays ? 0 : undo ? UNDO_MS : tone === 'danger' ? 10_000 : 4_000,
      // A high one is hidden from screen readers while it can be focused, which axe calls a fault.
      priority: 'low',
      ...(undo && {
        actionProps: {
          children: undo.label,
          onClick: () => {
            undo.run();
            close(id);
          },
        },
      }),
    });
  };
}

/** Removes the message with an id. */
export function useCloseToast(): (id: string) => void {
  return Toast.useToastManager().close;
}

/** Gives every component below it `useToast`. F6 moves the focus to the messages. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('app');
  return (
    <Toast.Provider limit={Number.POSITIVE_INFINITY}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('notices')}
          // More that stay than there is room for are scrolled to.
          className="fixed has-[>:nth-child(5):not([hidden])]:max-h-[calc(100dvh-7rem)] has-[>:nth-child(5):not([hidden])]:overflow-y-auto inset-x-4 bottom-44 z-50 mx-auto flex max-w-104 flex-col-reverse gap-2 rail:inset-x-auto rail:end-5 rail:bottom-29 rail:w-104"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const actionClasses = 'h-8 shrink-0 rounded-control px-2.5 font-medium hover:bg-hover';

/** More than this would lie over the page that they are about. */
const SEEN_AT_ONCE = 2;

function ToastList() {
  const t = useTranslations('app');
  const { toasts } = Toast.useToastManager<ToastData>();
  const [isOpen, setOpen] = useState(false);
  const present = toasts.filter(({ transitionStatus }) => transitionStatus !== 'ending');
  const staying = present.filter(({ data }) => data?.stays);
  const passing = present.filter(({ data }) => !data?.stays);
  // One of each kind: the library's own limit hides the oldest, whatever it says, so a program could push a warning
  // away with harmless changes.
  const seen = [
    ...staying.slice(0, Math.max(1, SEEN_AT_ONCE - passing.length)),
    // These expire, so what stays takes no room from them.
    ...passing.slice(0, SEEN_AT_ONCE),
  ];
  const waiting = staying.filter((toast) => !seen.includes(toast)).length;
  useEffect(() => {
    if (present.length <= SEEN_AT_ONCE) setOpen(false);
  }, [present.length]);
  return (
    <>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className="floating shrink-0"
          hidden={!isOpen && present.includes(toast) && !seen.includes(toast)}
        >
          <Toast.Content className="flex items-center gap-3 py-2 ps-4 pe-2">
            {toast.type === 'danger' && <Icon of={CircleAlert} className="text-danger" />}
            <Toast.Title className="m-0 min-w-0 flex-1 py-1 text-body font-normal" />
            <Toast.Action className={actionClasses} />
            {toast.data?.also && (
              <button type="button" onClick={toast.data.also.run} className={actionClasses}>
                {toast.data.also.label}
              </button>
            )}
            <Toast.Close render={<IconButton icon={X} name={t('close')} />} />
          </Toast.Content>
        </Toast.Root>
      ))}
      {waiting > 0 && !isOpen && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="floating h-8 shrink-0 self-end px-3 text-secondary font-medium hover:bg-hover"
        >
          {t('moreNotices', { count: waiting })}
        </button>
      )}
    </>
  );
}
