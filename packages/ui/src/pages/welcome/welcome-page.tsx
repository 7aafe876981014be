import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { useDestinations } from '../../session/account.tsx';
import { Page } from '../../shell/page.tsx';
import { useChangeSettings } from '../settings/setting-rows.tsx';
import { KeysStep } from './keys-step.tsx';
import { SayStep } from './say-step.tsx';
import { useTrial } from './use-trial.ts';

/**
 * First run: two screens. The first thing that happens is that Quoth hears one; then the keys are tried. Both are found
 * again in the settings.
 */
export function WelcomePage() {
  const t = useTranslations('welcome');
  const navigate = useNavigate();
  const change = useChangeSettings();
  const trial = useTrial();
  const destinations = useDestinations();
  const [isLast, setLast] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const was = useRef(isLast);
  useEffect(() => {
    // What was pressed is another button now: a space that is meant for the new screen would press it.
    if (was.current !== isLast) heading.current?.focus();
    was.current = isLast;
  }, [isLast]);
  const finish = () => {
    change({ firstStepsDone: true });
    void navigate({ to: '/' });
  };
  // One thing is the next to do: to speak, and once that was done, to go on.
  const isNext = isLast || trial.outcome !== undefined;
  return (
    <Page title={t('title')} width="full" isTitleUnseen>
      <section
        aria-labelledby="step"
        className="mx-auto flex w-full max-w-190 flex-1 flex-col items-center gap-5 text-center rail:pt-[7dvh]"
      >
        <div>
          <h2
            ref={heading}
            id="step"
            tabIndex={-1}
            className="said m-0 text-said font-medium tracking-tight outline-none rail:text-hero"
          >
            {t(isLast ? 'shortcutTitle' : 'sayTitle')}
          </h2>
          <p className="m-0 mt-2 text-heading text-balance text-quiet">
            {t(isLast ? 'keysHelp' : 'sayHelp')}
          </p>
        </div>
        {isLast ? <KeysStep trial={trial} /> : <SayStep trial={trial} />}
        <div className="mt-auto flex flex-col items-center gap-3 pt-4">
          <div className="flex flex-wrap items-center justify-center gap-2">
            {isLast && <Button onClick={() => setLast(false)}>{t('back')}</Button>}
            <Button
              kind={isNext ? 'primary' : 'secondary'}
              onClick={() => (isLast ? finish() : setLast(true))}
            >
              {t(isLast ? 'finish' : 'next')}
            </Button>
            {!isLast && (
              <Button kind="quiet" onClick={finish}>
                {t('skipAll')}
              </Button>
            )}
          </div>
          <p className="m-0 min-h-5 text-secondary text-quiet">
            {isLast ? (
              <Link
                to="/settings"
                search={{ at: 'local-api' }}
                onClick={() => change({ firstStepsDone: true })}
              >
                {t('connect')}
              </Link>
            ) : (
              destinations?.length === 0 && t('private')
            )}
          </p>
        </div>
      </section>
    </Page>
  );
}
