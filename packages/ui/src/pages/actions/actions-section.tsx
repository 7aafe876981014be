import type { Action, ActionAttempt, ActionKind } from '@quoth/contract';
import {
  CalendarDays,
  CircleAlert,
  CircleCheck,
  ClipboardList,
  Ellipsis,
  FilePlus2,
  KeyRound,
  type LucideIcon,
  Notebook,
  Pause,
  Pencil,
  Play,
  Plus,
  Send,
  SquareTerminal,
  Trash2,
  TriangleAlert,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Icon, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Menu } from '../../design/menu.tsx';
import { CardList, FoundBy, Lead, SettingSection, Switch, Templates } from '../../design/settings.tsx';
import { Banner, Pill } from '../../design/states.tsx';
import { useModeName } from '../../session/account.tsx';
import { Loaded, useAction, useRead } from '../../session/application.tsx';
import { useTranslate } from '../../text/text-provider.tsx';
import { ShownOnce } from '../form-sheet.tsx';
import { Output } from './action-runs.tsx';
import { ActionSheet, type ActionTemplate, actionTemplates } from './action-sheet.tsx';

/** The actions, and how to add, try, pause, change and delete one. */
export function ActionsSection() {
  const t = useTranslations('actions');
  const app = useTranslations('app');
  const query = useRead('listActions');
  /** The action being edited, or a new one. */
  const [open, setOpen] = useState<Action | ActionTemplate | 'new'>();
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>();
  const onSecret = (name: string, secret: string) => setMade({ name, secret });
  const add = (
    <Button icon={Plus} onClick={() => setOpen('new')}>
      {t('add')}
    </Button>
  );
  return (
    <SettingSection id="actions" title={t('title')} description={t('description')}>
      <FoundBy at="actions" title={t('title')} description={t('description')}>
        {made && (
          <ShownOnce
            key={made.secret}
            title={t('secretOf', { name: made.name })}
            help={t('secretOnce')}
            secret={made.secret}
            copyName={t('copySecret')}
            onClose={() => setMade(undefined)}
          />
        )}
        <Loaded query={query} rows={3} rowHeight={88}>
          {({ actions }) =>
            actions.length === 0 ? (
              <div className="flex flex-col gap-4">
                <Lead control={add}>{t('empty')}</Lead>
                <Templates
                  name={app('templates')}
                  templates={actionTemplates.map((id) => ({
                    id,
                    icon: templateIcons[id],
                    title: t(`template_${id}`),
                    detail: t(`templateHelp_${id}`),
                    run: () => setOpen(id),
                  }))}
                />
              </div>
            ) : (
              <div className="flex flex-col gap-3">
                <Lead control={add}>{t('listHelp')}</Lead>
                <CardList name={t('title')}>
                  {actions.map((action) => (
                    <ActionRow
                      key={action.id}
                      action={action}
                      onEdit={() => setOpen(action)}
                      onSecret={onSecret}
                    />
                  ))}
                </CardList>
              </div>
            )
          }
        </Loaded>
        {open !== undefined && (
          <ActionSheet
            {...(typeof open === 'object' ? { action: open } : open !== 'new' && { template: open })}
            onClose={() => setOpen(undefined)}
            onSecret={onSecret}
          />
        )}
      </FoundBy>
    </SettingSection>
  );
}

const templateIcons: Readonly<Record<ActionTemplate, LucideIcon>> = {
  daily: CalendarDays,
  obsidian: Notebook,
  clipboard: ClipboardList,
  webhook: Webhook,
};

const icons: Readonly<Record<ActionKind, LucideIcon>> = {
  file: FilePlus2,
  program: SquareTerminal,
  webhook: Send,
};

