import {
  scopes as allScopes,
  type CreatedNamedToken,
  createNamedTokenBody,
  errorWords,
  type RecordLeave,
  recordLeaves,
  type Scope,
} from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import { TextField } from '../../design/text-field.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { RecordLeaveSelect } from './record-leave-select.tsx';

const DAY_MS = 86_400_000;
/** Days until a token ends; 0: never. */
const ends = [0, 30, 90, 365] as const;

/** A name as messages are found by: dots would be steps of the path. */
const keyOf = (scope: Scope) => scope.replace('.', '_') as ReplaceDot<Scope>;
type ReplaceDot<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : Text;

/** Makes a token for a program: what it is called, what it may do, and until when. */
export function CreateTokenSheet({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedNamedToken) => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['transcribe']);
  const [record, setRecord] = useState<RecordLeave>('never');
  const [days, setDays] = useState<(typeof ends)[number]>(0);
  const [wasSent, setSent] = useState(false);
  const create = useAction(
    (client) =>
      client.createNamedToken({
        body: {
          name,
          scopes: [...scopes],
          record: scopes.includes('record') ? record : undefined,
          expires_at: days === 0 ? undefined : new Date(Date.now() + days * DAY_MS).toISOString(),
        },
      }),
    { onDone: onCreated, saysErrors: false },
  );
  const parsed = createNamedTokenBody.shape.name.safeParse(name, { error: errorWords });
  const failure = create.isError ? textOf(create.error) : undefined;
  const failed = failure && [failure.message, failure.hint].filter(Boolean).join(' ');
  const nameProblem = wasSent && !parsed.success ? parsed.error.issues[0]?.message : undefined;
  return (
    <FormSheet
      title={t('programs.createTitle')}
      action={t('programs.createAction')}
      isBusy={create.isPending}
      isDisabled={scopes.length === 0}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (parsed.success && scopes.length > 0) create.mutate();
      }}
    >
      <TextField
        label={t('programs.name')}
        controlRef={field}
        value={name}
        onValueChange={(value) => {
          create.reset();
          setName(value);
        }}
        placeholder={t('programs.namePlaceholder')}
        autoComplete="off"
        description={t('programs.nameHelp')}
        error={nameProblem ?? failed}
      />
      <SettingGroup title={t('programs.scopes')} description={t('programs.scopesHelp')}>
        {allScopes.map((scope) => (
          <SettingRow
            key={scope}
            title={<code className="font-mono text-secondary">{scope}</code>}
            description={t(`programs.scope_${keyOf(scope)}`)}
            control={
              <Switch
                name={scope}
                isOn={scopes.includes(scope)}
                onChange={(isOn) =>
                  setScopes(allScopes.filter((each) => (each === scope ? isOn : scopes.includes(each))))
                }
              />
            }
          />
        ))}
      </SettingGroup>
      {scopes.includes('record') && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">{t('programs.recording')}</span>
          <RecordLeaveSelect
            name={t('programs.recording')}
            value={record}
            choices={recordLeaves}
            onChange={setRecord}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-medium">{t('programs.end')}</span>
        <Select
          name={t('programs.end')}
          value={days}
          choices={ends.map((value) => ({
            value,
            label: value === 0 ? t('programs.endNever') : t('programs.endDays', { count: value }),
          }))}
          onChange={setDays}
          className="w-44"
        />
      </div>
    </FormSheet>
  );
}
