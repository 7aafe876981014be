import {
  type CreatedNamedToken,
  createNamedTokenBody,
  type NamedToken,
  type RecordPermission,
  recordPermissions,
  sharedTokenPermissions,
} from '@quoth/contract';
import {
  Archive,
  CalendarX,
  type LucideIcon,
  Mic,
  Notebook,
  Plus,
  SquareTerminal,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Button, IconButton } from '../design/button.tsx';
import { Confirm } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { FormChoice } from '../design/select.tsx';
import {
  CardList,
  FoundBy,
  Lead,
  SettingGroup,
  SettingRow,
  SettingSection,
  Templates,
} from '../design/settings.tsx';
import { Pill } from '../design/states.tsx';
import { Loaded, useAction, useCheck, useErrorText, useRead } from '../session/application.tsx';
import { FormSheet, ShownOnce } from './form-sheet.tsx';
import { type Allowed, RecordPermissionSelect, ScopePills, ScopeSwitches } from './scopes.tsx';
import { type SectionProps, SettingSwitch } from './settings/setting-rows.tsx';

/** Programs that have a token of their own: what each may do, when it last called, and how to revoke it. */
export function ProgramsSection(section: SectionProps) {
  const t = useTranslations('programs');
  const app = useTranslations('app');
  const query = useRead('listNamedTokens');
  const [creating, setCreating] = useState<ProgramTemplate | 'empty'>();
  const [created, setCreated] = useState<CreatedNamedToken>();
  const create = (
    <Button icon={Plus} onClick={() => setCreating('empty')}>
      {t('create')}
    </Button>
  );
  return (
    <SettingSection id="programs" title={t('title')} description={t('description')}>
      <FoundBy at="programs" title={t('title')} description={t('description')}>
        {created?.token != null && (
          <ShownOnce
            key={created.named_token.id}
            title={t('newToken', { name: created.named_token.name })}
            help={t('shownOnce')}
            secret={created.token}
            copyName={t('copyToken')}
            onClose={() => setCreated(undefined)}
          />
        )}
        <Loaded query={query} rows={3} rowHeight={88}>
          {({ named_tokens: tokens }) =>
            tokens.length === 0 ? (
              <div className="flex flex-col gap-4">
                <Lead control={create}>{t('empty')}</Lead>
                <Templates
                  name={app('templates')}
                  templates={programTemplates.map((id) => ({
                    id,
                    icon: templateIcons[id],
                    title: t(`template_${id}`),
                    detail: t(`templateHelp_${id}`),
                    run: () => setCreating(id),
                  }))}
                />
              </div>
            ) : (
              <div className="flex flex-col gap-3">
                <Lead control={create}>{t('listHelp')}</Lead>
                <CardList name={t('title')}>
                  {tokens.map((token) => (
                    <TokenRow key={token.id} token={token} />
                  ))}
                </CardList>
              </div>
            )
          }
        </Loaded>
      </FoundBy>
      <SharedTokenPermission {...section} />
      {creating !== undefined && (
        <CreateTokenSheet
          {...(creating !== 'empty' && { template: creating })}
          onClose={() => setCreating(undefined)}
          onCreated={(made) => {
            setCreating(undefined);
            setCreated(made);
          }}
        />
      )}
    </SettingSection>
  );
}

/** Programs that people give a token to. */
const programTemplates = ['script', 'notes', 'voice', 'backup'] as const;
type ProgramTemplate = (typeof programTemplates)[number];

const templateIcons: Readonly<Record<ProgramTemplate, LucideIcon>> = {
  script: SquareTerminal,
  notes: Notebook,
  voice: Mic,
  backup: Archive,
};

const allowedBy: Readonly<Record<ProgramTemplate, Allowed>> = {
  script: { scopes: ['transcribe'], record: 'never' },
  notes: { scopes: ['transcribe', 'rewrite', 'history.read'], record: 'never' },
  voice: { scopes: ['record'], record: 'ask' },
  backup: { scopes: ['history.read'], record: 'never' },
};

const MINUTE_MS = 60_000;

/** One program: what its token allows, and how it was used. */
function TokenRow({ token }: { readonly token: NamedToken }) {
  const t = useTranslations();
  const [isAsking, setAsking] = useState(false);
  const { id, name, scopes, record, file } = token;
  const revoke = useAction((client) => client.revokeNamedToken({ params: { id } }), {
    onDone: () => setAsking(false),
  });
  const allow = useAction((client, permission: RecordPermission) =>
    client.allowNamedToken({ params: { id }, body: { record: permission } }),
  );
  return (
    <li className="flex items-start gap-3 py-3 ps-4 pe-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <End token={token} />
        </div>
        <ScopePills scopes={scopes} />
        {scopes.includes('record') && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{t('programs.recording')}</span>
            <RecordPermissionSelect
              name={t('programs.recordingOf', { name })}
              value={allow.isPending ? allow.variables : record}
              choices={recordPermissions}
              onChange={(permission) => allow.mutate(permission)}
            />
          </div>
        )}
        <Use token={token} />
        {token.calls.length > 0 && <CallsByDay calls={token.calls} />}
        {file !== null && (
          <div className="text-secondary text-quiet">
            {t('programs.inFile')} <code className="font-mono break-all">{file}</code>
          </div>
        )}
      </div>
      <IconButton icon={Trash2} name={t('programs.revokeNamed', { name })} onClick={() => setAsking(true)} />
      <Confirm
        title={t('programs.revokeTitle', { name })}
        consequence={t('programs.revokeConsequence')}
        action={t('programs.revoke')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate()}
        isBusy={revoke.isPending}
      />
    </li>
  );
}

