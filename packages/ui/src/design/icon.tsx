import type { LucideIcon } from 'lucide-react';

/** An icon next to a text or in a labelled button: hidden from screen readers. */
export function Icon({
  of: Drawing,
  size = 16,
  className,
}: {
  readonly of: LucideIcon;
  readonly size?: 16 | 20 | 24 | 32;
  readonly className?: string;
}) {
  return <Drawing size={size} strokeWidth={1.75} aria-hidden className={`shrink-0 ${className ?? ''}`} />;
}
