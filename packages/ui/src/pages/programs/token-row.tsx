import { type NamedToken, type RecordPermission, recordPermissions } from '@quoth/contract';
import { CalendarX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Confirm } from '../../design/confirm.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Pill } from '../../design/pill.tsx';
import { CallsByDay } from './calls-by-day.tsx';
import { RecordPermissionSelect } from './record-permission-select.tsx';
import { ScopePills } from './scope-pills.tsx';

const MINUTE_MS = 60_000;

/** One program: what its token allows, and how it was used. */
export function TokenRow({ token }: { readonly token: NamedToken }) {
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
        cancel={t('app.cancel')}
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
