import { randomUUID } from 'node:crypto';
import { type CreateModeBody, type Mode, modeDefaults, type UpdateModeBody } from '@quoth/contract';
import { AppError, type Clock, type EventBus, InTurn, isoTime } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { fromRow, nameKey, toRow } from './mode-row.ts';
import { seedModes } from './seed-modes.ts';

export interface ModeStoreOptions {
  readonly database: Database;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Saved modes: read from memory, written to the database. There is always at least one, and exactly one is the default. */
export class ModeStore {
  readonly #database: Database;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #writes = new InTurn();
  #modes: readonly Mode[] = [];

  private constructor(options: ModeStoreOptions) {
    this.#database = options.database;
    this.#events = options.events;
    this.#clock = options.clock;
  }

  /** Loads the modes; a first start seeds a small set. */
  static async open(options: ModeStoreOptions): Promise<ModeStore> {
    const store = new ModeStore(options);
    const rows = await options.database.selectFrom('modes').selectAll().execute();
    if (rows.length === 0) await store.#seed();
    else store.#modes = sorted(rows.map(fromRow));
    return store;
  }

  /** Every mode in its sort order. */
  list(): readonly Mode[] {
    return this.#modes;
  }

  /** Throws MODE_NOT_FOUND for an unknown or malformed id. */
  get(id: string): Mode {
    const wanted = id.toLowerCase();
    const mode = this.#modes.find((candidate) => candidate.id === wanted);
    if (!mode) throw new AppError('MODE_NOT_FOUND');
    return mode;
  }

  default(): Mode {
    const mode = this.#modes.find((candidate) => candidate.isDefault) ?? this.#modes[0];
    if (!mode) throw new AppError('MODE_NOT_FOUND');
    return mode;
  }

  create(body: CreateModeBody): Promise<Mode> {
    return this.#writes.run(async () => {
      this.#refuseTakenName(body.name, undefined);
      const mode = this.#made(body, this.#nextPlace());
      await this.#replace([...this.#modes.map((other) => withoutDefault(other, mode)), mode]);
      this.#events.publish({ type: 'mode-created', mode });
      return mode;
    });
  }

  update(id: string, body: UpdateModeBody): Promise<Mode> {
    return this.#writes.run(async () => {
      const before = this.get(id);
      if (body.name !== undefined) this.#refuseTakenName(body.name, before.id);
      if (before.isDefault && body.isDefault === false) {
        throw new AppError('INVALID_REQUEST', {
          message: 'One mode must be the default.',
          hint: 'Make another mode the default instead; this one then stops being it.',
        });
      }
      const mode: Mode = { ...before, ...given(body), modifiedDate: isoTime(this.#clock.now()) };
      const others = this.#modes.filter((other) => other.id !== mode.id);
      await this.#replace([...others.map((other) => withoutDefault(other, mode)), mode]);
      this.#events.publish({ type: 'mode-updated', mode, before });
      return mode;
    });
  }

  /** Deleting the default passes it on to the first of the others. */
  delete(id: string): Promise<void> {
    return this.#writes.run(async () => {
      const mode = this.get(id);
      const [next, ...rest] = this.#modes.filter((other) => other.id !== mode.id);
      if (!next) {
        throw new AppError('INVALID_REQUEST', {
          message: 'The last mode cannot be deleted.',
          hint: 'Create another mode first, or change this one.',
        });
      }
      await this.#replace(mode.isDefault ? [{ ...next, isDefault: true }, ...rest] : [next, ...rest]);
      this.#events.publish({ type: 'mode-deleted', mode });
    });
  }

  async #seed(): Promise<void> {
    const modes = seedModes.map((body, index) => ({ ...this.#made(body, index), isSystemProvided: true }));
    await this.#replace(modes);
  }

  #made(body: CreateModeBody, place: number): Mode {
    const now = isoTime(this.#clock.now());
    return {
      ...modeDefaults,
      ...given(body),
      sortOrder: body.sortOrder ?? place,
      id: randomUUID(),
      isSystemProvided: false,
      createdDate: now,
      modifiedDate: now,
    };
  }

  #nextPlace(): number {
    return this.#modes.reduce((highest, mode) => Math.max(highest, mode.sortOrder), -1) + 1;
  }

  #refuseTakenName(name: string, ownId: string | undefined): void {
    const key = nameKey(name);
    const taken = this.#modes.some((mode) => mode.id !== ownId && nameKey(mode.name) === key);
    if (taken) throw new AppError('MODE_NAME_TAKEN');
  }

  /** Writes what differs in one transaction, then shows it: memory never says what the disk does not. */
  async #replace(next: readonly Mode[]): Promise<void> {
    const before = new Map(this.#modes.map((mode) => [mode.id, mode]));
    const changed = next.filter((mode) => before.get(mode.id) !== mode);
    const gone = this.#modes.filter((mode) => !next.some((other) => other.id === mode.id));
    await this.#database.transaction().execute(async (transaction) => {
      for (const mode of gone) await transaction.deleteFrom('modes').where('id', '=', mode.id).execute();
      for (const mode of changed) {
        const row = toRow(mode);
        await transaction
          .insertInto('modes')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }
    });
    this.#modes = sorted(next);
  }
}

type Given<Body> = { [Key in keyof Body]: Exclude<Body[Key], undefined> };

/** The fields that a caller gave. */
function given<Body extends object>(body: Body): Given<Body> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given<Body>;
}

function withoutDefault(other: Mode, mode: Mode): Mode {
  return mode.isDefault && other.isDefault ? { ...other, isDefault: false } : other;
}

function sorted(modes: readonly Mode[]): readonly Mode[] {
  return [...modes].sort(
    (a, b) =>
      a.sortOrder - b.sortOrder || a.createdDate.localeCompare(b.createdDate) || a.id.localeCompare(b.id),
  );
}
