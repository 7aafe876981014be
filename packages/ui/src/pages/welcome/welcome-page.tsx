import type { CatalogModel, ModelDownload, ShortcutAction, Shortcuts } from '@quoth/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, Download, Mic, Square, TriangleAlert, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, KeyCap } from '../design/button.tsx';
import { SettingRow } from '../design/settings.tsx';
import { Banner, Pill } from '../design/states.tsx';
import { Loaded, useAction, useRead, useSetting } from '../session/application.tsx';
import { LevelBar, LiveWords, useDictation, useLiveText } from '../session/dictation.tsx';
import { isMisheard, lastFinished, recorderView } from '../session/recording.ts';
import { keyNames } from '../shell/key-sequence.ts';
import { Page } from '../shell/page.tsx';
import { isMac, useShortcut } from '../shell/shortcuts.tsx';
import { DownloadProgress, isBasic, useAccuracy, useDownloads, useModelInUse } from './models/downloads.tsx';
import { ImportModel } from './models/import-model.tsx';
import { useSizeText } from './models/model-sizes.ts';
import { suggestedModel, thisMachine } from './models/suggested-model.ts';
import { MicrophoneChoice } from './settings/microphone-settings.tsx';
import { ServerSwitch, useChangeSettings } from './settings/settings-layout.tsx';
import { ShortcutKeys, ShortcutObstacle, useShortcuts, useTriedShortcuts } from './shortcut-keys.tsx';

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

/** What works now and how good it is, and the one download that fits this machine; a model file, where there is no network. */
function SpeechModelStep() {
  const t = useTranslations('welcome');
  const own = useTranslations('firstModel');
  const [isBringing, setBringing] = useState(false);
  const accuracyOf = useAccuracy();
  const usedId = useModelInUse()?.model.id;
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } });
  const { model: suggested, downloads } = useSuggestedModel();
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={installed} rows={1}>
        {({ models }) =>
          models
            .filter(({ provider }) => provider === 'local')
            .sort((a, b) => Number(b.id === usedId) - Number(a.id === usedId))
            .map((model) => (
              <SettingRow
                key={model.id}
                title={model.displayName}
                description={
                  isBasic(model) ? (
                    <span className="block">{own('basic')}</span>
                  ) : (
                    accuracyOf(model) && <span className="block">{accuracyOf(model)}</span>
                  )
                }
                control={
                  <Pill tone="success" icon={CircleCheck}>
                    {t(model.id === usedId ? 'inUse' : 'ready')}
                  </Pill>
                }
              />
            ))
        }
      </Loaded>
      {suggested && (
        <OfferedModel
          model={suggested}
          download={downloads.get(suggested.id)}
          note={own(downloads.has(suggested.id) ? 'speakMeanwhile' : 'suggested')}
        />
      )}
      <SettingRow
        title={own('offline')}
        description={own('offlineHelp')}
        control={
          <Button icon={Upload} onClick={() => setBringing(true)}>
            {own('bring')}
          </Button>
        }
      />
      <SettingRow title={<Link to="/models">{own('others')}</Link>} description={own('othersHelp')} />
      {isBringing && <ImportModel onClose={() => setBringing(false)} />}
    </div>
  );
}

/** The one model to download first on this machine, and downloads that are under way. */
function useSuggestedModel(): {
  readonly model: CatalogModel | undefined;
  readonly downloads: ReadonlyMap<string, ModelDownload>;
} {
  const catalog = useRead('getModelCatalog').data;
  const downloads = useDownloads(catalog?.downloads ?? []);
  return { model: suggestedModel(catalog?.models ?? [], thisMachine()), downloads };
}

