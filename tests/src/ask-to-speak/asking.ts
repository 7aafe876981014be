import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Question, RecordPermission, Scope } from '@quoth/contract';
import { type Core, theUser } from '@quoth/core';
import { type Program, StartedApi } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { TestDesk } from './test-desk.ts';

/** The real core and the real public port over a test's machine, with a model that hears its one sentence. */
export interface Asking {
  readonly desk: TestDesk;
  readonly api: StartedApi;
  readonly core: Required<Pick<Core, 'dictations' | 'questions'>> & Core;
}

/** Starts it before a file's tests and ends it after them; after each, nothing is recorded any more. */
export function askingTests(then: (started: Asking) => void): void {
  let started: Asking;
  before(async () => {
    started = await startAsking();
    then(started);
  });
  afterEach(async () => {
    const { core, desk } = started;
    core.questions.end();
    if (core.dictations.state(theUser).recording) core.dictations.cancel(theUser);
    desk.lock(false);
    desk.place = 'screen';
    await until(
      'nothing is recorded',
      () => core.dictations.state(theUser).recording === null && desk.open === 0,
    );
  });
  after(() => started.api.close());
}

async function startAsking(): Promise<Asking> {
  const desk = new TestDesk();
  const api = await StartedApi.start({ dictation: desk.ports, clock: desk.clock, model: 'quoth-test-en' });
  const { core } = api;
  await core.settings.update({ soundCues: false });
  const mode = core.modes.list().find(({ isDefault }) => isDefault);
  if (mode) await core.modes.update(mode.id, { postProcessingMode: 0 }, theUser);
  const { dictations, questions } = core;
  assert(dictations && questions);
  return { desk, api, core: { ...core, dictations, questions } };
}

/** A program that may record so far. */
export function recording(
  api: StartedApi,
  record: RecordPermission,
  more: readonly Scope[] = [],
): Promise<Program> {
  return api.program(['record', ...more], { record });
}

type Asker = Pick<Program, 'send' | 'json'>;

/** Asks, and returns the answer of the server. */
export function ask(program: Asker, question = 'Which branch?', more: object = {}) {
  return program.send('POST', '/dictation/ask', { question, ...more });
}

/** The question as the program that asked sees it; waits for its next phase for so long. */
export async function questionOf(program: Asker, id: string, seconds = 0): Promise<Question> {
  const { body } = await program.json(`/dictation/questions/${id}?wait_seconds=${seconds}`);
  if (!body.ok) throw new Error(JSON.stringify(body));
  return body.question as Question;
}

/** Waits until it has come to an end. */
export async function ended(program: Asker, id: string): Promise<Question> {
  for (;;) {
    const question = await questionOf(program, id, 5);
    if (!['asked', 'answering', 'transcribing'].includes(question.phase)) return question;
  }
}
