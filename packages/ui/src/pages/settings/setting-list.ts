import { isLinux, isWindows } from '../../system.ts';

/**
 * The settings in their order, each by the key of its name, which is also its address
 * (`/settings?at=settings.retention`): for the list beside the page and for the palette, which know them without the
 * page. A section's id is its address.
 */
export const settingSections = [
  {
    id: 'general',
    title: 'settings.general',
    settings: [
      'settings.language',
      'settings.theme',
      'settings.autostart',
      'settings.endWithWindow',
      'settings.trayIcon',
    ],
  },
  {
    id: 'dictation',
    title: 'settings.dictation',
    settings: [
      'settings.microphone',
      'settings.preRoll',
      'settings.indicator',
      'settings.recordMeetings',
      'settings.otherSound',
      'settings.soundCues',
      'settings.readTitles',
      'inserting.title',
      'inserting.chromium',
      'settings.suggestWords',
      'shortcuts.anyWindow',
      'shortcuts.spokenEnter',
      'shortcuts.sendPrograms',
    ],
  },
  {
    id: 'shortcuts',
    title: 'shortcuts.title',
    settings: [
      'shortcuts.action_toggle',
      'shortcuts.action_pushToTalk',
      'shortcuts.action_cancel',
      'shortcuts.action_nextMode',
      'shortcuts.action_pasteLast',
      'shortcuts.action_editSelection',
      'shortcuts.action_send',
      'shortcuts.addKey',
      'shortcuts.try',
      'shortcuts.singleKeys',
    ],
  },
  {
    id: 'history',
    title: 'settings.history',
    settings: ['settings.retention', 'settings.saveApi', 'settings.backupSave', 'settings.backupRestore'],
  },
  { id: 'api-keys', title: 'apiKeys.title', settings: ['settings.keyStorage'] },
  {
    id: 'local-api',
    title: 'localApi.title',
    settings: [
      'localApi.switch',
      'localApi.port',
      'localApi.token',
      'localApi.file',
      'localApi.fixedPort',
      'localApi.containers',
      'localApi.folders',
      'localApi.mcp',
      'localApi.curl',
      'localApi.program',
    ],
  },
  {
    id: 'programs',
    title: 'programs.title',
    settings: ['programs.sharedRecording', 'settings.liveText', 'settings.mayPurge'],
  },
  { id: 'actions', title: 'actions.title', settings: [] },
  {
    id: 'smart-home',
    title: 'settings.smartHome',
    settings: ['settings.wyoming', 'settings.wyomingPort', 'settings.wyomingMode', 'settings.saveWyoming'],
  },
  {
    id: 'engines',
    title: 'settings.engines',
    settings: ['settings.device', 'settings.idle', 'settings.memory', 'settings.queue', 'settings.mirror'],
  },
  {
    id: 'about',
    title: 'settings.about',
    settings: ['settings.dataFolder', 'settings.check', 'settings.firstSteps'],
  },
] as const;

const onLinuxAlone = ['settings.recordMeetings'];
/** Windows gives a program no simple way to other programs' sound, and has no such sockets. */
const notOnWindows = ['settings.otherSound', 'localApi.containers'];

/** False for a setting that the page leaves out on this system. */
export function isOnThisSystem(setting: string): boolean {
  return (isLinux || !onLinuxAlone.includes(setting)) && !(isWindows && notOnWindows.includes(setting));
}

const tabIds = ['connection', 'mcp', 'curl', 'program'] as const;
export type LocalApiTab = (typeof tabIds)[number];

/**
 * Where the settings page is looked at: a section or a setting by its address, and the tab of the API server's panel.
 */
export interface SettingsSearch {
  readonly at?: string;
  readonly tab?: LocalApiTab;
}

/** Reads it from the page's address. */
export function readSettingsSearch({ at, tab }: Record<string, unknown>): SettingsSearch {
  const found = tabIds.find((id) => id === tab);
  return { ...(typeof at === 'string' && { at }), ...(found !== undefined && { tab: found }) };
}
