import * as z from 'zod';
import { failing } from './checks.ts';
import { errorBody } from './error-envelope.ts';
import { given, timestamp } from './fields.ts';
import { limits } from './limits.ts';

/** The program that asked for a recording. */
export const dictationProgram = z
  .object({
    id: z.uuid().nullable().describe('Id of its token; null for the token of the discovery file.'),
    name: z.string().describe('What the user calls it.'),
  })
  .meta({ id: 'DictationProgram' });
export type DictationProgram = z.output<typeof dictationProgram>;

/** States of a question. The last five are final. */
export const questionPhases = [
  /** It is on the screen. */
  'asked',
  /** The user is speaking. */
  'answering',
  'transcribing',
  'answered',
  /** The user did not want to, or canceled while speaking. */
  'declined',
  /** No one answered in time. */
  'expired',
  /** The program withdrew it, was lost or lost its permission, or the screen was locked. */
  'cancelled',
  /** There is no text: the error says why. */
  'failed',
] as const;
export type QuestionPhase = (typeof questionPhases)[number];

/** True for a phase in which nothing more happens. */
export function isFinalQuestion(phase: QuestionPhase): boolean {
  return questionPhases.indexOf(phase) > 2;
}

/** Something that a program asks the user on the screen. */
export const question = z
  .object({
    id: z.uuid(),
    program: dictationProgram,
    question: z.string().nullable().describe('Null if the program only asks whether it may record.'),
    phase: z.enum(questionPhases),
    expires_at: timestamp.describe('When it disappears, if no one has reacted by then.'),
    recording_id: z.uuid().nullable().describe('The recording of the answer, once it has begun.'),
    text: z.string().nullable().describe('The answer. Only the program that asked receives it.'),
    error: errorBody.nullable().describe('Why there is no answer.'),
  })
  .meta({ id: 'Question' });
export type Question = z.output<typeof question>;

/** What a question cannot hold: controls, what is invisible or turns the direction of text, and what has no meaning. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
/** Joiners without which Persian and the scripts of India cannot be written; between two letters alone. */
const JOINERS = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/gu;
/** What a desktop might take for markup: tags, and entities. */
const MARKUP = /[<>]|&#?\w+;/;
/** More marks on one letter than any script has: they would run over what stands above. */
const PILED_MARKS = /\p{M}{5}/u;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The text of a question: one paragraph of plain characters, as it will stand on the screen. */
export const questionText = z
  .string()
  .max(4 * limits.questionCharacters)
  .overwrite((written) =>
    written
      .normalize('NFC')
      .replace(/[\t\n\r\p{Zs}]+/gu, ' ')
      .trim(),
  )
  .refine(
    (text) => [...text].length <= limits.questionCharacters,
    failing('questionTooLong', { count: limits.questionCharacters }),
  )
  .refine((text) => HAS_WORD.test(text), failing('questionWithoutWord'))
  .refine(
    (text) => !NOT_PLAIN.test(text.replace(JOINERS, '')) && !PILED_MARKS.test(text),
    failing('questionNotPlain'),
  )
  .refine((text) => !MARKUP.test(text), failing('questionWithMarkup'));

/** Body of POST /dictation/ask. */
export const askBody = z
  .object({
    question: questionText.describe(
      `At most ${limits.questionCharacters} plain characters, shown under the name of the program.`,
    ),
    mode_id: given(z.string().max(200)).describe('The mode for the answer; the default one when not given.'),
    max_seconds: given(z.number().min(1).max(limits.answerSecondsMax))
      .describe('Ends the answer automatically after this time.')
      .meta({ default: limits.answerSeconds }),
  })
  .meta({ id: 'AskBody' });
export type AskBody = z.output<typeof askBody>;

/** Query of GET /dictation/questions/{id}. */
export const questionQuery = z.object({
  wait_seconds: given(
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,3})?$/, failing('giveSeconds'))
      .transform((written) => Math.min(limits.questionWaitSeconds, Number(written))),
  ).describe(
    `Respond only once it has come to an end or its phase has changed, or after this many seconds; at most ${limits.questionWaitSeconds}. Closing the call before that withdraws the question.`,
  ),
});
