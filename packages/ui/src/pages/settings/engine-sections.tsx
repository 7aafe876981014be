import { type Settings, settingFields, type WyomingState } from '@quoth/contract';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ChoiceRow, SettingGroup, SettingRow, SettingSection, SwitchRow } from '../../design/settings.tsx';
import { useModeName } from '../../session/account.tsx';
import { useAction, useRead } from '../../session/application.tsx';
import { NumberRow, type SectionProps, SettingSwitch, TextSetting } from './setting-rows.tsx';

/** In place of a mode's id: the default mode, as far as this machine goes. */
const NONE = '';

/** Speech to text for Home Assistant. */
export function SmartHome(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes;
  const chosen = settings.wyomingMode;
  const isGone = modes !== undefined && chosen !== null && !modes.some(({ id }) => id === chosen);
  return (
    <SettingSection id="smart-home" title={t('smartHome')} description={t('smartHomeHelp')}>
      <SettingGroup>
        <WyomingSwitch isWanted={settings.wyomingEnabled} port={settings.wyomingPort} />
        <NumberRow {...section} of="wyomingPort" />
        <ChoiceRow
          id="settings.wyomingMode"
          title={t('wyomingMode')}
          description={t(isGone ? 'wyomingModeGoneHelp' : 'wyomingModeHelp')}
          value={chosen ?? NONE}
          choices={[
            { value: NONE, label: t('wyomingNoMode'), detail: t('wyomingNoModeDetail') },
            ...(isGone ? [{ value: chosen, label: t('wyomingModeGone'), isDisabled: true }] : []),
            ...(modes ?? []).map(({ id, name }) => ({ value: id, label: nameOf(name) })),
          ]}
          onChange={(mode) => change({ wyomingMode: mode === NONE ? null : mode })}
        />
        <SettingSwitch {...section} of="saveWyomingTranscriptions" />
      </SettingGroup>
    </SettingSection>
  );
}

function WyomingSwitch({ isWanted, port }: { readonly isWanted: boolean; readonly port: number }) {
  const t = useTranslations('settings');
  const state = useRead('getApplication').data?.wyoming;
  const change = useAction((client, enabled: boolean) => client.switchWyoming({ body: { enabled } }));
  const isOn = change.isPending ? change.variables : isWanted;
  return (
    <SwitchRow
      id="settings.wyoming"
      title={t('wyoming')}
      description={
        <span role="status" className="inline-flex items-center gap-1.5">
          {hasFailed(state) && <TriangleAlert size={14} aria-hidden className="shrink-0 text-warning" />}
          {hasFailed(state)
            ? t('wyomingFailed', { port: String(port) })
            : t(state?.running ? 'wyomingOn' : 'wyomingOff', { port: String(state?.port ?? port) })}
        </span>
      }
      isOn={isOn}
      isDisabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  );
}

/** The user wants it, and it could not have its port. */
function hasFailed(state: WyomingState | undefined): boolean {
  return state?.enabled === true && !state.running && state.notices.length > 0;
}

/** How the engines of this machine run. */
export function Engines(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingSection id="engines" title={t('engines')}>
      <SettingGroup>
        <ChoiceRow<Settings['engineDevice']>
          id="settings.device"
          title={t('device')}
          description={t('deviceHelp')}
          value={settings.engineDevice}
          choices={(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'] as const).map((value) => ({
            value,
            label: t(`device_${value}`),
          }))}
          onChange={(engineDevice) => change({ engineDevice })}
        />
        <NumberRow {...section} of="engineIdleSeconds" />
        <NumberRow {...section} of="engineMemoryMb" />
        <NumberRow {...section} of="queueWaiting" />
        <SettingRow
          id="settings.mirror"
          title={t('mirror')}
          description={t('mirrorHelp')}
          control={
            <TextSetting
              name={t('mirror')}
              value={settings.modelMirror}
              placeholder="https://huggingface.co"
              schema={settingFields.modelMirror}
              onChange={(modelMirror) => change({ modelMirror })}
            />
          }
        />
      </SettingGroup>
    </SettingSection>
  );
}
