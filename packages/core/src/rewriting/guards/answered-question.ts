import { languageProfile, mainLanguage } from '../text/language-of.ts';
import { matterIn, matterOf, overlapOf } from '../text/overlap.ts';
import { comparable, sentencesOf, wordsOf } from '../text/words.ts';
import { AskedQuestions } from './asked-questions.ts';
import type { Candidate, Guard } from './guard.ts';
import {
  englishAuxiliaries,
  englishSubjects,
  openers,
  questionWords,
  requestVerbs,
} from './question-words.ts';

/** The result replies to what was said instead of writing it down: a question answered, a request carried out. */
export const answeredQuestion: Guard = {
  name: 'answered',
  message: 'The language model answered the text instead of rewriting it.',
  catches: (candidate) =>
    repliesPolitely(candidate) ||
    losesQuestion(candidate) ||
    addsAnswer(candidate) ||
    carriesOutRequest(candidate) ||
    isSomethingElse(candidate),
};

/** "Sure! ...", "Of course, ...", which nobody said. */
function repliesPolitely({ text, rewritten }: Candidate): boolean {
  const [opening] = POLITE.exec(comparable(rewritten).trimStart()) ?? [];
  return opening !== undefined && !comparable(text.slice(0, 100)).includes(opening);
}

const POLITE =
  /^(?:sure|certainly|of course|absolutely|gladly|great question|good question|happy to help|i would be happy to|as requested|here is the answer|gerne|selbstverstandlich|bien sur|avec plaisir|claro|por supuesto|certamente)\b/;

/** Every question of the text must be found again: by how it begins, or as a question about the same matter. */
function losesQuestion({ text, rewritten, preset }: Candidate): boolean {
  if (!preset.keepsQuestions) return false;
  const asked = new AskedQuestions(rewritten);
  const questions = questionsOf(text);
  const lost = questions.some(
    (question, index) =>
      (question.marked || !asked.beginsLike(question.words)) &&
      !asked.hasMatterOf(question.matter, index / questions.length),
  );
  return lost || losesTurnedVerb(text, wordsOf(rewritten), asked.count > 0);
}

/** "Hi Anna can you send ...": a question that only the order of its words tells, somewhere in a text without marks. */
function losesTurnedVerb(text: string, words: readonly string[], asks: boolean): boolean {
  const [turned = ''] = TURNED.exec(comparable(text)) ?? [];
  if (turned === '' || asks || words.includes('please')) return false;
  const [verb, subject] = turned.split(' ');
  return !words.some((word, at) => word === verb && words[at + 1] === subject);
}

const TURNED = /\b(?:can|could|will|would|do|did|are|have) you\b|\b(?:should|shall|can|may) (?:i|we)\b/;

interface Question {
  readonly words: readonly string[];
  /** Its words that carry matter. */
  readonly matter: readonly string[];
  /** By its own mark. */
  readonly marked: boolean;
}

/** Questions: recognised by their mark, or by their first word if the recogniser writes no punctuation. */
function questionsOf(text: string): Question[] {
  const language = mainLanguage(languageProfile(text)) ?? 'en';
  const first = questionWords[language] ?? questionWords.en ?? new Set<string>();
  return sentencesOf(text).flatMap((sentence) => {
    const words = withoutOpeners(sentence.words);
    const marked = /[?？؟]\s*["'”’»)]*$/u.test(sentence.text.trim());
    const begins = words.length >= 3 && first.has(words[0] ?? '') && !isStatement(words);
    return words.length > 0 && (marked || begins)
      ? [{ words, matter: matterIn(sentence.words), marked }]
      : [];
  });
}

/** "When we met ..." and "what I mean is ..." tell rather than ask, and so does "may fifth is ...". */
function isStatement([first = '', second = '']: readonly string[]): boolean {
  if (englishAuxiliaries.has(first)) return !englishSubjects.has(second);
  return (
    ['when', 'where', 'what', 'how', 'who', 'which', 'why'].includes(first) &&
    /^(?:i|we|you|he|she|they|it|the|this|that|my|our|a|an|s)$/.test(second)
  );
}

function withoutOpeners(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !openers.has(word));
  return start < 0 ? [] : words.slice(start);
}

/** If the text ends with a question, the result must not add anything after it. */
function addsAnswer({ text, rewritten, preset }: Candidate): boolean {
  const last = sentencesOf(text).at(-1)?.text ?? '';
  if (!questionsOf(last).length || !preset.keepsQuestions) return false;
  const mark = Math.max(...['?', '？', '؟'].map((sign) => rewritten.lastIndexOf(sign)));
  if (mark < 0) return false;
  const unused = new Map<string, number>();
  for (const word of wordsOf(text)) unused.set(word, (unused.get(word) ?? 0) + 1);
  for (const word of wordsOf(rewritten.slice(0, mark))) unused.set(word, (unused.get(word) ?? 0) - 1);
  const after = wordsOf(rewritten.slice(mark));
  const added = after.filter((word) => (unused.get(word) ?? 0) <= 0);
  if (preset.addsLines) return added.length > 12;
  return added.length >= 4 || (after.length > 0 && added.length === after.length);
}

/** A request stands at the beginning and little of it is left. */
function carriesOutRequest({ text, rewritten, preset }: Candidate): boolean {
  if (preset.kept === 0) return false;
  const language = mainLanguage(languageProfile(text)) ?? 'en';
  const verbs = requestVerbs[language] ?? requestVerbs.en ?? new Set<string>();
  const words = withoutOpeners(wordsOf(text));
  if (!words.slice(0, 1).some((word) => verbs.has(word))) return false;
  const request = matterOf(words.slice(0, 9).join(' '));
  const found = new Set(matterOf(rewritten));
  const kept = request.filter((word) => found.has(word)).length;
  return request.length >= 2 && kept < 0.45 * request.length;
}

/** Little of the text is left, and most of the result is new. */
function isSomethingElse({ text, rewritten, preset }: Candidate): boolean {
  const { matter, kept, novel } = overlapOf(text, rewritten);
  if (preset.kept === 0 || matter < 2) return false;
  return kept < preset.kept && novel > preset.novel;
}
