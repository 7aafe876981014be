import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from './button.tsx';
import { backdropClasses } from './dialog.tsx';

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
  isDangerous = true,
}: {
  readonly title: string;
  readonly consequence: string;
  /** The action as a verb; never "OK". */
  readonly action: string;
  readonly cancel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  readonly isDangerous?: boolean;
}) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
          <AlertDialog.Popup className="floating w-full max-w-112 p-5">
            <AlertDialog.Title className="m-0 text-heading font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 mb-5 text-quiet">{consequence}</AlertDialog.Description>
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>{cancel}</Button>
              <Button kind={isDangerous ? 'danger' : 'primary'} onClick={onConfirm} busy={isBusy}>
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
