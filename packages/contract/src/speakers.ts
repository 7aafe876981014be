import type { Language } from './languages.ts';

/** Who speaks in a recording with two channels: its user in the first, everybody else in the second. */
export interface SpeakerNames {
  readonly me: string;
  readonly others: string;
}

/** What a transcript calls them. */
export const speakerNames: Readonly<Record<Language, SpeakerNames>> = {
  en: { me: 'Me', others: 'Others' },
  de: { me: 'Ich', others: 'Andere' },
  fr: { me: 'Moi', others: 'Autres' },
  es: { me: 'Yo', others: 'Otros' },
  'pt-BR': { me: 'Eu', others: 'Outros' },
  ja: { me: '自分', others: '相手' },
};
