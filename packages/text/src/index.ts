export { AgreedWords, endOf, PreviewedText } from './agreed-words.ts';
export { breakablePieces, type CaptionSource, toSrt, toVtt } from './captions.ts';
export { ofSegments, repeatedText, withHeardAgain } from './heard-again.ts';
export { JsonBudget, JsonBudgetExceeded } from './json-budget.ts';
export { type Doubt, isRepetitive, lettersOf, lettersSaid, type TextFault, textFault } from './judge-text.ts';
export { hasWord, type KnownWords, knownWordsOf, listedLanguages } from './known-words.ts';
export { type LearnedWord, learnedWord } from './learned-word.ts';
export { joinTexts, mergeChunks, nothingSaid, type RecognizedSpeech, shiftedBy } from './merge-chunks.ts';
export { nearest } from './nearest.ts';
export {
  openAiContentTypes,
  type RecognizedAudio,
  type RenderOptions,
  renderTranscription,
  timesFor,
} from './openai-answer.ts';
export { hintsOf, promptTerms } from './prompt-terms.ts';
export { mayHoldTerms, withPromptedTerms } from './prompted-terms.ts';
export { type Conversation, conversation, textOfTurns, turnsOf } from './speakers.ts';
export { type CorrectedText, correctedBySound } from './vocabulary-by-sound.ts';
export { comparableWords, normalizeEnglish, type WordErrors, wordErrors } from './word-error-rate.ts';