/** A model that can be downloaded here: what it is good for, how good it is, and how its download goes on. */
function OfferedModel({
  model,
  download,
  note,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
  readonly note?: string;
}) {
  const t = useTranslations('welcome');
  const { id, displayName, recommended, size_bytes, installed } = model;
  const size = useSizeText()(size_bytes);
  const accuracy = useAccuracy()(model);
  const start = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  return (
    <SettingRow
      title={
        <>
          <span className="inline-block first-letter:uppercase">{recommended?.for ?? displayName}</span>
          {recommended && <span className="font-normal text-quiet"> · {displayName}</span>}
        </>
      }
      description={
        <>
          {note !== undefined && <span className="block">{note}</span>}
          <span className="block first-letter:uppercase">{recommended?.reason}</span>
          {accuracy && <span className="block">{accuracy}</span>}
        </>
      }
      control={
        installed ? (
          <Pill tone="success" icon={CircleCheck}>
            {t('ready')}
          </Pill>
        ) : (
          !download && (
            <Button
              icon={Download}
              busy={start.isPending}
              aria-label={t('downloadNamed', { name: displayName, size })}
              onClick={() => start.mutate()}
            >
              {t('download', { size })}
            </Button>
          )
        )
      }
      below={download && <DownloadProgress model={model} download={download} />}
    />
  );
}

/** The microphone, its level, and a sentence to try it with; nothing of it is kept. */
function MicrophoneStep() {
  const settings = useRead('getSettings');
  const change = useChangeSettings();
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={settings} rows={1}>
        {(body) => (
          <div className="rounded-card border border-line bg-raised">
            <MicrophoneChoice settings={body.settings} change={change} />
          </div>
        )}
      </Loaded>
      <TryMicrophone />
    </div>
  );
}

/** What was heard, compared with the sentence; where it went wrong, a better model. */
function Verdict({ text }: { readonly text: string }) {
  const t = useTranslations('welcome');
  const { model: better, downloads } = useSuggestedModel();
  if (!isMisheard(t('sentence'), text))
    return (
      <Banner tone="success" icon={CircleCheck}>
        {t('heardWell')}
      </Banner>
    );
  return (
    <div className="flex w-full flex-col gap-3">
      <Banner tone="warning" icon={TriangleAlert}>
        <p className="m-0 font-medium">{t('misheard')}</p>
        <p className="m-0 text-secondary text-quiet">{t(better ? 'misheardBetter' : 'misheardHelp')}</p>
      </Banner>
      {better && (
        <div className="rounded-card border border-line">
          <OfferedModel model={better} download={downloads.get(better.id)} />
        </div>
      )}
    </div>
  );
}

function TryMicrophone() {
  const t = useTranslations('welcome');
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  const isRecording = view?.state === 'recording';
  const live = useLiveText(view && 'id' in view ? view.id : undefined);
  // What was dictated elsewhere has nothing to do with this sentence.
  const [triedId, setTried] = useState<string>();
  const finished = dictation && lastFinished(dictation);
  const outcome = finished?.id === triedId && finished?.phase !== 'cancelled' ? finished : undefined;
  const start = useAction(
    (client) => client.startDictation({ body: { delivery: 'none', private: true, max_seconds: 60 } }),
    { onDone: ({ id }) => setTried(id) },
  );
  const stop = useAction((client) => client.stopDictation());
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-raised p-4">
      <p className="m-0">{t('say', { sentence: t('sentence') })}</p>
      <div className="flex w-full items-center gap-4">
        <Button
          icon={isRecording ? Square : Mic}
          busy={start.isPending || view?.state === 'starting'}
          disabled={view?.state === 'refused'}
          onClick={() => (isRecording ? stop.mutate() : start.mutate())}
        >
          {t(isRecording ? 'stop' : 'try')}
        </Button>
        <LevelBar isActive={isRecording} />
      </div>
      {view?.state === 'refused' && <p className="m-0 text-quiet">{view.refusal.message}</p>}
      {isRecording ? (
        <LiveWords text={live} />
      ) : (
        <p role="status" className="m-0 min-h-5">
          {view?.state === 'transcribing' ? t('transcribing') : (outcome?.text ?? outcome?.error?.message)}
        </p>
      )}
      {view?.state === 'ready' && outcome?.text != null && <Verdict text={outcome.text} />}
    </div>
  );
}

