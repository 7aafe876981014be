import type { ReactNode } from 'react';
import { type Choice, Select } from '../../design/select.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';

/** A field of a mode with a few options. */
export function ChoiceRow<Value extends string | number | null>({
  title,
  description,
  value,
  choices,
  onChange,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <SettingRow
      title={title}
      description={description}
      control={
        <Select
          name={title}
          value={value}
          choices={choices}
          onChange={onChange}
          className="w-60 max-w-full"
        />
      }
    />
  );
}

/** A field of a mode that is on or off. */
export function SwitchRow({
  title,
  description,
  isOn,
  onChange,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <SettingRow
      title={title}
      description={description}
      control={<Switch name={title} isOn={isOn} onChange={onChange} />}
    />
  );
}

/** A field of a mode that needs the whole width. */
export function WideRow({ children }: { readonly children: ReactNode }) {
  return <div className="px-4 py-3">{children}</div>;
}
