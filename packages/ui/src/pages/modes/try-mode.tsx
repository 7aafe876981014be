import { createModeBody } from '@quoth/contract';
import { Play, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { TextArea } from '../../design/text-area.tsx';
import type { ModeDraft } from './mode-draft.ts';
import { SpeakTrial } from './speak-trial.tsx';

/** Runs the mode as it is in the editor on a text that is typed or spoken. Nothing is saved. */
export function TryMode({ draft }: { readonly draft: ModeDraft }) {
  const t = useTranslations('modes');
  const app = useTranslations('app');
  const [text, setText] = useState<string>(t('trySample'));
  const run = useAction((client, said: string) =>
    client.tryMode({
      body: {
        mode: createModeBody.parse({ ...draft, applications: [] }),
        text: said,
        rewrite: draft.postProcessingMode !== 0,
      },
    }),
  );
  const { mutate } = run;
  const takeTranscript = useCallback(
    (said: string) => {
      setText(said);
      if (said.trim() !== '') mutate(said);
    },
    [mutate],
  );
  const result = run.data;
  return (
    <section
      aria-label={t('try')}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 wide:sticky wide:top-0"
    >
      <h2 className="m-0 text-heading font-semibold">{t('try')}</h2>
      <TextArea
        label={t('tryText')}
        description={t('tryHelp')}
        value={text}
        onChange={({ target }) => {
          run.reset();
          setText(target.value);
        }}
      />
      <div className="flex flex-wrap items-start gap-2">
        <SpeakTrial draft={draft} onTranscript={takeTranscript} />
        <Button
          icon={Play}
          busy={run.isPending}
          disabled={text.trim() === ''}
          onClick={() => run.mutate(text)}
        >
          {t('tryRun')}
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-3">
        {result && (
          <>
            <div className="flex items-start gap-2">
              <p className="m-0 min-w-0 flex-1 whitespace-pre-wrap">{result.text}</p>
              <CopyButton text={result.text} name={t('tryCopy')} doneName={app('copied')} />
            </div>
            {result.warning && (
              <Banner icon={TriangleAlert} tone="warning">
                {result.warning.message}
              </Banner>
            )}
          </>
        )}
      </div>
    </section>
  );
}
