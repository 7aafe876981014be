import { type Preset, type RewriteGuard, rewriteGuards } from '@quoth/contract';

/** How a preset rewrites, and what its result is held to. */
export interface PresetFacts {
  readonly id: Preset;
  /** What the model is to do with the text; in the prompt, after the rules that hold for every preset. */
  readonly task: string;
  /** The guards that its result must pass. */
  readonly guards: readonly RewriteGuard[];
  /** The longest permitted result: a multiple of the text's length, plus a number of characters. */
  readonly growth: { readonly times: number; readonly beyond: number };
  /** The share of the text's own words that must be found again; 0 asks for none. */
  readonly kept: number;
  /** The share of words that are not in the text, above which a result that lost most of it is something else. */
  readonly novel: number;
  /** Whether every question of the text must still be one in the result. */
  readonly keepsQuestions: boolean;
  /** Whether lines may follow a question that the text does not have: a greeting, a closing. */
  readonly addsLines: boolean;
  /** Whether the mode's spelling, profanity and final period are looked after once more afterwards. */
  readonly textRules: boolean;
}

/** The guards of a free prompt, which may translate, answer or shorten. */
const freeGuards: readonly RewriteGuard[] = ['emptied', 'refused', 'echoed'];

const hyper: PresetFacts = {
  id: 'hyper',
  task: `Clean the text up and change as little as that takes.
- Put in punctuation and capital letters. Make paragraphs where the subject changes.
- Leave out filler words (um, uh, er, and "like", "you know", "I mean" where they mean nothing), stutters and words said twice by mistake.
- Correct slips of grammar, and words that were plainly misheard and whose right form is certain.
- Keep the speaker's words, tone, order and meaning. Do not shorten, do not embellish, do not make it more formal.
- Where things are clearly listed one after the other ("first ... second ..."), write them as a list.`,
  guards: rewriteGuards,
  growth: { times: 1.7, beyond: 80 },
  kept: 0.45,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};

const message: PresetFacts = {
  id: 'message',
  task: `Write the text as a chat message.
- Clean it up: punctuation, capital letters, no filler words, no stutters.
- Keep it as casual and as short as it was said. No greeting and no closing that was not said. No list and no headline unless it was plainly one.
- Emoji only where one was named ("smiley face", "thumbs up emoji").`,
  guards: rewriteGuards,
  growth: { times: 1.6, beyond: 60 },
  kept: 0.45,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};

const email: PresetFacts = {
  id: 'email',
  task: `Write the text as the body of an e-mail, in the speaker's own voice.
- Greeting, paragraphs and closing on lines of their own. Use the greeting, names and closing that were said; where none were, a plain greeting and a plain closing in the language of the text. Never invent a name, and write no placeholder for one.
- No subject line unless one was said.
- Clean it up: punctuation, capital letters, no filler words. Full sentences, courteous and plain. Keep every fact, date, number, question and request; add none.`,
  guards: rewriteGuards,
  growth: { times: 2, beyond: 200 },
  kept: 0.4,
  novel: 0.6,
  keepsQuestions: true,
  addsLines: true,
  textRules: true,
};

const note: PresetFacts = {
  id: 'note',
  task: `Write the text as a note to oneself.
- Short lines or a list with "- " where several things are said; plain sentences where it is one thought. A headline only if one was said.
- Leave out filler words and detours; keep every fact, name, number, date, task and question in the speaker's words.`,
  guards: rewriteGuards,
  growth: { times: 1.7, beyond: 80 },
  kept: 0.4,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};

const meeting: PresetFacts = {
  id: 'meeting',
  task: `Write the text as notes of a meeting.
- Group what was said under short headlines in the language of the text: what was talked about, what was decided, who does what until when, what is open. Leave out a headline that nothing was said about.
- Lists with "- ". Keep every name, number, date, decision, task and open question. Leave out small talk and repetitions. Add nothing.`,
  guards: rewriteGuards,
  growth: { times: 1.8, beyond: 300 },
  kept: 0.25,
  novel: 0.6,
  keepsQuestions: false,
  addsLines: true,
  textRules: true,
};

const commit: PresetFacts = {
  id: 'commit',
  task: `Write the text as a git commit message.
- The first line says in the imperative what changes, in at most 72 characters, without a full stop at its end.
- Where more was said, an empty line and then short paragraphs or a "- " list with the rest, above all the reasons. Lines of at most 72 characters.
- Plain text: no code fence, no quotes around it, no invented scope, issue number or file name.`,
  guards: rewriteGuards,
  growth: { times: 1.7, beyond: 120 },
  kept: 0.2,
  novel: 0.7,
  keepsQuestions: false,
  addsLines: true,
  textRules: true,
};

const code: PresetFacts = {
  id: 'code',
  task: `The text was dictated into an editor or a terminal: write down the code or the command that was spoken.
- Spoken symbols become symbols: "open paren" is (, "close brace" is }, "equals" is =, "dash dash" is --, "dot" is ., "slash" is /, "arrow" is =>, "new line" is a line break.
- Spoken styles of names: "camel case user name" is userName, "snake case user name" is user_name, "pascal case user name" is UserName, "kebab case user name" is user-name, "all caps max size" is MAX_SIZE.
- Write what was said and nothing more: no code that was only described, no explanation, no code fence. What is prose (a comment, a question, a remark) stays prose, as it was said.`,
  guards: rewriteGuards.filter((guard) => guard !== 'language'),
  growth: { times: 1.7, beyond: 100 },
  kept: 0,
  novel: 0.8,
  keepsQuestions: true,
  addsLines: false,
  textRules: false,
};

/** A prompt of the user's own: it may do anything with the text, so that little of the result can be judged. */
const custom: PresetFacts = {
  id: 'custom',
  task: '',
  guards: freeGuards,
  growth: { times: Number.POSITIVE_INFINITY, beyond: 0 },
  kept: 0,
  novel: 1,
  keepsQuestions: false,
  addsLines: true,
  textRules: false,
};

/** `custom` where the user has written no prompt: there is nothing to go by, so the text is cleaned up. */
export const customWithoutPrompt: PresetFacts = { ...hyper, id: 'custom' };

/** Every preset; the compiler refuses one of the contract's without its facts. */
export const presetFacts: Readonly<Record<Preset, PresetFacts>> = {
  hyper,
  message,
  email,
  note,
  meeting,
  commit,
  code,
  custom,
};
