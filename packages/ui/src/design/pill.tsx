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

/** A state in a word, with an icon, so that it is never shown by colour alone. */
export function Pill({
  tone = 'neutral',
  icon,
  isWorking = false,
  isSmall = false,
  children,
}: {
  readonly tone?: PillTone;
  readonly icon?: LucideIcon;
  readonly isWorking?: boolean;
  /** As high as a line of text, next to a name. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 font-medium whitespace-nowrap ${isSmall ? 'h-5 text-small' : 'h-6 text-secondary'} ${tones[tone]}`}
    >
      {icon && <Icon of={icon} className={isWorking ? 'size-3.5 turning' : 'size-3.5'} />}
      {children}
    </span>
  );
}
