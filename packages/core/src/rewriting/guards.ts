import { say } from '@quoth/contract';
import { answeredQuestion, type Candidate, type Guard, type GuardName } from './answered-question.ts';
import {
  comparable,
  matterOf,
  memoizedByText,
  overlapOf,
  rememberingTexts,
  runsOf,
  wordsOf,
} from './compared-text.ts';
import { languageProfile, mainLanguage, mainScript } from './language-of.ts';

/** Nothing is left, or marks alone. */
const emptied: Guard = {
  name: 'emptied',
  message: say('modelReturnedNothing'),
  catches: ({ text, rewritten }) =>
    rewritten.trim() === '' || (wordsOf(rewritten).length === 0 && wordsOf(text).length > 0),
};

/** The model thinks aloud. What is cleanly set apart has been taken out before. */
const leftReasoning: Guard = {
  name: 'reasoning',
  message: say('modelLeftReasoning'),
  catches: ({ text, rewritten }) => {
    if (TAG.test(rewritten) && !TAG.test(text)) return true;
    const opening = comparable(rewritten.slice(0, 200)).trimStart();
    return ALOUD.test(opening) && !ALOUD.test(comparable(text.slice(0, 200)).trimStart());
  },
};

/** Tags that models set their reasoning apart with. */
const TAG =
  /<\/?(?:think|thinking|thought|reasoning|reflection|analysis|scratchpad)>|<\|(?:channel|message|start|end)\|>/i;
const ALOUD =
  /^(?:\**thinking process|\**reasoning:|(?:okay|alright|hmm|so|first|well)?,? ?(?:the user (?:wants|asks|is asking|said|says|dictated|has)|let me (?:think|rewrite|clean|process|analy)|we (?:need|have) to (?:rewrite|clean|output|produce|write)|i (?:need|have|should|will) (?:to )?(?:rewrite|clean up|output|process|follow)))/;

/** How many equal words in a row are no coincidence. */
const RUN = 8;
/** A user's own prompt may be quoted in part: it may say what to write. */
const WHOLE = 0.7;

/** The model recites its instructions. What the speaker said in the same words is no recital. */
const echoedPrompt: Guard = {
  name: 'echoed',
  message: say('modelRepeatedInstructions'),
  catches: ({ text, rewritten, prompt }) => {
    const ours = new Set(runsOf(wordsOf(prompt.ours), RUN));
    const theirs = new Set(runsOf(wordsOf(prompt.theirs), RUN));
    const recited = new Set(
      runsOf(wordsOf(rewritten), RUN).filter((run) => ours.has(run) || theirs.has(run)),
    );
    if (recited.size === 0) return false;
    for (const run of runsOf(wordsOf(text), RUN)) recited.delete(run);
    if ([...recited].some((run) => ours.has(run))) return true;
    const share = [...theirs].filter((run) => recited.has(run)).length / theirs.size;
    return theirs.size > 0 && share >= WHOLE;
  },
};

/** The marks around the text, or something that looks like them, are in the result. */
const leakedFence: Guard = {
  name: 'fence',
  message: say('modelMixedInstructions'),
  catches: ({ text, rewritten, prompt }) =>
    rewritten.includes(prompt.fence.name) || (LIKENESS.test(rewritten) && !LIKENESS.test(text)),
};

const LIKENESS = /<\/?dictation\b/i;

/**
 * The model declines, or asks for a text, instead of rewriting. What the speaker said in the same words is no refusal.
 */
const refused: Guard = {
  name: 'refused',
  message: say('modelRefusedText'),
  catches: ({ text, rewritten }) => {
    const opening = comparable(rewritten)
      .replace(/^[^\p{L}]+/u, '')
      .slice(0, 240);
    const said = comparable(text);
    return refusals.some((pattern) => pattern.test(opening) && !said.match(unanchored(pattern)));
  },
};

