import type { Statistics } from '@quoth/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChartColumn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { buttonClasses, IconButton, Tip } from '../../design/button.tsx';
import { Select } from '../../design/select.tsx';
import { EmptyState } from '../../design/states.tsx';
import { useModeName } from '../../session/account.tsx';
import { Loaded, useRead } from '../../session/application.tsx';
import { Page } from '../../shell/page.tsx';
import { type Bar, barsOf, type Period, secondsSaved, TYPED_WORDS_PER_MINUTE } from './periods.ts';

/** Statistics: what was dictated in the last year, counted from the history alone. */
export function StatisticsPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const query = useRead('getStatistics');
  return (
    <Page
      title={t('pages.statistics')}
      description={t('statistics.description')}
      back={
        <IconButton
          icon={ArrowLeft}
          name={t('statistics.back')}
          onClick={() => void navigate({ to: '/history' })}
        />
      }
    >
      <Loaded query={query} rows={4} rowHeight={88}>
        {(statistics) =>
          statistics.programs.length === 0 ? (
            <EmptyState
              icon={ChartColumn}
              action={
                <Link to="/" className={`${buttonClasses.secondary} no-underline`}>
                  {t('app.toRecord')}
                </Link>
              }
            >
              {t('statistics.empty')}
            </EmptyState>
          ) : (
            <Figures statistics={statistics} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const t = useTranslations('statistics');
  const nameOf = useModeName();
  const { dictated, modes, programs } = statistics;
  return (
    <>
      {dictated.recordings > 0 && <Dictated statistics={statistics} />}
      <div className="grid gap-8 wide:grid-cols-2">
        <Shares
          id="by-mode"
          title={t('byMode')}
          rows={modes.map(({ name, words }) => ({ name: name === null ? t('noMode') : nameOf(name), words }))}
        />
        <Shares
          id="by-program"
          title={t('byProgram')}
          rows={programs.map(({ source, program, words }) => ({
            name: program ?? t(`source_${source}`),
            words,
          }))}
        />
      </div>
    </>
  );
}

/** What was spoken into the microphone; what programs sent counts below. */
function Dictated({ statistics }: { readonly statistics: Statistics }) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const time = useTimeText();
  const [period, setPeriod] = useState<Period>('days');
  const bars = barsOf(statistics.days, period, new Date(), useFirstDay());
  const now = bars.at(-1);
  const { dictated } = statistics;
  const saved = secondsSaved(dictated);
  return (
    <>
      <dl className="m-0 grid gap-3 rail:auto-cols-fr rail:grid-flow-col">
        <Figure name={t('words')} note={t('recordings', { count: dictated.recordings })}>
          {format.number(dictated.words)}
        </Figure>
        <Figure
          name={t('spoken')}
          note={dictated.seconds > 0 ? t('perMinute', { count: perMinute(dictated) }) : undefined}
        >
          {time(dictated.seconds)}
        </Figure>
        {/* Of a minute or less there is nothing to boast of. */}
        {saved >= 60 && (
          <Figure name={t('saved')} note={t('savedHelp', { count: TYPED_WORDS_PER_MINUTE })}>
            {time(saved)}
          </Figure>
        )}
      </dl>
      <section aria-labelledby="words-over-time" className="rounded-card border border-line bg-raised p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 id="words-over-time" className="m-0 text-heading font-semibold">
              {t(period === 'days' ? 'wordsADay' : 'wordsAWeek')}
            </h2>
            <p className="m-0 text-secondary text-quiet">
              {t(period === 'days' ? 'today' : 'thisWeek', { count: now?.words ?? 0 })}
            </p>
          </div>
          <Select<Period>
            name={t('period')}
            value={period}
            choices={[
              { value: 'days', label: t('days') },
              { value: 'weeks', label: t('weeks') },
            ]}
            onChange={setPeriod}
            className="w-44"
          />
        </div>
        <Bars bars={bars} period={period} />
      </section>
    </>
  );
}

function Figure({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="rounded-card border border-line bg-raised p-4">
      <dt className="text-secondary text-quiet">{name}</dt>
      <dd className="tabular m-0 mt-1 text-title font-medium whitespace-nowrap wide:text-clock">
        {children}
      </dd>
      {note !== undefined && <dd className="m-0 mt-1 text-secondary text-quiet">{note}</dd>}
    </div>
  );
}

/** The drawing; for screen readers a list of the bars that are not empty. */
function Bars({ bars, period }: { readonly bars: readonly Bar[]; readonly period: Period }) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const most = Math.max(1, ...bars.map(({ words }) => words));
  const highest = bars.find(({ words }) => words === most);
  const nameOf = ({ from, words }: Bar) =>
    t(period === 'days' ? 'onDay' : 'inWeek', {
      date: format.dateTime(from, { day: 'numeric', month: 'long' }),
      count: words,
    });
  const [first, last] = [bars[0], bars.at(-1)];
  const short = (bar: Bar | undefined) =>
    bar && format.dateTime(bar.from, { day: 'numeric', month: 'short' });
  return (
    <>
      <div aria-hidden className="mt-4 flex h-36 items-end gap-0.5 border-b border-line pt-5">
        {bars.map((bar) => (
          <Tip key={bar.from.getTime()} text={nameOf(bar)}>
            <div className="group relative flex h-full min-w-0 flex-1 items-end">
              {bar === highest && (
                <span className="tabular absolute inset-x-0 -top-5 flex justify-center text-small whitespace-nowrap text-quiet">
                  {format.number(bar.words)}
                </span>
              )}
              <div
                className={`w-full rounded-t-[3px] ${bar.words === 0 ? 'bg-pressed' : 'bg-accent group-hover:bg-accent-hover'}`}
                style={{ height: bar.words === 0 ? 2 : `${Math.max(4, (bar.words / most) * 100)}%` }}
              />
            </div>
          </Tip>
        ))}
      </div>
      <div aria-hidden className="tabular mt-1 flex justify-between text-small text-quiet">
        <span>{short(first)}</span>
        <span>{short(last)}</span>
      </div>
      <ul className="unseen">
        {bars
          .filter(({ words }) => words > 0)
          .map((bar) => (
            <li key={bar.from.getTime()}>{nameOf(bar)}</li>
          ))}
      </ul>
    </>
  );
}

/** Names with their words, most first, each with a bar of its share. */
function Shares({
  id,
  title,
  rows,
}: {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly words: number }[];
}) {
  const t = useTranslations('statistics');
  const most = Math.max(1, ...rows.map(({ words }) => words));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="m-0 mb-3 text-heading font-semibold">
        {title}
      </h2>
      <ul className="m-0 flex list-none flex-col gap-3 p-0">
        {rows.map(({ name, words }) => (
          <li key={name}>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span className="tabular shrink-0 text-secondary text-quiet">
                {t('count', { count: words })}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-pressed">
              <div className="h-full rounded-full bg-accent" style={{ width: `${(words / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function perMinute({ words, seconds }: { readonly words: number; readonly seconds: number }): number {
  return Math.round((words / seconds) * 60);
}

/** A length of time as people say it: “2 h 5 min”, “5 min”, “40 s”. */
function useTimeText(): (seconds: number) => string {
  const t = useTranslations('statistics');
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    if (minutes === 0) return t('seconds', { count: Math.round(seconds) });
    return minutes < 60
      ? t('minutes', { count: minutes })
      : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}

/**
 * The first day of the week where the window's language is spoken; 0 is Sunday. Monday where the browser does not know.
 */
function useFirstDay(): number {
  const locale = new Intl.Locale(useLocale()) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
