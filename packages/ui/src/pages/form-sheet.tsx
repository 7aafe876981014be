import { TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, Icon } from '../design/button.tsx';
import { Sheet } from '../design/dialog.tsx';

/** A form in a sheet: Enter in a field and the button below submit it, Esc and Cancel leave it. */
export function FormSheet({
  title,
  action,
  isBusy,
  isDisabled = false,
  onSubmit,
  onClose,
  initialFocus,
  problem,
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
  /** Why it could not be done, where no field is to blame. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}) {
  const t = useTranslations('app');
  const id = useId();
  return (
    <Sheet
      title={title}
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
        {problem !== undefined && (
          <p role="alert" className="m-0 text-danger">
            {problem}
          </p>
        )}
      </form>
    </Sheet>
  );
}

/** The only time that a token or a signing secret is shown: it stays until the user confirms having copied it. */
export function ShownOnce({
  title,
  help,
  secret,
  copyName,
  onClose,
}: {
  readonly title: string;
  /** Where to copy it, and what to do if it is lost. */
  readonly help: string;
  readonly secret: string;
  /** For screen readers. */
  readonly copyName: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations('app');
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4"
    >
      <div>
        <h2 className="m-0 text-heading font-semibold">{title}</h2>
        <p className="m-0 mt-1 flex items-start gap-2">
          <Icon of={TriangleAlert} className="mt-0.5 text-warning" />
          {help}
        </p>
      </div>
      <code
        data-field="shown-once"
        className="rounded-control bg-sunken px-3 py-2 font-mono text-secondary break-all"
      >
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={secret} name={copyName} isLabelled />
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </section>
  );
}
