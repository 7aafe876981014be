import type { ApplicationRule } from '@quoth/contract';
import { AppWindow, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../application/use-error-text.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';
import { SettingGroup } from '../../design/setting-rows.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useSetting } from '../../shell/use-setting.ts';
import type { ModeFieldsProps } from './mode-fields-props.ts';
import { SwitchRow, WideRow } from './mode-rows.tsx';

/** The programs in which a dictation uses this mode automatically, and whether their names are sent for rewriting. */
export function WhereFields({ draft, change }: ModeFieldsProps) {
  const t = useTranslations('modes');
  const rules = draft.applications;
  const readsTitles = useSetting('readWindowTitles') ?? false;
  const set = (applications: ApplicationRule[]) => change({ applications });
  return (
    <SettingGroup title={t('where')} description={t('whereHelp')}>
      {rules.map((rule, at) => (
        <WideRow key={positionKey(at)}>
          <RuleRow
            rule={rule}
            place={at + 1}
            onChange={(changed) => set(rules.with(at, changed))}
            onRemove={() => set(rules.toSpliced(at, 1))}
          />
        </WideRow>
      ))}
      {!readsTitles && rules.some(({ title }) => title !== undefined) && (
        <WideRow>
          <p className="m-0 text-secondary text-quiet">{t('titlesAreOff')}</p>
        </WideRow>
      )}
      <WideRow>
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} onClick={() => set([...rules, { program: '' }])}>
            {t('addRule')}
          </Button>
          <OpenNow onChoose={(program) => set([...rules, { program }])} />
        </div>
      </WideRow>
      {draft.postProcessingMode !== 0 && (
        <SwitchRow
          title={t('sendProgramName')}
          description={t('sendProgramNameHelp')}
          isOn={draft.sendProgramName}
          onChange={(sendProgramName) => change({ sendProgramName })}
        />
      )}
    </SettingGroup>
  );
}

/** Rules have no ids of their own; these keep each row the same while one types in it. */
const positionKey = (at: number): string => `rule-${at}`;

function RuleRow({
  rule,
  place,
  onChange,
  onRemove,
}: {
  readonly rule: ApplicationRule;
  readonly place: number;
  readonly onChange: (rule: ApplicationRule) => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('modes');
  const { program, title } = rule;
  return (
    <div className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
        <TextField
          label={t('ruleProgramAt', { place })}
          isLabelUnseen
          value={program}
          placeholder={t('ruleProgram')}
          onValueChange={(value) => onChange({ ...rule, program: value })}
        />
        <TextField
          label={t('ruleTitleAt', { place })}
          isLabelUnseen
          value={title ?? ''}
          placeholder={t('ruleAnyTitle')}
          onValueChange={(value) => onChange(value === '' ? { program } : { program, title: value })}
        />
      </div>
      <IconButton icon={Trash2} name={t('removeRule', { place })} onClick={onRemove} />
    </div>
  );
}

/** The programs with an open window, to choose for a rule. */
function OpenNow({ onChoose }: { readonly onChoose: (program: string) => void }) {
  const t = useTranslations('modes');
  const textOf = useErrorText();
  const query = useRead('listApplications');
  const programs = [...new Set(query.data?.applications.map(({ program }) => program) ?? [])];
  const look = () => void query.refetch();
  return (
    <>
      <Menu
        trigger={
          <Button icon={AppWindow} disabled={programs.length === 0} onFocus={look} onPointerEnter={look}>
            {t('useOpenNow')}
          </Button>
        }
        actions={programs.map((program) => ({
          id: program,
          label: program,
          run: () => onChoose(program),
        }))}
      />
      {query.isError && (
        <p className="m-0 self-center text-secondary text-quiet">{textOf(query.error).message}</p>
      )}
    </>
  );
}