/** One action: what it does, for which recordings, and how it is. */
function ActionRow({
  action,
  onEdit,
  onSecret,
}: {
  readonly action: Action;
  readonly onEdit: () => void;
  readonly onSecret: (name: string, secret: string) => void;
}) {
  const t = useTranslations();
  const [isAsking, setAsking] = useState(false);
  const { id, name, does, paused, waiting } = action;
  const params = { id };
  const isAutoPaused = paused !== null && paused.reason !== 'user';
  const turn = useAction((client, isOn: boolean) => client.updateAction({ params, body: { paused: !isOn } }));
  const attempt = useAction((client) => client.tryAction({ params, body: {} }));
  const renew = useAction((client) => client.renewActionSecret({ params }), {
    onDone: ({ secret }) => onSecret(name, secret),
  });
  const remove = useAction((client) => client.deleteAction({ params }), { onDone: () => setAsking(false) });
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 ps-4 pe-2">
      <Icon of={icons[does.kind]} className="mt-0.5 text-quiet" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {paused !== null && (
            <Pill tone={paused.reason === 'user' ? 'neutral' : 'warning'} icon={Pause} isSmall>
              {t(paused.reason === 'user' ? 'actions.paused' : 'actions.pausedFailures')}
            </Pill>
          )}
        </div>
        <Work action={action} />
        <div className="flex flex-wrap gap-x-3 text-secondary text-quiet tabular">
          <Condition action={action} />
          {waiting > 0 && <span>{t('actions.waiting', { count: waiting })}</span>}
        </div>
      </div>
      <div className="flex items-center gap-1.5">
        <Switch
          name={t('actions.on', { name })}
          isOn={turn.isPending ? turn.variables : paused === null}
          onChange={(isOn) => turn.mutate(isOn)}
        />
        <Menu
          trigger={<IconButton icon={Ellipsis} name={t('app.actionsOf', { name })} />}
          actions={[
            {
              id: 'try',
              label: t('app.tryIt'),
              icon: Play,
              run: () => attempt.mutate(),
              isDisabled: attempt.isPending,
            },
            { id: 'edit', label: t('app.edit'), icon: Pencil, run: onEdit },
            ...(does.kind === 'webhook'
              ? [{ id: 'secret', label: t('actions.newSecret'), icon: KeyRound, run: () => renew.mutate() }]
              : []),
            {
              id: 'delete',
              label: t('app.delete'),
              icon: Trash2,
              run: () => setAsking(true),
              isDangerous: true,
              isApart: true,
            },
          ]}
        />
      </div>
      {(isAutoPaused || attempt.data) && (
        <div className="flex basis-full flex-col gap-2 pe-2 rail:ps-7">
          {isAutoPaused && (
            <Banner tone="warning" icon={TriangleAlert}>
              {t(`actions.${paused.reason === 'gone' ? 'gone' : 'failures'}`)}
            </Banner>
          )}
          {attempt.data && <Tried name={name} attempt={attempt.data.attempt} />}
        </div>
      )}
      <Confirm
        title={t('actions.deleteTitle', { name })}
        consequence={t('actions.deleteConsequence')}
        action={t('app.delete')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
      />
    </li>
  );
}

function Work({ action: { does } }: { readonly action: Action }) {
  const t = useTranslations('actions');
  const [verb, what] =
    does.kind === 'file'
      ? [t('addsTo'), does.path]
      : does.kind === 'webhook'
        ? [t('postsTo'), does.url]
        : [t('runs'), does.command.join(' ')];
  return (
    <div className="min-w-0">
      {verb} <code className="font-mono text-secondary break-all">{what}</code>
    </div>
  );
}

function Condition({ action: { sources, modes } }: { readonly action: Action }) {
  const t = useTranslations('actions');
  const nameOf = useModeName();
  const { data } = useRead('listModes');
  const known = modes?.filter((id) => data?.modes.some((mode) => mode.id === id) ?? true) ?? [];
  const [only] = known;
  const name = known.length === 1 ? data?.modes.find(({ id }) => id === only)?.name : undefined;
  return (
    <>
      <span>{t('forSources', { list: sources.map((source) => t(`source_${source}`)).join(' · ') })}</span>
      {modes !== null && (
        <span>
          {name === undefined ? t('someModes', { count: known.length }) : t('inMode', { name: nameOf(name) })}
        </span>
      )}
    </>
  );
}

/** What came of trying it. */
function Tried({ name, attempt }: { readonly name: string; readonly attempt: ActionAttempt }) {
  const t = useTranslations('actions');
  const translate = useTranslate();
  const isDone = attempt.outcome === 'done';
  return (
    <Banner tone={isDone ? 'success' : 'danger'} icon={isDone ? CircleCheck : CircleAlert}>
      <div className="flex min-w-0 flex-col gap-1">
        <span>{t(isDone ? 'triedDone' : 'triedFailed', { name })}</span>
        <span className="text-secondary break-words">{translate(attempt).message}</span>
        <Output of={name} text={attempt.output} />
      </div>
    </Banner>
  );
}
