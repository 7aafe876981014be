import type { ActionRun, ActionRunState } from '@quoth/contract';
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Clock,
  Loader2,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import { useId } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Pill, type PillTone } from '../../design/states.tsx';
import { ScrollRegion } from '../../design/table.tsx';
import { useAction, useRead } from '../../session/application.tsx';

const looks: Readonly<Record<ActionRunState, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  waiting: { tone: 'neutral', icon: Clock },
  running: { tone: 'neutral', icon: Loader2 },
  done: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
  cancelled: { tone: 'neutral', icon: CircleSlash },
};
const MINUTE_MS = 60_000;

/** What actions did with a recording's text, with each attempt; nothing where none exists. */
export function ActionRuns({ recordingId }: { readonly recordingId: string }) {
  const t = useTranslations('actions');
  const heading = useId();
  const { data } = useRead('listActionRuns', { query: { recording_id: recordingId } });
  if (data === undefined || data.runs.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="border-t border-line pt-4">
      <h3 id={heading} className="m-0 mb-2 text-body font-semibold">
        {t('inDetail')}
      </h3>
      <ul className="m-0 flex list-none flex-col gap-4 p-0">
        {data.runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { readonly run: ActionRun }) {
  const t = useTranslations('actions');
  const { id, action_name: name, state, attempts } = run;
  const repeat = useAction((client) => client.repeatActionRun({ params: { id } }));
  // While its action is paused, switching that on is the way.
  const isHeld = state === 'waiting' && run.next_at === null;
  const last = attempts.at(-1);
  const { tone, icon } = looks[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <Pill tone={tone} icon={icon} isWorking={state === 'running'} isSmall>
            {t(`state_${state}`)}
          </Pill>
          <Next run={run} />
        </div>
        {last !== undefined && last.message !== '' && (
          <div className="text-secondary text-quiet break-words">{last.message}</div>
        )}
        {last !== undefined && attempts.length === 1 && <Output of={name} text={last.output} />}
        {attempts.length > 1 && <Attempts run={run} />}
      </div>
      {state !== 'running' && !isHeld && (
        <Button
          icon={RotateCw}
          busy={repeat.isPending}
          aria-label={t('tryAgainNamed', { name })}
          onClick={() => repeat.mutate()}
        >
          {t('tryAgain')}
        </Button>
      )}
    </li>
  );
}

function Next({ run: { state, next_at } }: { readonly run: ActionRun }) {
  const t = useTranslations('actions');
  const format = useFormatter();
  const now = useNow({ updateInterval: MINUTE_MS });
  if (state !== 'waiting') return null;
  const isDue = next_at !== null && Date.parse(next_at) <= now.getTime();
  return (
    <span className="text-secondary text-quiet">
      {next_at === null
        ? t('waitsForResume')
        : isDue
          ? t('nextSoon')
          : t('nextAttempt', { time: format.relativeTime(new Date(next_at), now) })}
    </span>
  );
}

function Attempts({ run: { action_name: name, attempts } }: { readonly run: ActionRun }) {
  const t = useTranslations('actions');
  const format = useFormatter();
  return (
    <details className="text-secondary">
      <summary className="w-fit cursor-pointer rounded-control text-quiet">
        {t('attempts', { count: attempts.length })}
      </summary>
      <ol className="m-0 mt-1.5 flex list-none flex-col gap-2 p-0">
        {attempts.map(({ number, started_at, outcome, message, output }) => (
          <li key={number} className="flex min-w-0 flex-col gap-0.5">
            <span className="break-words tabular">
              {format.dateTime(new Date(started_at), { dateStyle: 'medium', timeStyle: 'medium' })} ·{' '}
              {t(`outcome_${outcome}`)} <span className="text-quiet">{message}</span>
            </span>
            <Output of={name} text={output} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What a program printed or an address answered; collapsed at first. */
export function Output({ of, text }: { readonly of: string; readonly text: string }) {
  const t = useTranslations('actions');
  if (text === '') return null;
  return (
    <details className="text-secondary">
      <summary className="w-fit cursor-pointer rounded-control text-quiet">{t('output')}</summary>
      <div className="mt-1.5 max-h-64 overflow-y-auto rounded-control bg-sunken">
        <ScrollRegion name={t('outputOf', { name: of })}>
          <pre className="m-0 w-max px-3 py-2 font-mono text-secondary">{text}</pre>
        </ScrollRegion>
      </div>
    </details>
  );
}
