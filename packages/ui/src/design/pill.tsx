import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type PillTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const tones: Readonly<Record<PillTone, string>> = {
  neutral: 'bg-hover text-quiet',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A state in a word, with an icon: colour alone never tells it. */
export function Pill({
  tone = 'neutral',
  icon,
  isWorking = false,
  children,
}: {
  readonly tone?: PillTone;
  readonly icon?: LucideIcon;
  readonly isWorking?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-full px-2 text-secondary font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {icon && <Icon of={icon} className={isWorking ? 'size-3.5 turning' : 'size-3.5'} />}
      {children}
    </span>
  );
}
