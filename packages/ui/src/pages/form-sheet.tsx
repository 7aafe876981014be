import { type ReactNode, type RefObject, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Sheet } from '../design/sheet.tsx';

/** A form in a sheet: Enter in a field and the button below submit it, Esc and Cancel leave it. */
export function FormSheet({
  title,
  action,
  isBusy,
  isDisabled = false,
  onSubmit,
  onClose,
  initialFocus,
  children,
}: {
  readonly title: string;
  /** What the button that submits says. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const t = useTranslations('app');
  const id = useId();
  return (
    <Sheet
      title={title}
      closeLabel={t('close')}
      isOpen
      onClose={onClose}
      {...(initialFocus && { initialFocus })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Sheet>
  );
}
