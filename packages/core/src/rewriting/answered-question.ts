import { type Message, type RewriteGuard, say } from '@quoth/contract';
import { comparable, matterIn, matterOf, overlapOf, sentencesOf, wordsOf } from './compared-text.ts';
import { languageProfile, mainLanguage } from './language-of.ts';
import type { PresetFacts } from './presets.ts';
import type { ComposedPrompt } from './prompt.ts';

export type GuardName = RewriteGuard;

/** A result, and what it was made from. */
export interface Candidate {
  /** What was dictated. */
  readonly text: string;
  /** What the model made of it, tidied. */
  readonly rewritten: string;
  readonly preset: PresetFacts;
  readonly prompt: Pick<ComposedPrompt, 'ours' | 'theirs' | 'fence'>;
}

/** Finds one way in which a model fails. Pure. */
export interface Guard {
  readonly name: GuardName;
  /** What happened, for the user; never a word of the text. */
  readonly message: Message;
  /** True when the candidate must not be used. */
  readonly catches: (candidate: Candidate) => boolean;
}

/** The result replies to what was said instead of writing it down: a question answered, a request carried out. */
export const answeredQuestion: Guard = {
  name: 'answered',
  message: say('modelAnsweredText'),
  catches: (candidate) =>
    repliesPolitely(candidate) ||
    losesQuestion(candidate) ||
    addsAnswer(candidate) ||
    carriesOutRequest(candidate) ||
    isUnrelated(candidate),
};

/** "Sure! ...", "Of course, ...", which no one said. */
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
function isUnrelated({ text, rewritten, preset }: Candidate): boolean {
  const { matter, kept, novel } = overlapOf(text, rewritten);
  if (preset.kept === 0 || matter < 2) return false;
  return kept < preset.kept && novel > preset.novel;
}

/**
 * So many of a word's sentences are compared with a question; a text with more of them asks about the same thing all
 * along.
 */
const MAX_COMPARED = 16;
/** The share of a question's matter that a sentence must have to be the same question. */
const SAME_MATTER = 0.4;

/**
 * The questions of a rewritten text, to be found by how they begin and by their matter in time that grows with the text
 * alone.
 */
class AskedQuestions {
  /** Every word, and the words that come right after it. */
  readonly #after = new Map<string, Set<string>>();
  /** Which of the asking sentences a word of matter stands in, in their order. */
  readonly #sentencesWith = new Map<string, number[]>();
  readonly count: number;

  constructor(rewritten: string) {
    let before: string | undefined;
    for (const word of wordsOf(rewritten)) {
      if (!this.#after.has(word)) this.#after.set(word, new Set());
      if (before !== undefined) this.#after.get(before)?.add(word);
      before = word;
    }
    const asked = sentencesOf(rewritten).filter(({ text }) => /[?？؟;]\s*["'”’»)]*$/u.test(text.trim()));
    this.count = asked.length;
    for (const [index, sentence] of asked.entries()) {
      for (const word of new Set(matterIn(sentence.words))) {
        const sentences = this.#sentencesWith.get(word);
        if (sentences) sentences.push(index);
        else this.#sentencesWith.set(word, [index]);
      }
    }
  }

  /** True if the text contains these first words of a question anywhere. */
  beginsLike([first, second]: readonly string[]): boolean {
    if (first === undefined) return true;
    const after = this.#after.get(first);
    return after !== undefined && (second === undefined || after.has(second));
  }

  /**
   * True where the text asks about the same matter, given the words of the question that carry it. `place`, from 0 to
   * 1, is where in its own text the question stands.
   */
  hasMatterOf(question: readonly string[], place: number): boolean {
    const matter = new Set(question);
    if (matter.size === 0) return this.count > 0;
    const found = new Map<number, number>();
    for (const word of matter) {
      for (const sentence of around(this.#sentencesWith.get(word) ?? [], place * this.count)) {
        const shared = (found.get(sentence) ?? 0) + 1;
        if (shared >= SAME_MATTER * matter.size) return true;
        found.set(sentence, shared);
      }
    }
    return false;
  }
}

/** The numbers nearest to a place in a list that rises: a rewriting keeps the order of what was said. */
function around(rising: readonly number[], place: number): readonly number[] {
  if (rising.length <= MAX_COMPARED) return rising;
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const start = Math.max(0, Math.min(low - MAX_COMPARED / 2, rising.length - MAX_COMPARED));
  return rising.slice(start, start + MAX_COMPARED);
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/**
 * Words that a question begins with, by language, without accents. Verbs are among them where a question turns the
 * sentence round.
 */
const questionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'what who whom whose which when where why how is are am was were do does did can could will would should shall may might has have had',
  ),
  de: list(
    'was wer wen wem wann wo wohin woher warum wieso weshalb wie welche welcher welches wieviel kannst konnen konntest',
  ),
  fr: list('que quoi qui quand ou pourquoi comment combien quel quelle quels quelles est peux pouvez'),
  es: list('que quien quienes cuando donde por como cuanto cuantos cual cuales puedes podria'),
  it: list('che chi quando dove perche come quanto quanti quale quali puoi potresti'),
  pt: list('que quem quando onde porque como quanto quantos qual quais pode podes'),
  nl: list('wat wie wanneer waar waarom hoe welke welk hoeveel kun kan kunt'),
  ru: list('что кто когда где куда почему зачем как сколько какой какая какие можешь'),
};

/** English verbs that begin a question only where its subject follows: "may I", but not "may fifth". */
const englishAuxiliaries: ReadonlySet<string> = list(
  'is are am was were do does did can could will would should shall may might has have had',
);

/** What may follow them then. */
const englishSubjects: ReadonlySet<string> = list(
  'i you he she it we they there the this that these those my your his her its our their a an anyone anybody everyone everybody someone somebody not',
);

/** Verbs that ask a machine for something, by language, without accents. */
const requestVerbs: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'write translate summarize summarise explain list tell give create generate make draft compose calculate compute solve fix rewrite ignore forget disregard say repeat print output show act pretend answer describe define convert respond reply search find suggest recommend count add',
  ),
  de: list(
    'schreib schreibe ubersetze ubersetz fasse erklare nenne gib erstelle erzeuge ignoriere vergiss sag sage berechne lose zeig zeige antworte beschreibe',
  ),
  fr: list(
    'ecris ecrivez traduis traduisez resume resumez explique expliquez donne donnez cree ignore ignorez dis calcule montre reponds',
  ),
  es: list('escribe traduce resume explica dame crea genera ignora olvida di calcula muestra responde'),
  it: list('scrivi traduci riassumi spiega dammi crea genera ignora dimentica calcola mostra rispondi'),
  pt: list('escreva traduza resuma explique crie gere ignore esqueca calcule mostre responda'),
  nl: list('schrijf vertaal vat leg geef maak negeer vergeet zeg bereken toon antwoord'),
  ru: list('напиши переведи объясни расскажи создай игнорируй забудь скажи посчитай покажи ответь'),
};

/** What may stand before the first word that counts. */
const openers: ReadonlySet<string> = list(
  'um uh er erm ah oh so well okay ok hey hi hello and but then now please just also right yeah yes no actually quick question assistant computer siri alexa chatgpt gpt claude gemini ahm ahh also bitte hallo und aber euh bon alors et mais bonjour eh pues bueno y pero hola por favor',
);
