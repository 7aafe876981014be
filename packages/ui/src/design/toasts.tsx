import { Toast } from '@base-ui/react/toast';
import { CircleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** How long something can be undone. */
export const UNDO_MS = 8_000;

/** What can be said in a corner of the window, for a while. */
export interface ToastText {
  readonly text: string;
  readonly tone?: 'info' | 'danger';
  /** Offered for 8 s. */
  readonly undo?: { readonly label: string; readonly run: () => void };
}

/** Says things from inside a component. */
export function useToast(): (toast: ToastText) => void {
  const { add, close } = Toast.useToastManager();
  return ({ text, tone = 'info', undo }) => {
    const id = add({
      title: text,
      type: tone,
      timeout: undo ? UNDO_MS : tone === 'danger' ? 10_000 : 4_000,
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

/** Gives every component below it `useToast`. F6 moves the focus to what is said. */
export function ToastProvider({
  children,
  name,
  closeLabel,
}: {
  readonly children: ReactNode;
  readonly name: string;
  readonly closeLabel: string;
}) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={name}
          className="fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-104 flex-col-reverse gap-2 rail:inset-x-auto rail:end-5 rail:bottom-5 rail:w-104"
        >
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ closeLabel }: { readonly closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="floating data-limited:hidden">
      <Toast.Content className="flex items-center gap-3 py-2 ps-4 pe-2">
        {toast.type === 'danger' && <Icon of={CircleAlert} className="text-danger" />}
        <Toast.Title className="m-0 min-w-0 flex-1 py-1 text-body font-normal" />
        <Toast.Action className="h-8 rounded-control px-2.5 font-medium text-accent-text hover:bg-hover" />
        <Toast.Close render={<IconButton icon={X} name={closeLabel} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
