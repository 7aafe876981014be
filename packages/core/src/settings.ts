import { isAbsolute } from 'node:path';
import {
  AppError,
  parsedJson,
  parseShortcut,
  type Settings,
  say,
  settingDefaults,
  settings as settingsSchema,
  shortcutActions,
  shortcutProblem,
  shortcutSettings,
  type UpdateSettingsBody,
} from '@quoth/contract';
import { type EventBus, Mutex } from './base/index.ts';
import type { Database } from './database/index.ts';

type Key = keyof Settings;

/** What only other parts know of values that are to be set. Throws the AppError that refuses them. */
type SettingsCheck = (changes: Partial<Settings>) => void;

/** The user's settings: read from memory, written to the database; only what differs from the default is stored. */
export class SettingsStore {
  readonly #database: Database;
  readonly #events: EventBus;
  readonly #writes = new Mutex();
  readonly #check: SettingsCheck;
  #settings: Settings;

  private constructor(database: Database, events: EventBus, check: SettingsCheck, settings: Settings) {
    this.#database = database;
    this.#events = events;
    this.#check = check;
    this.#settings = settings;
  }

  /** Loads what is stored; a value that no longer fits its schema counts as the default. */
  static async open(
    database: Database,
    events: EventBus,
    check: SettingsCheck = () => undefined,
  ): Promise<SettingsStore> {
    const rows = await database.selectFrom('settings').selectAll().execute();
    const loaded: Record<string, unknown> = { ...settingDefaults };
    for (const { key, value } of rows) {
      if (!Object.hasOwn(settingDefaults, key)) continue;
      const parsed = settingsSchema.shape[key as Key].safeParse(parsedJson(value));
      if (parsed.success) loaded[key] = parsed.data;
    }
    return new SettingsStore(database, events, check, settingsSchema.parse(loaded));
  }

  get(): Settings {
    return this.#settings;
  }

  /**
   * Changes the settings in the patch. Throws INVALID_REQUEST for a folder that is not absolute, and what the check
   * does.
   */
  update(patch: UpdateSettingsBody): Promise<Settings> {
    return this.#writes.run(async () => {
      const changes = (Object.keys(settingDefaults) as Key[]).filter(
        (key) =>
          patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(this.#settings[key]),
      );
      const next: Settings = { ...this.#settings };
      for (const key of changes) Object.assign(next, { [key]: patch[key] });
      const relative = next.allowedFolders?.find((folder) => !isAbsolute(folder));
      if (relative !== undefined) {
        throw new AppError('INVALID_REQUEST', {
          message: say('folderPathNotFull'),
          hint: say('enterWholePath', {
            path: process.platform === 'win32' ? 'C:\\Users\\me\\Recordings' : '/home/me/Recordings',
          }),
        });
      }
      if (changes.length === 0) return this.#settings;
      checkShortcuts(next, changes);
      this.#check(Object.fromEntries(changes.map((key) => [key, next[key]])));
      await this.#database.transaction().execute(async (transaction) => {
        for (const key of changes) {
          const value = JSON.stringify(next[key]);
          await transaction
            .insertInto('settings')
            .values({ key, value })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
            .execute();
        }
      });
      this.#settings = next;
      this.#events.publish({ type: 'settings-changed', keys: changes });
      return next;
    });
  }
}

/**
 * Throws INVALID_REQUEST for a shortcut that could not work: a key that is needed to write, or one that another action
 * has.
 */
function checkShortcuts(next: Settings, changed: readonly Key[]): void {
  const all = [
    ...shortcutActions.map((action) => ({
      ...{ key: shortcutSettings[action], action, shortcut: next[shortcutSettings[action]] },
    })),
    ...next.moreShortcuts.map((one) => ({ ...one, key: 'moreShortcuts' as const })),
  ];
  for (const { key, action, shortcut } of all) {
    const keys = shortcut === null ? undefined : parseShortcut(shortcut);
    if (!keys || !changed.includes(key)) continue;
    const isTaken = all.filter((one) => one.shortcut === shortcut).length > 1;
    const problem = shortcutProblem(action, keys) ?? (isTaken ? say('shortcutTwice') : undefined);
    if (problem !== undefined) throw new AppError('INVALID_REQUEST', { message: problem });
  }
}
