import { isUnfit, type Mode, type Model } from '@quoth/contract';
import { knows, mainTag } from '../models/suggested-model.ts';

/** What to say into the microphone, in each language of the window. */
const sentences: Readonly<Record<string, string>> = {
  en: 'Please send the email to Anna tomorrow morning.',
  de: 'Bitte schicken Sie Anna morgen früh die E-Mail.',
  es: 'Por favor, envíale el correo a Ana mañana temprano.',
  fr: 'Merci de renvoyer le dossier à Anna demain matin.',
  ja: '明日の朝、田中さんにメールを送ってください。',
  pt: 'Por favor, mande o e-mail para a Ana amanhã de manhã.',
};

/**
 * The sentence and its language: the window's, or the mode's where its model is named, but always one that is known to
 * a model that could be taken, so that no one is misheard for reading what it does not know.
 */
export function trialSentence(
  mode: Pick<Mode, 'model' | 'language'> | undefined,
  models: readonly Pick<
    Model,
    'id' | 'kind' | 'provider' | 'installed' | 'languages' | 'self_test_error_rate'
  >[],
  windowLanguage: string,
): { readonly text: string; readonly language: string } {
  const able = models.filter(({ id, kind, provider, installed, self_test_error_rate }) =>
    mode?.model === 'auto'
      ? installed && kind === 'voice' && provider === 'local' && !isUnfit(self_test_error_rate)
      : id === mode?.model,
  );
  const isNamed = mode !== undefined && mode.model !== 'auto' && mode.language !== 'auto';
  const wanted = isNamed ? mode.language : windowLanguage;
  const known = [wanted, ...Object.keys(sentences)].find(
    (tag) =>
      sentences[mainTag(tag)] !== undefined && (able.length === 0 || able.some((model) => knows(model, tag))),
  );
  const tag = mainTag(known ?? 'en');
  return { text: sentences[tag] ?? '', language: tag };
}
