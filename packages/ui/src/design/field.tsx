import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { classes } from './button.tsx';

export const controlClasses =
  'field h-8 pointer-coarse:h-10 min-w-0 rounded-control px-2.5 text-body disabled:opacity-60 data-invalid:border-danger';

interface Around {
  readonly label: string;
  /** Visually hidden if the context makes it clear. */
  readonly isLabelUnseen?: boolean | undefined;
  readonly description?: ReactNode;
  /** What is wrong and what to do; undefined if nothing is. */
  readonly error?: string | undefined;
}

interface TextFieldProps extends Around, Omit<ComponentProps<typeof Field.Control>, 'className' | 'ref'> {
  /** An icon inside the field, at its beginning. */
  readonly start?: ReactNode;
  /** Buttons inside the field, at its end. */
  readonly end?: ReactNode;
  readonly isCode?: boolean;
  readonly controlRef?: Ref<HTMLInputElement>;
}

/** A line of text with its label, what it means, and what is wrong with it. */
export function TextField({
  label,
  isLabelUnseen,
  description,
  error,
  start,
  end,
  isCode = false,
  controlRef,
  ...rest
}: TextFieldProps) {
  return (
    <Labelled label={label} isLabelUnseen={isLabelUnseen} description={description} error={error}>
      <div className="relative">
        <Field.Control
          {...(!isCode && { dir: 'auto' })}
          {...rest}
          {...(controlRef && { ref: controlRef })}
          className={classes(
            controlClasses,
            'w-full',
            isCode && 'font-mono text-secondary',
            start !== undefined && 'ps-8.5',
            end !== undefined && 'pe-10',
          )}
        />
        {start !== undefined && (
          <div className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center">{start}</div>
        )}
        {end !== undefined && <div className="absolute inset-y-0 end-0 flex items-center">{end}</div>}
      </div>
    </Labelled>
  );
}

/** A field for several lines of text that grows with its content. */
export function TextArea({
  label,
  description,
  error,
  ...rest
}: Omit<Around, 'isLabelUnseen'> & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Labelled label={label} description={description} error={error}>
      <Field.Control
        render={
          <textarea
            rows={3}
            dir="auto"
            {...rest}
            className="field field-sizing-content max-h-96 min-h-20 w-full resize-y rounded-control px-2.5 py-1.5 text-body disabled:opacity-60"
          />
        }
      />
    </Labelled>
  );
}

/** Lets a button choose a file: `ref.current?.click()` opens the browser's dialog. */
export function FileInput({
  ref,
  name,
  accept,
  onFile,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly name: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={name}
      className="unseen"
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        // So that the same file can be chosen again.
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

function Labelled({
  label,
  isLabelUnseen = false,
  description,
  error,
  children,
}: Around & { readonly children: ReactNode }) {
  return (
    <Field.Root invalid={error !== undefined} className="flex min-w-0 flex-col gap-1.5">
      <Field.Label className={isLabelUnseen ? 'unseen' : 'text-body font-medium'}>{label}</Field.Label>
      {children}
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
