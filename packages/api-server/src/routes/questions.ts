import { AppError, askBody, questionQuery } from '@quoth/contract';
import type { Core, ProgramQuestions } from '@quoth/core';
import { answeredInTime } from '../http/answer-in-time.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

/** What programs ask; an application that was built without a microphone has nobody to answer. */
function questionsOf({ questions }: Core): ProgramQuestions {
  if (questions) return questions;
  throw new AppError('MICROPHONE_UNAVAILABLE', {
    message: 'This application was started without a recorder.',
  });
}

export const askQuestion: Handler = async (context, { core }) => {
  const questions = questionsOf(core);
  const { value } = await readJson(context);
  const body = validated(askBody, value, 'json');
  return json({ ok: true, question: await questions.ask(body) });
};

export const getQuestion: Handler = async (
  { params, query, signal, requestId },
  { core, earlyHeadersMs },
) => {
  const { wait_seconds } = validated(questionQuery, query, 'text');
  const work = questionsOf(core)
    .wait(params.id ?? '', Math.round((wait_seconds ?? 0) * 1_000), signal)
    .then((question) => ({ ok: true, question }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const answerQuestion: Handler = async ({ params }, { core }) =>
  json({ ok: true, question: await questionsOf(core).answer(params.id ?? '') });

export const declineQuestion: Handler = ({ params }, { core }) =>
  json({ ok: true, question: questionsOf(core).decline(params.id ?? '') });
