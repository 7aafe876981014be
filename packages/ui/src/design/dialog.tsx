import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

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
  size = 'small',
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly size?: 'small' | 'wide';
}) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
          <BaseDialog.Popup
            {...(initialFocus && { initialFocus })}
            className={`floating flex max-h-full w-full flex-col ${size === 'small' ? 'max-w-112' : 'max-w-160'}`}
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
