import type { RecordPermission } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';

/** How far a program may record. */
export function RecordPermissionSelect<Permission extends RecordPermission>({
  name,
  value,
  choices,
  onChange,
}: {
  /** For screen readers; says whose permission it is. */
  readonly name: string;
  readonly value: Permission;
  readonly choices: readonly Permission[];
  readonly onChange: (permission: Permission) => void;
}) {
  const t = useTranslations('programs');
  return (
    <Select
      name={name}
      value={value}
      choices={choices.map((permission) => ({
        value: permission,
        label: t(`permission_${permission as RecordPermission}`),
        detail: t(`permissionHelp_${permission as RecordPermission}`),
      }))}
      onChange={onChange}
      className="w-48"
    />
  );
}
