import { type CreatedNamedToken, createNamedTokenBody, errorWords } from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Select } from '../../design/select.tsx';
import { TextField } from '../../design/text-field.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { type Allowed, ScopeSwitches } from './scope-switches.tsx';

const DAY_MS = 86_400_000;
/** Days until a token ends; 0: never. */
const ends = [0, 30, 90, 365] as const;

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
  const [allowed, setAllowed] = useState<Allowed>({ scopes: ['transcribe'], record: 'never' });
  const { scopes, record } = allowed;
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
      <ScopeSwitches allowed={allowed} onChange={setAllowed} />
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