const refusals: readonly RegExp[] = [
  /^(?:i am (?:really |very |so )?sorry|sorry|i apologi[sz]e|my apologies)[,.]? (?:but )?(?:i|as an?|this|that|your|there) ?(?:cannot|am unable|am not able|am afraid|do not|could not|ai|language model|request|text|message|is no|appears|seems)/,
  /^(?:unfortunately,? )?i (?:cannot|am unable to|am not able to|am not allowed to|will not) (?:help|assist|comply|fulfil|provide|answer|rewrite|process|do (?:that|this)|create|generate|write|engage|share|access|browse|continue)/,
  /^(?:as an? |i am (?:just |only )?an? )(?:ai|artificial intelligence|language model|large language model|assistant)/,
  /^(?:there is no|no|i do not see (?:any|the)|you (?:have not|did not) (?:provide|include|share)|it (?:looks|seems|appears) (?:like|that) (?:you|there|your|the)|please (?:provide|share|paste|send|give) (?:me )?(?:the|a|some|your)) ?(?:dictated |any )?(?:text|dictation|content|message|input|transcript)/,
  /^es tut mir leid,? (?:aber )?(?:ich|das|dabei|als)|^(?:leider )?(?:kann ich|ich kann) (?:dir |ihnen )?(?:dabei |damit |das )?(?:leider )?nicht (?:helfen|weiterhelfen|beantworten|umschreiben)|^als (?:ki|sprachmodell)/,
  /^(?:je suis )?desolee?,? (?:mais )?je (?:ne )?(?:peux|suis)|^je ne (?:peux|suis) pas (?:en mesure|vous aider|t'aider|repondre|traiter)|^en tant qu'(?:ia|assistant|intelligence)|^en tant que (?:modele|ia)/,
  /^lo siento,? (?:pero )?(?:no|como)|^no puedo (?:ayudar|responder|procesar|cumplir|reescribir)|^como (?:modelo|ia|asistente|inteligencia)/,
  /^mi dispiace,? (?:ma )?non|^non posso (?:aiutar|rispondere|elaborare)|^(?:sinto muito|desculpe),? (?:mas )?(?:nao|eu nao)|^nao posso (?:ajudar|responder)|^het spijt me,? (?:maar )?ik/,
  /^(?:извините|простите|к сожалению),? (?:но )?я (?:не|как)|^я не (?:могу|в состоянии) (?:помочь|ответить|выполнить)|^как (?:ии|языковая модель)/,
  /^(?:抱歉|很抱歉|对不起)[,，]?(?:但)?(?:我|作为)|^我(?:无法|不能)(?:提供|帮助|回答|完成|协助)|^作为(?:一个)?(?:ai|人工智能|语言模型)/,
  /^(?:申し訳(?:ありません|ございません)|すみません)(?:が)?[、,]|^(?:죄송(?:합니다|하지만)|미안)/,
];

const memo = new Map<RegExp, RegExp>();

/** The same pattern wherever it stands. */
function unanchored(pattern: RegExp): RegExp {
  const known = memo.get(pattern) ?? new RegExp(pattern.source.replaceAll(/(^|\|)\^/g, '$1'));
  memo.set(pattern, known);
  return known;
}

/** So many words, so many times in a row. */
const PHRASE = 6;
const REPEATS = 4;

/** Far longer than what was said, or the same phrase over and over. */
const ranAway: Guard = {
  name: 'runaway',
  message: say('modelWroteTooMuch'),
  catches: ({ text, rewritten, preset: { growth } }) =>
    rewritten.length > text.length * growth.times + growth.beyond ||
    mostRepeated(rewritten) >= Math.max(REPEATS, mostRepeated(text) + REPEATS - 1),
};

/** How often the phrase comes that comes most often. */
const mostRepeated = memoizedByText((text: string): number => {
  const phrases = runsOf(wordsOf(text), PHRASE).sort();
  let most = 0;
  for (let at = 0, first = 0; at < phrases.length; at++) {
    if (phrases[at] !== phrases[first]) first = at;
    most = Math.max(most, at - first + 1);
  }
  return most;
});

/** Fewer letters are not enough to decide. */
const MIN_LETTERS = { alphabet: 8, characters: 4 } as const;

/** The result is in another script or language than the text, which has none of it. */
const changedLanguage: Guard = {
  name: 'language',
  message: say('modelChangedLanguage'),
  catches: ({ text, rewritten }) => {
    const before = languageProfile(text);
    const after = languageProfile(rewritten);
    const from = mainScript(before);
    const to = mainScript(after);
    if (from === undefined || to === undefined) return false;
    if (before.letters < fewest(from) || after.letters < fewest(to)) return false;
    if (from !== to) return (before.scripts.get(to) ?? 0) < 0.2;
    const spoken = mainLanguage(before);
    const written = mainLanguage(after);
    if (spoken === undefined || written === undefined || spoken === written) return false;
    const mixed = (before.languages.get(written) ?? 0) >= 0.6 * (before.languages.get(spoken) ?? 0);
    return !mixed && sharedWords(text, rewritten) < 0.5;
  },
};

function fewest(script: string): number {
  return ['Han', 'Kana', 'Hangul'].includes(script) ? MIN_LETTERS.characters : MIN_LETTERS.alphabet;
}

/** Share of the result's words that the text has too. */
function sharedWords(text: string, rewritten: string): number {
  const before = new Set(wordsOf(text));
  const after = wordsOf(rewritten);
  return after.filter((word) => before.has(word)).length / Math.max(1, after.length);
}

/** Shorter texts may lose any word. */
const FEWEST = 4;
/** But not all of them. */
const MIN_OVERALL = 3;
/** From so many words of matter on, the end of the text must be found again too. */
const LONG = 24;

/** Most of what was said is missing, or its end is. */
const lostText: Guard = {
  name: 'lost',
  message: say('modelLostText'),
  catches: ({ text, rewritten, preset: { kept } }) => {
    const overlap = overlapOf(text, rewritten);
    if (kept === 0) return false;
    if (overlap.matter < FEWEST) return overlap.matter >= MIN_OVERALL && overlap.kept === 0;
    // Words that the speaker corrected may be missing from the result.
    const asked = CORRECTION.test(comparable(text)) ? kept / 2 : kept;
    return overlap.kept < asked || (kept > 0.3 && overlap.matter >= LONG && endIsGone(text, rewritten));
  },
};

const CORRECTION =
  /\b(?:scratch that|delete that|strike that|no wait|wait no|never ?mind|i mean|correction|forget that|start over|nein warte|streich das|ich meine|non attends|je veux dire|no espera|quiero decir)\b/;

/** True when next to nothing of the last quarter is in the result. */
function endIsGone(text: string, rewritten: string): boolean {
  const matter = matterOf(text);
  const end = matter.slice(Math.floor(matter.length * 0.75));
  const found = new Set(matterOf(rewritten));
  return end.filter((word) => found.has(word)).length < 0.2 * end.length;
}

/** Every guard, in the order in which they run; the first one to object gives the reason. */
const guards: readonly Guard[] = [
  emptied,
  leftReasoning,
  echoedPrompt,
  leakedFence,
  refused,
  ranAway,
  changedLanguage,
  answeredQuestion,
  lostText,
];

/** The guard of the preset that catches the candidate; undefined when it may be used. */
export function caughtBy(candidate: Candidate): Guard | undefined {
  const { guards: wanted } = candidate.preset;
  return rememberingTexts(() =>
    guards.find(({ name, catches }) => wanted.includes(name) && catches(candidate)),
  );
}

/** The guard of a name, as another thread tells it. */
export function guardNamed(wanted: GuardName): Guard {
  const guard = guards.find(({ name }) => name === wanted);
  if (!guard) throw new Error(`There is no guard "${wanted}".`);
  return guard;
}
