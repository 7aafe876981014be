import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Page } from '../../shell/page.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { MicrophoneStep } from './microphone-step.tsx';
import { ProgramsStep } from './programs-step.tsx';
import { ShortcutStep } from './shortcut-step.tsx';
import { SpeechModelStep } from './speech-model-step.tsx';

const steps = [
  ['speechModel', SpeechModelStep],
  ['microphone', MicrophoneStep],
  ['shortcut', ShortcutStep],
  ['programs', ProgramsStep],
] as const;

/** First run: four short steps. Each can be skipped, and is found again in Models or Settings. */
export function WelcomePage() {
  const t = useTranslations('welcome');
  const navigate = useNavigate();
  const change = useChangeSettings();
  const [at, setAt] = useState(0);
  const [id, Step] = steps[at] ?? steps[0];
  const finish = () => {
    change({ firstStepsDone: true });
    void navigate({ to: '/' });
  };
  const isLast = at === steps.length - 1;
  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        <Button kind="quiet" onClick={finish}>
          {t('skipAll')}
        </Button>
      }
    >
      <section aria-labelledby="step" className="flex flex-col gap-5">
        <div>
          <p className="m-0 text-secondary text-quiet">
            {t('step', { number: at + 1, count: steps.length })}
          </p>
          <h2 id="step" className="m-0 mt-0.5 text-heading font-semibold">
            {t(`${id}Title`)}
          </h2>
          <p className="m-0 mt-1 max-w-160 text-quiet">{t(`${id}Help`)}</p>
        </div>
        <Step />
        <div className="flex flex-wrap gap-2">
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('back')}</Button>}
          <Button kind="primary" onClick={() => (isLast ? finish() : setAt(at + 1))}>
            {t(isLast ? 'finish' : 'next')}
          </Button>
        </div>
      </section>
    </Page>
  );
}
