import {
  AppError,
  askBody,
  dictationQuery,
  processingQuery,
  questionQuery,
  say,
  startDictationBody,
} from '@quoth/contract';
import type { Core, Dictations, ProgramQuestions } from '@quoth/core';
import { type Handler, json, type RequestContext } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readBody, validated } from '../http/body.ts';

/** The recorder; an application that was built without a microphone has none. */
function recorderOf({ dictations }: Core): Dictations {
  if (dictations) return dictations;
  throw new AppError('MICROPHONE_UNAVAILABLE', { message: say('startedWithoutRecorder') });
}

export const getDictation: Handler = ({ query, caller }, { core }) => {
  const { mode_id } = validated(dictationQuery, query, 'text');
  return json({ ok: true, dictation: recorderOf(core).state(caller, mode_id) });
};

export const startDictation: Handler = async (context, { core, earlyHeadersMs }) => {
  const { caller, signal, requestId } = context;
  const recorder = recorderOf(core);
  const body = await startBody(context);
  // A program's may wait for its user.
  const work = recorder
    .start(body, caller, signal)
    .then((id) => ({ ok: true, id, dictation: recorder.state(caller) }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const toggleDictation: Handler = async (context, { core }) => {
  const { caller } = context;
  const recorder = recorderOf(core);
  const body = await startBody(context);
  const id = recorder.state(caller).recording ? recorder.stop(caller) : await recorder.start(body, caller);
  return json({ ok: true, id, dictation: recorder.state(caller) });
};

export const stopDictation: Handler = ({ caller }, { core }) => {
  const recorder = recorderOf(core);
  return json({ ok: true, id: recorder.stop(caller), dictation: recorder.state(caller) });
};

export const cancelDictation: Handler = ({ caller }, { core }) => {
  const recorder = recorderOf(core);
  return json({ ok: true, id: recorder.cancel(caller), dictation: recorder.state(caller) });
};

export const continueDictation: Handler = ({ caller }, { core }) => {
  const recorder = recorderOf(core);
  recorder.continue();
  return json({ ok: true, dictation: recorder.state(caller) });
};

export const getProcessing: Handler = async (
  { params, query, caller, signal, requestId },
  { core, earlyHeadersMs },
) => {
  const { wait } = validated(processingQuery, query, 'text');
  const recorder = recorderOf(core);
  const id = params.id ?? '';
  if (!wait) return json({ ok: true, processing: recorder.processing(id, caller) });
  const work = recorder.finished(id, caller, signal).then((processing) => ({ ok: true, processing }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const undoDiscard: Handler = async ({ params, caller }, { core }) => {
  const recorder = recorderOf(core);
  await recorder.undoDiscard(params.id ?? '');
  return json({ ok: true, dictation: recorder.state(caller) });
};

export const getReplacedText: Handler = ({ params }, { core }) =>
  json({ ok: true, text: recorderOf(core).replacedText(params.id ?? '') });

export const listMicrophones: Handler = async (_context, { core }) =>
  json({ ok: true, microphones: await recorderOf(core).microphones() });

export const listApplications: Handler = async (_context, { core }) =>
  json({ ok: true, applications: await recorderOf(core).applications() });

async function startBody(context: RequestContext) {
  const body = await readBody(context, startDictationBody, { optional: true });
  return body;
}

/** What programs ask; an application that was built without a microphone has no one to answer. */
function questionsOf({ questions }: Core): ProgramQuestions {
  if (questions) return questions;
  throw new AppError('MICROPHONE_UNAVAILABLE', { message: say('startedWithoutRecorder') });
}

export const askQuestion: Handler = async (context, { core }) => {
  const questions = questionsOf(core);
  const body = await readBody(context, askBody);
  return json({ ok: true, question: await questions.ask(body, context.caller) });
};

export const getQuestion: Handler = async (
  { params, query, caller, signal, requestId },
  { core, earlyHeadersMs },
) => {
  const { wait_seconds } = validated(questionQuery, query, 'text');
  const work = questionsOf(core)
    .wait(params.id ?? '', Math.round((wait_seconds ?? 0) * 1_000), caller, signal)
    .then((question) => ({ ok: true, question }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const answerQuestion: Handler = async ({ params }, { core }) =>
  json({ ok: true, question: await questionsOf(core).answer(params.id ?? '') });

export const declineQuestion: Handler = ({ params }, { core }) =>
  json({ ok: true, question: questionsOf(core).decline(params.id ?? '') });
