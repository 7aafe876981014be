import { comparable } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** The model declines, or asks for a text, instead of rewriting. What the speaker said in the same words is no refusal. */
export const refused: Guard = {
  name: 'refused',
  message: 'The language model refused to rewrite the text.',
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
