import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Grey bars as high as the expected content; nothing for the first 200 ms. */
export function Skeleton({
  name,
  rows = 3,
  rowHeight = 56,
}: {
  /** Read by screen readers: what is being loaded. */
  readonly name: string;
  readonly rows?: number;
  readonly rowHeight?: number;
}) {
  return (
    <div role="status" aria-label={name} className="late">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex items-center border-b border-line last:border-0"
          style={{ height: rowHeight }}
        >
          <div
            className="breathing h-3 rounded-small bg-hover"
            style={{ width: `${60 - ((row * 17) % 30)}%` }}
          />
        </div>
      ))}
    </div>
  );
}

/** For an empty page: one sentence, and the action that adds something. */
export function EmptyState({
  icon,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center text-quiet">
      <Icon of={icon} size={24} />
      <p className="m-0">{children}</p>
      {action}
    </div>
  );
}

/** What failed, why, what to do about it, and a button to retry. */
export function ErrorState({
  title,
  message,
  hint,
  retryLabel,
  onRetry,
  isBusy = false,
}: {
  readonly title: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly isBusy?: boolean;
}) {
  return (
    <div role="alert" className="mx-auto flex max-w-120 flex-col items-center gap-3 px-4 py-16 text-center">
      <Icon of={CircleAlert} size={24} className="text-danger" />
      <p className="m-0 font-medium">{title}</p>
      <p className="m-0 text-quiet">
        {message} {hint}
      </p>
      <Button icon={RotateCw} onClick={onRetry} busy={isBusy}>
        {retryLabel}
      </Button>
    </div>
  );
}
