import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classes, Icon } from './button.tsx';
import { controlClasses } from './field.tsx';

export interface SelectOption<Value> {
  readonly value: Value;
  readonly label: string;
  /** A short description of the option. */
  readonly detail?: string;
  readonly isDisabled?: boolean;
}

/** A choice of a few options. For more than a dozen, use a list with a search field. */
export function Select<Value extends string | number | boolean | null>({
  name,
  value,
  choices,
  onChange,
  className,
}: {
  /** Read by screen readers; the visible label is next to it. */
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}) {
  return (
    <BaseSelect.Root items={[...choices]} value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      <BaseSelect.Trigger
        aria-label={name}
        className={classes(
          controlClasses,
          'inline-flex items-center justify-between gap-2 text-start',
          className ?? 'w-full max-w-64',
        )}
      >
        <BaseSelect.Value className="truncate" />
        <BaseSelect.Icon className="text-quiet">
          <Icon of={ChevronsUpDown} />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup className="floating max-h-(--available-height) min-w-(--anchor-width) max-w-96 overflow-y-auto p-1 outline-none">
            <BaseSelect.List>
              {choices.map(({ value: each, label, detail, isDisabled: isOff = false }) => (
                <BaseSelect.Item
                  key={String(each)}
                  value={each}
                  disabled={isOff}
                  className="grid grid-cols-[1fr_1rem] items-center gap-x-4 rounded-control px-2.5 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover"
                >
                  <div className="min-w-0">
                    <BaseSelect.ItemText>{label}</BaseSelect.ItemText>
                    {detail !== undefined && <div className="text-secondary text-quiet">{detail}</div>}
                  </div>
                  <BaseSelect.ItemIndicator>
                    <Icon of={Check} />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

/** A choice in a form, beside what it is for. */
export function FormChoice<Value extends string | number>({
  label,
  ...select
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className: string;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="font-medium">{label}</span>
      <Select {...select} name={label} />
    </div>
  );
}
