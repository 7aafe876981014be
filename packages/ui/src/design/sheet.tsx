import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { backdropClasses } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

/** A task next to the page: opens from the side in wide windows, from below in narrow ones. */
export function Sheet({
  title,
  closeLabel,
  isOpen,
  onClose,
  children,
  footer,
  initialFocus,
}: {
  readonly title: string;
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-end rail:items-stretch rail:p-3">
          <BaseDialog.Popup
            ref={popup}
            // The first button would show its tooltip, and Esc would close that first.
            initialFocus={initialFocus ?? popup}
            className="floating flex max-h-[92dvh] w-full flex-col rounded-b-none rail:max-h-none rail:w-112 rail:rounded-card data-starting-style:translate-y-3 data-ending-style:translate-y-3 rail:data-starting-style:translate-y-0 rail:data-ending-style:translate-y-0"
          >
            <div className="flex items-center justify-between gap-3 py-3 ps-5 pe-3">
              <BaseDialog.Title className="m-0 text-heading font-semibold">{title}</BaseDialog.Title>
              <IconButton icon={X} name={closeLabel} onClick={onClose} />
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
