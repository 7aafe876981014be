import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Page } from '../../shell/page.tsx';
import { InsertingStep, useInserting } from '../inserting.tsx';
import { useChangeSettings } from '../settings/settings-layout.tsx';
import { MicrophoneStep } from './microphone-step.tsx';
import { ModelStep } from './model-step.tsx';
import { ShortcutStep } from './shortcut-step.tsx';

const steps = [
  ['model', ModelStep],
  ['microphone', MicrophoneStep],
  ['shortcut', ShortcutStep],
] as const;
/** Where the desktop has to allow it. */
const withInserting = [...steps, ['inserting', InsertingStep]] as const;

/** First run: three screens, or four. Each can be skipped, and is found again in Models or Settings. */
export function WelcomePage() {
  const t = useTranslations('welcome');
  const navigate = useNavigate();
  const change = useChangeSettings();
  const [at, setAt] = useState(0);
  // The step stays after the permission is given, and shows that it is.
  const [mustAllow, setMustAllow] = useState(false);
  const inserting = useInserting();
  if (!mustAllow && inserting && inserting.permission !== 'allowed') setMustAllow(true);
  const shown = mustAllow ? withInserting : steps;
  const [id, Step] = shown[at] ?? shown[0];
  const finish = () => {
    change({ firstStepsDone: true });
    void navigate({ to: '/' });
  };
  const isLast = at === shown.length - 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(at);
  useEffect(() => {
    // What was pressed is another button now: a space that is meant for the new step would press it.
    if (last.current !== at) heading.current?.focus();
    last.current = at;
  }, [at]);
  return (
    <Page
      title={t('title')}
      action={
        <Button kind="quiet" onClick={finish}>
          {t('skipAll')}
        </Button>
      }
    >
      <section aria-labelledby="step" className="mx-auto flex w-full max-w-160 flex-col gap-5 rail:pt-[4dvh]">
        <div>
          <p className="m-0 text-secondary text-quiet">
            {t('step', { number: at + 1, count: shown.length })}
          </p>
          <h2
            ref={heading}
            id="step"
            tabIndex={-1}
            className="m-0 mt-0.5 text-title font-semibold outline-none"
          >
            {t(`${id}Title`)}
          </h2>
          <p className="m-0 mt-1 text-quiet">{t(`${id}Help`)}</p>
        </div>
        <Step />
        <div className="flex flex-wrap items-center gap-2">
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('back')}</Button>}
          <Button kind="primary" onClick={() => (isLast ? finish() : setAt(at + 1))}>
            {t(isLast ? 'finish' : 'next')}
          </Button>
        </div>
        {isLast && (
          <p className="m-0 text-secondary text-quiet">
            <Link to="/settings/local-api" onClick={() => change({ firstStepsDone: true })}>
              {t('connect')}
            </Link>
          </p>
        )}
      </section>
    </Page>
  );
}