const toggleCommand = 'quoth dictate toggle';
const shown: readonly ShortcutAction[] = ['toggle', 'pushToTalk'];

/** The keys that work in every program, and the space bar here: pressed on the spot. */
function ShortcutStep() {
  const t = useTranslations('welcome');
  const query = useShortcuts();
  const tried = useTriedShortcuts(query.data !== undefined && query.data.shortcuts.way !== 'none');
  const [isPressed, setPressed] = useState(false);
  const hasSingleKeys = useSetting('singleKeyShortcuts') ?? true;
  useShortcut('space', () => setPressed(true));
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={query} rows={2}>
        {({ shortcuts }) =>
          shortcuts.way === 'none' ? (
            <SettingRow
              title={t('everywhere')}
              description={t('everywhereHelp')}
              control={
                <>
                  <code className="font-mono text-secondary">{toggleCommand}</code>
                  <CopyButton text={toggleCommand} name={t('copyCommand')} />
                </>
              }
            />
          ) : (
            <GlobalKeys shortcuts={shortcuts} tried={tried} />
          )
        }
      </Loaded>
      <SettingRow
        title={t('space')}
        description={t(hasSingleKeys ? 'spaceHelp' : 'spaceOff')}
        control={
          <Tried isTried={isPressed}>
            {keyNames('space', isMac).map((key) => (
              <KeyCap key={key}>{key}</KeyCap>
            ))}
          </Tried>
        }
      />
      <SettingRow
        title={t('palette')}
        description={t('paletteHelp')}
        control={keyNames('mod+k', isMac).map((key) => <KeyCap key={key}>{key}</KeyCap>)}
      />
      <SettingRow
        title={<Link to="/settings/shortcuts">{t('moreKeys')}</Link>}
        description={t('moreKeysHelp')}
      />
    </div>
  );
}

/** The keys in force; where the desktop assigns them, in its own words and with its own place to change them. */
function GlobalKeys({
  shortcuts: { way, hint, keys },
  tried,
}: {
  readonly shortcuts: Shortcuts;
  readonly tried: readonly ShortcutAction[];
}) {
  const t = useTranslations();
  return (
    <>
      {keys
        .filter(({ action }) => shown.includes(action))
        .map((key) => {
          const { action, state, shortcut, trigger } = key;
          const name = trigger ?? shortcut;
          return (
            <SettingRow
              key={action}
              title={t(`shortcuts.action_${action}`)}
              description={t(`shortcuts.help_${action}`)}
              control={
                <Tried isTried={tried.includes(action)}>
                  {way === 'portal' ? (
                    <span>{trigger ?? t('welcome.notAssigned')}</span>
                  ) : name === null || state === 'off' ? (
                    <span className="text-quiet">{t('shortcuts.none')}</span>
                  ) : (
                    <ShortcutKeys shortcut={name} />
                  )}
                </Tried>
              }
              below={way !== 'portal' && <ShortcutObstacle state={key} />}
            />
          );
        })}
      {hint !== null && <SettingRow title={<span className="font-normal">{hint}</span>} />}
    </>
  );
}

function Tried({ isTried, children }: { readonly isTried: boolean; readonly children: ReactNode }) {
  const t = useTranslations('welcome');
  return (
    <span role="status" className="flex items-center gap-3">
      {children}
      {isTried && (
        <Pill tone="success" icon={CircleCheck}>
          {t('spaceWorks')}
        </Pill>
      )}
    </span>
  );
}

/** The local API: off, and why. */
function ProgramsStep() {
  const t = useTranslations('welcome');
  const query = useRead('getApplication');
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={query} rows={1}>
        {({ api_server }) => <ServerSwitch server={api_server} />}
      </Loaded>
      <SettingRow
        title={<Link to="/settings/local-api">{t('connect')}</Link>}
        description={t('connectHelp')}
      />
    </div>
  );
}
