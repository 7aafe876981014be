import { recordingSources } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import type { DraftFieldsProps } from './work-fields.tsx';

/** For which recordings an action is: where they come from, and in which modes they were made. */
export function ConditionFields({ draft, problems, onChange }: DraftFieldsProps) {
  const t = useTranslations('actions');
  const { data } = useRead('listModes');
  const modes = data?.modes ?? [];
  const { sources, modes: chosen } = draft;
  const problem = problems.sources ?? problems.modes;
  return (
    <SettingGroup title={t('sources')} description={t('sourcesHelp')}>
      {recordingSources.map((source) => (
        <SettingRow
          key={source}
          title={t(`source_${source}`)}
          control={
            <Switch
              name={t(`source_${source}`)}
              isOn={sources.includes(source)}
              onChange={(isOn) =>
                onChange({
                  sources: recordingSources.filter((each) =>
                    each === source ? isOn : sources.includes(each),
                  ),
                })
              }
            />
          }
        />
      ))}
      <SettingRow
        title={t('allModes')}
        control={
          <Switch
            name={t('allModes')}
            isOn={chosen === null}
            onChange={(isOn) => onChange({ modes: isOn ? null : modes.slice(0, 1).map(({ id }) => id) })}
          />
        }
        below={
          chosen !== null && (
            <ul aria-label={t('modes')} className="m-0 mt-2 flex list-none flex-col gap-2 p-0 ps-4">
              {modes.map(({ id, name }) => (
                <li key={id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 break-words">{name}</span>
                  <Switch
                    name={name}
                    isOn={chosen.includes(id)}
                    onChange={(isOn) =>
                      onChange({
                        modes: modes
                          .map((mode) => mode.id)
                          .filter((each) => (each === id ? isOn : chosen.includes(each))),
                      })
                    }
                  />
                </li>
              ))}
            </ul>
          )
        }
      />
      {problem !== undefined && (
        <p role="alert" className="m-0 px-4 py-3 text-secondary text-danger">
          {problems.sources === undefined ? t('chooseMode') : t('chooseSource')}
        </p>
      )}
    </SettingGroup>
  );
}
