import { scopes as allScopes, type RecordPermission, recordPermissions, type Scope } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../design/select.tsx';
import { SettingGroup, SettingRow, Switch } from '../design/settings.tsx';
import { Pill } from '../design/states.tsx';

/** What a token allows. */
export interface Allowed {
  readonly scopes: readonly Scope[];
  /** How far the scope `record` goes, where it is among them. */
  readonly record: RecordPermission;
}

/** What a token is to allow: a switch for each scope, and how far recording goes. */
export function ScopeSwitches({
  allowed,
  onChange,
}: {
  readonly allowed: Allowed;
  readonly onChange: (allowed: Allowed) => void;
}) {
  const t = useTranslations('programs');
  const { scopes, record } = allowed;
  return (
    <SettingGroup title={t('scopes')} description={t('scopesHelp')}>
      {allScopes.map((scope) => (
        <SettingRow
          key={scope}
          title={
            <>
              {t(`scopeName_${keyOf(scope)}`)}{' '}
              <code className="font-mono text-small font-normal text-quiet">{scope}</code>
            </>
          }
          description={t(`scope_${keyOf(scope)}`)}
          control={
            <Switch
              name={t(`scopeName_${keyOf(scope)}`)}
              isOn={scopes.includes(scope)}
              onChange={(isOn) =>
                onChange({
                  ...allowed,
                  scopes: allScopes.filter((each) => (each === scope ? isOn : scopes.includes(each))),
                })
              }
            />
          }
          below={
            scope === 'record' &&
            scopes.includes('record') && (
              <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
                <span>{t('recording')}</span>
                <RecordPermissionSelect
                  name={t('recording')}
                  value={record}
                  choices={recordPermissions}
                  onChange={(permission) => onChange({ ...allowed, record: permission })}
                />
              </div>
            )
          }
        />
      ))}
    </SettingGroup>
  );
}

/** A name as messages are found by: dots would be steps of the path. */
const keyOf = (scope: Scope) => scope.replace('.', '_') as ReplaceDot<Scope>;
type ReplaceDot<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : Text;

/** What a token allows, at a glance. */
export function ScopePills({ scopes }: { readonly scopes: readonly Scope[] }) {
  const t = useTranslations('programs');
  return (
    <ul aria-label={t('scopes')} className="m-0 flex list-none flex-wrap gap-1.5 p-0">
      {scopes.map((scope) => (
        <li key={scope} className="flex">
          <Pill isSmall>{t(`scopeName_${keyOf(scope)}`)}</Pill>
        </li>
      ))}
    </ul>
  );
}

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