/** When it expires, or that it has. */
function End({ token: { expires_at: end } }: { readonly token: NamedToken }) {
  const t = useTranslations('programs');
  const format = useFormatter();
  const now = useNow({ updateInterval: MINUTE_MS });
  if (end === null) return null;
  const date = format.dateTime(new Date(end), { dateStyle: 'medium' });
  return Date.parse(end) <= now.getTime() ? (
    <Pill tone="warning" icon={CalendarX} isSmall>
      {t('ended', { date })}
    </Pill>
  ) : (
    <span className="text-secondary text-quiet">{t('ends', { date })}</span>
  );
}

/** When it last called, and the outcomes of its calls in the last 30 days. */
function Use({ token: { last_used_at: last, calls } }: { readonly token: NamedToken }) {
  const t = useTranslations('programs');
  const format = useFormatter();
  const now = useNow({ updateInterval: MINUTE_MS });
  if (last === null) return <div className="text-secondary text-quiet">{t('neverUsed')}</div>;
  const sum = (outcome: 'done' | 'failed' | 'refused') =>
    calls.reduce((total, day) => total + day[outcome], 0);
  const [failed, refused] = [sum('failed'), sum('refused')];
  // A call of this very moment is not in the future.
  const used = format.relativeTime(new Date(Math.min(Date.parse(last), now.getTime())), now);
  return (
    <div className="flex flex-wrap gap-x-3 text-secondary text-quiet tabular">
      <time dateTime={last}>{t('lastUsed', { time: used })}</time>
      <span>{t('calls', { count: sum('done') + failed + refused })}</span>
      {failed > 0 && <span>{t('callsFailed', { count: failed })}</span>}
      {refused > 0 && <span className="text-warning">{t('callsRefused', { count: refused })}</span>}
    </div>
  );
}

const outcomes = ['done', 'failed', 'refused'] as const;

/** How many calls a program made on each day, and how they ended; collapsed at first. */
function CallsByDay({ calls }: { readonly calls: NamedToken['calls'] }) {
  const t = useTranslations('programs');
  const format = useFormatter();
  return (
    <details className="text-secondary text-quiet">
      <summary className="w-fit cursor-pointer rounded-control">{t('byDay')}</summary>
      <table className="mt-1.5 border-collapse tabular">
        <thead>
          <tr>
            <th scope="col" className="py-0.5 pe-5 text-start font-medium">
              {t('day')}
            </th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col" className="py-0.5 pe-5 text-end font-medium">
                {t(`outcome_${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((day) => (
            <tr key={day.day}>
              <th scope="row" className="py-0.5 pe-5 text-start font-normal">
                {/* A day without a time would be read as one of UTC. */}
                {format.dateTime(new Date(`${day.day}T12:00`), { dateStyle: 'medium' })}
              </th>
              {outcomes.map((outcome) => (
                <td key={outcome} className="py-0.5 pe-5 text-end">
                  {format.number(day[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const DAY_MS = 86_400_000;
/** Days until a token ends; 0: never. */
const ends = [0, 30, 90, 365] as const;

/** Makes a token for a program: what it is called, what it may do, and until when. */
function CreateTokenSheet({
  template,
  onClose,
  onCreated,
}: {
  readonly template?: ProgramTemplate;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedNamedToken) => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const check = useCheck();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(template === undefined ? '' : t(`programs.template_${template}`));
  const [allowed, setAllowed] = useState<Allowed>(allowedBy[template ?? 'script']);
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
  const parsed = check(createNamedTokenBody.shape.name, name);
  const failed = create.isError ? textOf(create.error).line : undefined;
  const nameProblem = wasSent && !parsed.success ? parsed.problems[0]?.message : undefined;
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
        label={t('app.itsName')}
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
      <FormChoice
        label={t('programs.end')}
        value={days}
        choices={ends.map((value) => ({
          value,
          label: value === 0 ? t('programs.endNever') : t('programs.endDays', { count: value }),
        }))}
        onChange={setDays}
        className="w-44"
      />
    </FormSheet>
  );
}

/** What programs with the token of the discovery file may do. */
function SharedTokenPermission(section: SectionProps) {
  const t = useTranslations('programs');
  const { settings, change } = section;
  return (
    <SettingGroup title={t('sharedTitle')}>
      <SettingRow
        id="programs.sharedRecording"
        title={t('recording')}
        description={t('sharedHelp')}
        control={
          <RecordPermissionSelect
            name={t('sharedRecording')}
            value={settings.sharedTokenRecord}
            choices={sharedTokenPermissions}
            onChange={(sharedTokenRecord) => change({ sharedTokenRecord })}
          />
        }
      />
      <SettingSwitch {...section} of="liveTextForPrograms" />
      <SettingSwitch {...section} of="programsMayPurge" />
    </SettingGroup>
  );
}
