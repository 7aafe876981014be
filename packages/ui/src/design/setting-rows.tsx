import type { ReactNode } from 'react';
import { useId } from 'react';

/** Settings that belong together, under a heading. */
export function SettingGroup({
  id,
  title,
  children,
  description,
}: {
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} {...(id !== undefined && { id })} className="scroll-mt-4">
      <h2 id={heading} className="m-0 text-heading font-semibold">
        {title}
      </h2>
      {description !== undefined && <p className="mt-1 mb-0 text-quiet">{description}</p>}
      <div className="mt-3 divide-y divide-line rounded-card border border-line bg-raised">{children}</div>
    </section>
  );
}

/** One setting: what it is called, one line that says what it does, and its control. */
export function SettingRow({
  title,
  description,
  control,
  below,
}: {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly control?: ReactNode;
  /** Related content that needs the whole width, such as a warning. */
  readonly below?: ReactNode;
}) {
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <div className="font-medium">{title}</div>
          {description !== undefined && <div className="text-secondary text-quiet">{description}</div>}
        </div>
        {control !== undefined && (
          <div className="flex min-w-0 items-center justify-end gap-2">{control}</div>
        )}
      </div>
      {below}
    </div>
  );
}
