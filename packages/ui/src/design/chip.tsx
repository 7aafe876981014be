import { X } from 'lucide-react';
import { Icon } from './icon.tsx';

/** An active filter, and the button that removes it. */
export function Chip({
  label,
  removeName,
  onRemove,
}: {
  readonly label: string;
  readonly removeName: string;
  readonly onRemove: () => void;
}) {
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-raised ps-3 pe-1 text-secondary">
      {label}
      <button
        type="button"
        aria-label={removeName}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-full text-quiet hover:bg-hover hover:text-text"
      >
        <Icon of={X} className="size-3.5" />
      </button>
    </span>
  );
}
