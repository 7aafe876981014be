import { oneCall, type SpeechJob, type SpeechStep, type SpeechTranscript } from './speech-adapter.ts';
import {
  fieldsOf,
  fitTerms,
  languageOf,
  listOf,
  primaryTag,
  textOf,
  timedSegments,
  timedWord,
} from './vendor-fields.ts';

/** What a model understands of the endpoint that several vendors and most local servers offer. */
export interface EndpointDialect {
  /** `prompt`: a text before the audio; `keywords`: a separate list. */
  readonly vocabulary: 'prompt' | 'keywords';
  /** `languages[]` replaces `language` if a model takes several. */
  readonly language: 'language' | 'languages[]';
  /** True if it returns times, as `verbose_json`. */
  readonly times: boolean;
}

/**
 * `POST /audio/transcriptions` (and `/audio/translations`): a form with `file`, `model`, `language`, `prompt`,
 * `response_format`, `timestamp_granularities[]`. Source: reference of its inventor, npm openai 6.49.0,
 * resources/audio/transcriptions.d.ts.
 */
export function transcriptionsCall(job: SpeechJob, dialect: EndpointDialect): SpeechStep {
  const { words, segments } = job.wants;
  const timed = dialect.times && (words || segments);
  const fields: [string, string][] = [['model', job.model.id]];
  if (job.language !== undefined && !job.translate) fields.push([dialect.language, primaryTag(job.language)]);
  fields.push(...vocabularyFields(job.vocabulary, dialect.vocabulary));
  if (dialect.times) fields.push(['response_format', timed ? 'verbose_json' : 'json']);
  // Translations take no granularities: their verbose_json has segments in any case.
  if (timed && !job.translate) {
    if (words) fields.push(['timestamp_granularities[]', 'word']);
    if (segments) fields.push(['timestamp_granularities[]', 'segment']);
  }
  const path = job.translate ? '/audio/translations' : '/audio/transcriptions';
  return oneCall({ method: 'POST', path, body: { kind: 'form', fields, audioField: 'file' } }, (body) =>
    transcriptOf(body, job.translate),
  );
}

/**
 * Whisper reads the last 224 tokens of a prompt (https://platform.openai.com/docs/guides/speech-to-text); a token is 3
 * characters or more.
 */
const PROMPT_CHARACTERS = 600;

/** For models that take a separate list. */
export function keywordsOf(vocabulary: readonly string[]): string[] {
  return fitTerms(vocabulary, { count: 100, characters: 100 });
}

function vocabularyFields(vocabulary: readonly string[], way: 'prompt' | 'keywords'): [string, string][] {
  if (way === 'keywords') return keywordsOf(vocabulary).map((term) => ['keywords[]', term]);
  const terms = fitTerms(vocabulary, { count: 200, total: PROMPT_CHARACTERS });
  return terms.length === 0 ? [] : [['prompt', `${terms.join(', ')}.`]];
}

function transcriptOf(body: unknown, translated: boolean): SpeechTranscript {
  const reply = fieldsOf(body);
  const [named] = Array.isArray(reply.languages) ? reply.languages : [reply.language];
  return {
    text: textOf(reply.text).trim(),
    words: listOf(reply.words).flatMap(({ word, start, end }) => timedWord(word, { start, end })),
    segments: timedSegments(reply.segments),
    language: translated ? 'en' : languageOf(named),
  };
}
