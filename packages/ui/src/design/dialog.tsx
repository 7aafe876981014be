import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from './button.tsx';

export const backdropClasses =
  'fixed inset-0 z-40 bg-scrim transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0';

/** A question or a short task in front of the page. Esc closes it; the focus returns to where it was. */
export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  children,
  footer,
  initialFocus,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly footer: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
          <BaseDialog.Popup
            {...(initialFocus && { initialFocus })}
            className="floating flex max-h-full w-full max-w-112 flex-col"
          >
            <div className="flex flex-col gap-1 px-5 pt-5">
              <BaseDialog.Title className="m-0 text-heading font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="m-0 text-quiet">{description}</BaseDialog.Description>
              )}
            </div>
            {children !== undefined && <div className="min-h-0 overflow-y-auto px-5 pt-4">{children}</div>}
            <div className="flex flex-wrap justify-end gap-2 p-5">{footer}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A task in front of the page, as high as what it has: in the middle of wide windows, from below in narrow ones. */
export function Sheet({
  title,
  isOpen,
  onClose,
  children,
  footer,
  initialFocus,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}) {
  const t = useTranslations('app');
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center rail:items-center rail:p-4">
          <BaseDialog.Popup
            ref={popup}
            // The first button would show its tooltip, and Esc would close that first.
            initialFocus={initialFocus ?? popup}
            className="floating flex max-h-[92dvh] w-full flex-col rounded-b-none rail:max-h-full rail:w-112 rail:rounded-card data-starting-style:translate-y-3 data-ending-style:translate-y-3 rail:data-starting-style:translate-y-0 rail:data-ending-style:translate-y-0"
          >
            <div className="flex items-center justify-between gap-3 py-3 ps-5 pe-3">
              <BaseDialog.Title className="m-0 text-heading font-semibold">{title}</BaseDialog.Title>
              <IconButton icon={X} name={t('close')} onClick={onClose} />
            </div>
            <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 pt-1 pb-5">
              {children}
            </div>
            {footer !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Asks once before something that cannot be undone, and says what it stops or deletes. */
export function Confirm({
  title,
  consequence,
  action,
  cancel,
  isOpen,
  onClose,
  onConfirm,
  isBusy = false,
}: {
  readonly title: string;
  readonly consequence: string;
  /** The action as a verb; never "OK". */
  readonly action: string;
  /** What leaves everything as it is; "Cancel" unless said otherwise. */
  readonly cancel?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
}) {
  const t = useTranslations('app');
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
          <AlertDialog.Popup className="floating w-full max-w-112 p-5">
            <AlertDialog.Title className="m-0 text-heading font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 mb-5 text-quiet">{consequence}</AlertDialog.Description>
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>{cancel ?? t('cancel')}</Button>
              <Button kind="danger" onClick={onConfirm} busy={isBusy}>
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
