import { randomUUID } from 'node:crypto';
import {
  AppError,
  actionNameKey,
  type CreateActionBody,
  limits,
  type Notice,
  type UpdateActionBody,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import { type Clock, type EventBus, Mutex } from '../base/index.ts';
import type { Database, Schema } from '../database/index.ts';
import type { TargetState } from './run-machine.ts';
import { fresh, type StoredAction, toAction, toRow } from './stored-action.ts';
import { isTriggered, type TranscribedFacts } from './triggers.ts';

export interface ActionStoreOptions {
  readonly database: Database;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** The actions themselves: read from memory, because every transcription asks, and written to the database. */
export class ActionStore {
  readonly #with: ActionStoreOptions;
  readonly #writes = new Mutex();
  readonly #byId = new Map<string, StoredAction>();

  private constructor(options: ActionStoreOptions) {
    this.#with = options;
  }

  static async open(options: ActionStoreOptions): Promise<ActionStore> {
    const store = new ActionStore(options);
    for (const row of await options.database.selectFrom('actions').selectAll().execute()) {
      const action = toAction(row);
      // One of a newer version's kind does nothing here, and is kept.
      if (action) store.#byId.set(row.id, action);
    }
    return store;
  }

  /** In alphabetical order. */
  list(): readonly StoredAction[] {
    return [...this.#byId.values()].sort((a, b) => collator.compare(a.name, b.name));
  }

  find(id: string): StoredAction | undefined {
    return this.#byId.get(id.toLowerCase());
  }

  /** Throws INVALID_REQUEST. */
  get(id: string): StoredAction {
    const action = this.find(id);
    if (action) return action;
    throw new AppError('INVALID_REQUEST', {
      message: 'There is no action with this id.',
      hint: 'It may have been deleted; list the actions again.',
    });
  }

  triggeredBy(facts: TranscribedFacts): readonly StoredAction[] {
    return this.list().filter((action) =>
      isTriggered({ ...action, isOff: action.target.paused === 'user' }, facts),
    );
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  /** Calls `beforeWriting` with the id once nothing else stands in the way. */
  create(
    { name, does, modes, sources }: CreateActionBody,
    beforeWriting: (id: string) => Promise<void>,
  ): Promise<StoredAction> {
    return this.#writes.run(async () => {
      this.#refuseTaken(name);
      if (this.#byId.size >= limits.actions) throw tooMany();
      const id = randomUUID();
      await beforeWriting(id);
      const action: StoredAction = {
        id,
        name,
        does,
        modes: modes ?? null,
        sources: sources ?? ['dictation'],
        target: fresh,
        pausedMs: null,
        createdMs: this.#with.clock.now(),
      };
      const { database } = this.#with;
      await database
        .insertInto('actions')
        .values({ ...toRow(action), id, sequence: 0, created_ms: action.createdMs })
        .execute();
      return this.#remember(action);
    });
  }

  update(id: string, { name, does, modes, sources, paused }: UpdateActionBody): Promise<StoredAction> {
    return this.#writes.run(async () => {
      const { id: known } = this.get(id);
      const now = this.#with.clock.now();
      const action = await this.#with.database.transaction().execute(async (transaction) => {
        // Inside: an attempt that ends meanwhile moves the action too.
        const before = this.get(known);
        if (name !== undefined && actionNameKey(name) !== actionNameKey(before.name)) this.#refuseTaken(name);
        if (does !== undefined && does.kind !== before.does.kind) throw otherKind();
        const isPaused = before.target.paused !== null;
        const turned = paused !== undefined && paused !== isPaused;
        const next: StoredAction = {
          ...before,
          name: name ?? before.name,
          does: does ?? before.does,
          modes: modes === undefined ? before.modes : modes,
          sources: sources ?? before.sources,
          ...(turned && {
            target: paused ? { ...before.target, paused: 'user' } : fresh,
            pausedMs: paused ? now : null,
          }),
        };
        await this.#write(transaction, next);
        if (!turned || paused) return next;
        // What has waited for this is due, and begins its time anew.
        await transaction
          .updateTable('action_runs')
          .set({ due_ms: now, first_ms: now })
          .where('action_id', '=', known)
          .where('state', '=', 'waiting')
          .execute();
        return next;
      });
      return this.#remember(action);
    });
  }

  delete(id: string): Promise<StoredAction> {
    return this.#writes.run(async () => {
      const action = this.get(id);
      await this.#with.database.deleteFrom('actions').where('id', '=', action.id).execute();
      this.#byId.delete(action.id);
      this.#changed();
      return action;
    });
  }

  /** What an attempt has made of an action, in the transaction that says so. Returns true if it has paused by that. */
  async move(transaction: Transaction<Schema>, id: string, target: TargetState): Promise<boolean> {
    const before = this.find(id);
    if (!before) return false;
    const pauses = target.paused !== null && before.target.paused === null;
    const action = { ...before, target, pausedMs: pauses ? this.#with.clock.now() : before.pausedMs };
    await this.#write(transaction, action);
    this.#byId.set(action.id, action);
    return pauses;
  }

  /** The transaction came to nothing. */
  takeBack(action: StoredAction): void {
    if (this.#byId.has(action.id)) this.#byId.set(action.id, action);
  }

  /** What is to be said of actions that paused by themselves. */
  notices(): Notice[] {
    return this.list().flatMap((action) => pauseNotice(action) ?? []);
  }

  /** Tells everybody who shows the list. */
  #changed(): void {
    this.#with.events.publish({ type: 'actions-changed', actions: this.#byId.size });
  }

  /** After an attempt has paused it. */
  tellPaused(id: string): void {
    const action = this.find(id);
    const notice = action && pauseNotice(action);
    if (notice) this.#with.events.publish({ type: 'notice-raised', notice });
    this.#changed();
  }

  #remember(action: StoredAction): StoredAction {
    this.#byId.set(action.id, action);
    this.#changed();
    return action;
  }

  async #write(database: Database, action: StoredAction): Promise<void> {
    await database.updateTable('actions').set(toRow(action)).where('id', '=', action.id).execute();
  }

  #refuseTaken(name: string): void {
    const key = actionNameKey(name);
    if (!this.#byId.values().some((action) => actionNameKey(action.name) === key)) return;
    throw new AppError('INVALID_REQUEST', {
      message: `There is already an action named "${name}".`,
      hint: 'Choose another name; names are not case-sensitive.',
    });
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function pauseNotice({ id, name, target }: StoredAction): Notice | undefined {
  if (target.paused === null || target.paused === 'user') return undefined;
  const why =
    target.paused === 'gone'
      ? 'because the receiver answered that its address is gone (410)'
      : `after ${limits.actionFailures} failed attempts in a row`;
  return {
    id: `action-paused-${id}`,
    level: 'warning',
    message: `The action "${name}" has paused ${why}. Texts wait for it until it is resumed.`,
    hint: `Its attempts show what went wrong: quoth actions runs "${name}". Then resume it: quoth actions resume "${name}"`,
  };
}

function tooMany(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `There are ${limits.actions} actions already.`,
    hint: 'Delete those that are no longer used.',
  });
}

function otherKind(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'The kind of an action cannot be changed.',
    hint: 'Add another action, and delete this one.',
  });
}
