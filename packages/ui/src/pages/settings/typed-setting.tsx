import { errorWords } from '@quoth/contract';
import { type KeyboardEvent, useState } from 'react';
import { TextField } from '../../design/text-field.tsx';

/** A schema of the contract that validates the input. */
interface Rule<Value> {
  safeParse(
    value: unknown,
    params: { readonly error: typeof errorWords },
  ): { success: true; data: Value } | { success: false; error: { issues: readonly { message: string }[] } };
}

interface TypedSettingProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly schema: Rule<Value>;
  readonly onChange: (value: Value) => void;
}

/** A whole number, saved when the field loses the focus or at Enter. */
export function NumberSetting({ unit, ...props }: TypedSettingProps<number> & { readonly unit?: string }) {
  return (
    <div className="w-36">
      <Typed
        {...props}
        written={(value) => String(value)}
        read={(text) => Number(text)}
        isNumeric
        {...(unit !== undefined && { unit })}
      />
    </div>
  );
}

/** A text, saved when the field loses the focus or at Enter; an empty one means none. */
export function TextSetting({
  placeholder,
  ...props
}: TypedSettingProps<string | null> & { readonly placeholder?: string }) {
  return (
    <div className="w-72 max-w-full">
      <Typed
        {...props}
        written={(value) => value ?? ''}
        read={(text) => (text.trim() === '' ? null : text.trim())}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}

function Typed<Value>({
  name,
  value,
  schema,
  onChange,
  written,
  read,
  unit,
  placeholder,
  isNumeric = false,
}: TypedSettingProps<Value> & {
  readonly written: (value: Value) => string;
  readonly read: (text: string) => Value;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
}) {
  const [draft, setDraft] = useState<string>();
  const parsed = draft === undefined ? undefined : schema.safeParse(read(draft), { error: errorWords });
  const takeOver = () => {
    if (!parsed?.success) return;
    if (parsed.data !== value) onChange(parsed.data);
    setDraft(undefined);
  };
  return (
    <TextField
      label={name}
      isLabelUnseen
      value={draft ?? written(value)}
      inputMode={isNumeric ? 'numeric' : 'text'}
      {...(placeholder !== undefined && { placeholder })}
      onValueChange={(text) => setDraft(text)}
      onBlur={takeOver}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') takeOver();
        if (event.key === 'Escape') setDraft(undefined);
      }}
      error={parsed && !parsed.success ? parsed.error.issues[0]?.message : undefined}
      {...(unit !== undefined && { end: <span className="pe-2.5 text-secondary text-quiet">{unit}</span> })}
    />
  );
}
