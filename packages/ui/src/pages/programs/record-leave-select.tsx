import type { RecordLeave } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';

/** How far a program may record. */
export function RecordLeaveSelect<Leave extends RecordLeave>({
  name,
  value,
  choices,
  onChange,
}: {
  /** For screen readers; says whose leave it is. */
  readonly name: string;
  readonly value: Leave;
  readonly choices: readonly Leave[];
  readonly onChange: (leave: Leave) => void;
}) {
  const t = useTranslations('programs');
  return (
    <Select
      name={name}
      value={value}
      choices={choices.map((leave) => ({
        value: leave,
        label: t(`leave_${leave as RecordLeave}`),
        detail: t(`leaveHelp_${leave as RecordLeave}`),
      }))}
      onChange={onChange}
      className="w-48"
    />
  );
}
