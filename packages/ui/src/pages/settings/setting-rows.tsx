import { type ApiServerState, type Checks, type Settings, settingFields } from '@quoth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from '../../design/field.tsx';
import { SettingRow, SwitchRow } from '../../design/settings.tsx';
import { useAction, useCheck } from '../../session/application.tsx';

/** Changes settings at once on the page, and reverts them if the application refuses. */
export function useChangeSettings(): (changes: Partial<Settings>) => void {
  const queries = useQueryClient();
  const action = useAction(
    async (client, changes: Partial<Settings>) => {
      try {
        return await client.updateSettings({ body: changes });
      } catch (error) {
        await queries.invalidateQueries({ queryKey: ['getSettings'] });
        throw error;
      }
    },
    { onDone: ({ settings }) => queries.setQueryData(['getSettings'], { ok: true, settings }) },
  );
  return (changes) => {
    queries.setQueryData<{ ok: true; settings: Settings }>(
      ['getSettings'],
      (now) => now && { ...now, settings: { ...now.settings, ...changes } },
    );
    action.mutate(changes);
  };
}

export interface SectionProps {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
}

/** The settings that are a switch of their own, each by the key of its texts. */
const switches = {
  endWithLastWindow: 'settings.endWithWindow',
  saveApiTranscriptions: 'settings.saveApi',
  liveTextForPrograms: 'settings.liveText',
  programsMayPurge: 'settings.mayPurge',
  readWindowTitles: 'settings.readTitles',
  saveWyomingTranscriptions: 'settings.saveWyoming',
  trayIcon: 'settings.trayIcon',
  recordMeetings: 'settings.recordMeetings',
  soundCues: 'settings.soundCues',
  suggestWords: 'settings.suggestWords',
  pasteIntoAnyWindow: 'shortcuts.anyWindow',
  spokenEnter: 'shortcuts.spokenEnter',
} as const;

/** One of the settings that are on or off. */
export function SettingSwitch({
  settings,
  change,
  of,
}: SectionProps & { readonly of: keyof typeof switches }) {
  const t = useTranslations();
  return (
    <SwitchRow
      id={switches[of]}
      title={t(switches[of])}
      description={t(`${switches[of]}Help`)}
      isOn={settings[of]}
      onChange={(isOn) => change({ [of]: isOn })}
    />
  );
}

/** The settings that are a number, each with the keys of its texts and of its unit. */
const numbers = {
  wyomingPort: ['wyomingPort'],
  engineIdleSeconds: ['idle', 'seconds'],
  engineMemoryMb: ['memory', 'megabytes'],
  queueWaiting: ['queue'],
} as const;

/** One of the settings that are a whole number, saved when the field loses the focus or at Enter. */
export function NumberRow({ settings, change, of }: SectionProps & { readonly of: keyof typeof numbers }) {
  const t = useTranslations('settings');
  const [text, unit] = numbers[of];
  return (
    <SettingRow
      id={`settings.${text}`}
      title={t(text)}
      description={t(`${text}Help`)}
      control={
        <div className="w-36">
          <Typed
            name={t(text)}
            value={settings[of]}
            schema={settingFields[of]}
            onChange={(value) => change({ [of]: value })}
            written={(value) => String(value)}
            read={(typed) => Number(typed)}
            isNumeric
            {...(unit !== undefined && { unit: t(unit) })}
          />
        </div>
      }
    />
  );
}

interface TypedSettingProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly schema: Checks<Value>;
  readonly onChange: (value: Value) => void;
}

/** A text, saved when the field loses the focus or at Enter; an empty one means none. */
export function TextSetting({
  placeholder,
  isShort = false,
  ...props
}: TypedSettingProps<string | null> & {
  readonly placeholder?: string;
  /** As wide as a number. */
  readonly isShort?: boolean;
}) {
  return (
    <div className={isShort ? 'w-36' : 'w-72 max-w-full'}>
      <Typed
        {...props}
        written={(value) => value ?? ''}
        read={(text) => (text.trim() === '' ? null : text.trim())}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}

/** Texts between commas, saved when the field loses the focus or at Enter. */
export function ListSetting(props: TypedSettingProps<readonly string[]> & { readonly placeholder?: string }) {
  return (
    <Typed
      {...props}
      written={(list) => list.join(', ')}
      read={(text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))}
    />
  );
}

function Typed<Value>({
  name,
  value,
  schema,
  onChange,
  written,
  read,
  unit,
  placeholder,
  isNumeric = false,
}: TypedSettingProps<Value> & {
  readonly written: (value: Value) => string;
  readonly read: (text: string) => Value;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
}) {
  const check = useCheck();
  const [draft, setDraft] = useState<string>();
  const parsed = draft === undefined ? undefined : check(schema, read(draft));
  const takeOver = () => {
    if (!parsed?.success) return;
    if (parsed.data !== value) onChange(parsed.data);
    setDraft(undefined);
  };
  return (
    <TextField
      label={name}
      isLabelUnseen
      value={draft ?? written(value)}
      inputMode={isNumeric ? 'numeric' : 'text'}
      {...(placeholder !== undefined && { placeholder })}
      onValueChange={(text) => setDraft(text)}
      onBlur={takeOver}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') takeOver();
        if (event.key === 'Escape') setDraft(undefined);
      }}
      error={parsed && !parsed.success ? parsed.problems[0]?.message : undefined}
      {...(unit !== undefined && { end: <span className="pe-2.5 text-secondary text-quiet">{unit}</span> })}
    />
  );
}

/** The switch, and next to it one line with the state. */
export function ServerSwitch({ server }: { readonly server: ApiServerState }) {
  const t = useTranslations('localApi');
  const change = useAction((client, enabled: boolean) => client.switchApiServer({ body: { enabled } }));
  const isOn = change.isPending ? change.variables : server.enabled || server.running;
  return (
    <SwitchRow
      id="localApi.switch"
      title={t('switch')}
      description={
        <span role="status" className="inline-flex items-center gap-1.5">
          {server.enabled && !server.running && (
            <TriangleAlert size={14} aria-hidden className="text-warning" />
          )}
          {statusOf(server, t)}
        </span>
      }
      isOn={isOn}
      isDisabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  );
}

function statusOf(
  { running, enabled, port, this_run_only }: ApiServerState,
  t: ReturnType<typeof useTranslations<'localApi'>>,
): string {
  if (running) return t(this_run_only ? 'onThisRun' : 'on', { address: `http://127.0.0.1:${port}` });
  return t(enabled ? 'failed' : 'off');
}
