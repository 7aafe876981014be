import { randomUUID } from 'node:crypto';
import {
  type Action,
  type ActionPauseReason,
  type ActionWork,
  AppError,
  actionNameKey,
  actionPauseReasons,
  actionWork,
  type CreateActionBody,
  limits,
  type Notice,
  parsedJson,
  type RecordingSource,
  recordingSources,
  type Said,
  say,
  type UpdateActionBody,
  withAdvice,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import { isoTime, Mutex } from '../base/index.ts';
import type { ActionsTable, CoreContext, Database, Schema } from '../database/index.ts';
import type { PlannedWebhook } from '../recordings/index.ts';
import type { TargetState } from './run-machine.ts';

/** An action as it is carried out. */
export interface StoredAction {
  readonly id: string;
  readonly name: string;
  readonly does: ActionWork;
  readonly modes: readonly string[] | null;
  readonly sources: readonly RecordingSource[];
  readonly target: TargetState;
  readonly pausedMs: number | null;
  readonly createdMs: number;
}

/** How an action begins, and begins again when it is resumed. */
const fresh: TargetState = { failures: 0, paused: null, notBeforeMs: 0 };

/** The action as clients see it. */
export function describedAction(action: StoredAction, waiting: number): Action {
  const { id, name, does, modes, sources, target, pausedMs, createdMs } = action;
  return {
    id,
    name,
    does,
    modes: modes === null ? null : [...modes],
    sources: [...sources],
    paused: target.paused === null ? null : { since: isoTime(pausedMs ?? createdMs), reason: target.paused },
    failures: target.failures,
    waiting,
    created_at: isoTime(createdMs),
  };
}

/** As it is kept, but for its id and what never changes. */
function toRow({ name, does, modes, sources, target, pausedMs }: StoredAction) {
  return {
    name,
    name_key: actionNameKey(name),
    does: JSON.stringify(does),
    modes: modes === null ? null : JSON.stringify(modes),
    sources: JSON.stringify(sources),
    failures: target.failures,
    pause_reason: target.paused,
    paused_ms: target.paused === null ? null : pausedMs,
  };
}

/** Undefined for one that this version does not understand. */
function toAction(row: ActionsTable): StoredAction | undefined {
  const does = actionWork.safeParse(parsedJson(row.does));
  const written = z.array(z.string()).safeParse(parsedJson(row.sources));
  const modes = z
    .array(z.string())
    .nullable()
    .safeParse(row.modes === null ? null : parsedJson(row.modes));
  if (!does.success || !written.success || !modes.success) return undefined;
  return {
    id: row.id,
    name: row.name,
    does: does.data,
    modes: modes.data,
    sources: recordingSources.filter((source) => written.data.includes(source)),
    // At start it is tried at once.
    target: { ...fresh, failures: row.failures, paused: pauseReasonOf(row.pause_reason) },
    pausedMs: row.paused_ms,
    createdMs: row.created_ms,
  };
}

function pauseReasonOf(written: string | null): ActionPauseReason | null {
  return actionPauseReasons.find((reason) => reason === written) ?? (written === null ? null : 'user');
}

/** What a recording is that has just become text. */
export interface TranscribedFacts {
  readonly source: RecordingSource;
  /** A program recorded or sent it. */
  readonly isByProgram: boolean;
  /** A program of an action asked for it. */
  readonly isByAction: boolean;
  /** Number of the request for its text: only the first is a transcription, every further one a retranscription. */
  readonly run: number;
  readonly isInTrash: boolean;
  readonly modeId: string | null;
  readonly text: string;
}

/** What of an action decides. */
export interface TriggeredAction {
  readonly sources: readonly RecordingSource[];
  readonly modes: readonly string[] | null;
  /** The user paused it. One that has paused by itself, because of its failures, still collects what it has to do. */
  readonly isOff: boolean;
}

/**
 * Whether a transcription starts this action. What is not kept (a private dictation, `save: false`) has no row, and is
 * never asked about.
 */
export function isTriggered({ modes, sources, isOff }: TriggeredAction, facts: TranscribedFacts): boolean {
  if (isOff) return false;
  if (facts.isByAction || facts.isInTrash || facts.run !== 1 || facts.text.trim() === '') return false;
  return (
    sources.includes(sourceOf(facts)) &&
    (modes === null || (facts.modeId !== null && modes.includes(facts.modeId)))
  );
}

/** A program that records by the microphone gets its text for itself, as one does that sends audio. */
function sourceOf({ source, isByProgram }: TranscribedFacts): RecordingSource {
  return source === 'dictation' && isByProgram ? 'api' : source;
}

/** The actions themselves: read from memory, because every transcription asks, and written to the database. */
export class ActionStore {
  readonly #options: Omit<CoreContext, 'logger'>;
  readonly #writes = new Mutex();
  readonly #byId = new Map<string, StoredAction>();

  private constructor(options: Omit<CoreContext, 'logger'>) {
    this.#options = options;
  }

  static async open(options: Omit<CoreContext, 'logger'>): Promise<ActionStore> {
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
      message: say('actionNotFound'),
      hint: say('listActionsAgain'),
    });
  }

  /** Webhooks of a mode, as they are now. From memory. */
  webhooks(modeId: string): readonly PlannedWebhook[] {
    return this.list().flatMap(({ id, name, does, modes, sources, target }) =>
      does.kind === 'webhook' && target.paused !== 'user' && modes?.includes(modeId) !== false
        ? [{ id, name, url: does.url, sources }]
        : [],
    );
  }

  /**
   * `webhooks` were there when the recording began; one that was added, or had its address changed, gets no text of it.
   */
  triggeredBy(facts: TranscribedFacts, webhooks: readonly PlannedWebhook[]): readonly StoredAction[] {
    const wasPlanned = ({ id, does }: StoredAction) =>
      does.kind !== 'webhook' ||
      webhooks.some(
        (planned) =>
          planned.id === id && planned.url === does.url && planned.sources.includes(sourceOf(facts)),
      );
    return this.list().filter(
      (action) =>
        isTriggered({ ...action, isOff: action.target.paused === 'user' }, facts) && wasPlanned(action),
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
        createdMs: this.#options.clock.now(),
      };
      const { database } = this.#options;
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
      const now = this.#options.clock.now();
      const action = await this.#options.database.transaction().execute(async (transaction) => {
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
        // Runs that waited for the pause to end are due now, and their time for retries starts again.
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
      await this.#options.database.deleteFrom('actions').where('id', '=', action.id).execute();
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
    const action = { ...before, target, pausedMs: pauses ? this.#options.clock.now() : before.pausedMs };
    await this.#write(transaction, action);
    this.#byId.set(action.id, action);
    return pauses;
  }

  /** The clock was set by so much: actions may be tried again as long after now as before. */
  shift(milliseconds: number): void {
    for (const [id, action] of this.#byId) {
      const { target } = action;
      if (target.notBeforeMs > 0)
        this.#byId.set(id, {
          ...action,
          target: { ...target, notBeforeMs: Math.max(0, target.notBeforeMs + milliseconds) },
        });
    }
  }

  /** The transaction came to nothing. */
  revert(action: StoredAction): void {
    if (this.#byId.has(action.id)) this.#byId.set(action.id, action);
  }

  /** What is to be said of actions that paused by themselves. */
  notices(): Said<Notice>[] {
    return this.list().flatMap((action) => pauseNotice(action) ?? []);
  }

  /** Tells everybody who shows the list. */
  #changed(): void {
    this.#options.events.publish({ type: 'actions-changed', actions: this.#byId.size });
  }

  /** After an attempt has paused it. */
  notifyPaused(id: string): void {
    const action = this.find(id);
    const notice = action && pauseNotice(action);
    if (notice) this.#options.events.publish({ type: 'notice-raised', notice });
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
    throw new AppError('ALREADY_EXISTS', {
      message: say('actionNameTaken', { name }),
      hint: say('chooseOtherName'),
    });
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function pauseNotice({ id, name, target }: StoredAction): Said<Notice> | undefined {
  if (target.paused === null || target.paused === 'user') return undefined;
  const message =
    target.paused === 'gone'
      ? say('actionPausedGone', { name })
      : say('actionPausedFailures', { name, count: limits.actionFailures });
  return withAdvice(
    { id: `action-paused-${id}`, level: 'warning' },
    { message: [message], hint: [say('lookIntoAction', { action: name })] },
  );
}

function tooMany(): AppError {
  return new AppError('LIMIT_REACHED', {
    message: say('tooManyActions', { count: limits.actions }),
    hint: say('deleteUnused'),
  });
}

function otherKind(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('actionKindFixed'),
    hint: say('addOtherAction'),
  });
}
