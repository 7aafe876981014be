import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const tones: Readonly<Record<BannerTone, string>> = {
  info: 'bg-sunken text-text [&>svg]:text-quiet',
  success: 'bg-success-soft text-text [&>svg]:text-success',
  warning: 'bg-warning-soft text-text [&>svg]:text-warning',
  danger: 'bg-danger-soft text-text [&>svg]:text-danger',
};

/** What happened and what to do, shown in place for as long as it matters. */
export function Banner({
  tone = 'info',
  icon,
  children,
  action,
  isAlert = false,
}: {
  readonly tone?: BannerTone;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Announced at once by screen readers; for what stops the work. */
  readonly isAlert?: boolean;
}) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-3 py-2 ${tones[tone]}`}
    >
      <Icon of={icon} className="mt-0.5" />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
