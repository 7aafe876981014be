import { Progress } from '@base-ui/react/progress';

/** How far something is; without `value`, only that it is in progress. */
export function ProgressBar({
  name,
  value,
  words,
}: {
  readonly name: string;
  /** From 0 to 1; null while unknown. */
  readonly value: number | null;
  /** What screen readers say instead of the number. */
  readonly words?: string;
}) {
  return (
    <Progress.Root
      aria-label={name}
      value={value === null ? null : Math.round(value * 100)}
      {...(words !== undefined && { getAriaValueText: () => words })}
      className="w-full"
    >
      <Progress.Track className="h-1 overflow-hidden rounded-full bg-pressed">
        <Progress.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:breathing data-indeterminate:w-full data-indeterminate:opacity-50" />
      </Progress.Track>
    </Progress.Root>
  );
}
