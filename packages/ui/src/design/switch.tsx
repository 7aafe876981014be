import { Switch as BaseSwitch } from '@base-ui/react/switch';

/** On or off, at once. */
export function Switch({
  name,
  isOn,
  onChange,
  isDisabled = false,
  describedBy,
}: {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly describedBy?: string;
}) {
  return (
    <BaseSwitch.Root
      aria-label={name}
      aria-describedby={describedBy}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="relative inline-flex h-5 w-9 shrink-0 rounded-full bg-line-control p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-on-accent transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
    </BaseSwitch.Root>
  );
}
