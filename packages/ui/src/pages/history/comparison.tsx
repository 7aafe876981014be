import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type ChangedRun, wordChanges } from './word-changes.ts';

/** The engine's text next to the final one, with the differing words marked. */
export function Comparison({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useTranslations('history');
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  return (
    <div className="grid gap-6 wide:grid-cols-2">
      <Side title={t('asSpoken')} runs={changes.before} tone="removed" />
      <Side title={t('asWritten')} runs={changes.after} tone="added" />
    </div>
  );
}

function Side({
  title,
  runs,
  tone,
}: {
  readonly title: string;
  readonly runs: readonly ChangedRun[];
  readonly tone: 'added' | 'removed';
}) {
  return (
    <section>
      <h3 className="m-0 mb-1.5 text-secondary font-medium text-quiet">{title}</h3>
      <p className="m-0 leading-6 whitespace-pre-wrap">
        {runs.map(({ at, text, isChanged }) =>
          isChanged && text.trim() !== '' ? (
            tone === 'added' ? (
              <ins key={at} className="bg-success-soft no-underline">
                {text}
              </ins>
            ) : (
              <del key={at} className="bg-danger-soft decoration-1">
                {text}
              </del>
            )
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </p>
    </section>
  );
}
