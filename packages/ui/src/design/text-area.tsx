import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';

/** A field for several lines of text that grows with its content. */
export function TextArea({
  label,
  isLabelUnseen = false,
  description,
  error,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className'> & {
  readonly label: string;
  readonly isLabelUnseen?: boolean;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
}) {
  return (
    <Field.Root invalid={error !== undefined} className="flex min-w-0 flex-col gap-1.5">
      <Field.Label className={isLabelUnseen ? 'unseen' : 'text-body font-medium'}>{label}</Field.Label>
      <Field.Control
        render={
          <textarea
            rows={3}
            {...rest}
            className="field-sizing-content max-h-96 min-h-20 w-full resize-y rounded-control border border-line-control bg-raised px-2.5 py-1.5 text-body text-text transition-colors hover:border-quiet disabled:opacity-60"
          />
        }
      />
      {description !== undefined && (
        <Field.Description className="m-0 text-secondary text-quiet">{description}</Field.Description>
      )}
      {error !== undefined && (
        <Field.Error match className="text-secondary text-danger">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
