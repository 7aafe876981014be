import type { Language } from './languages.ts';
import type { Mode } from './modes.ts';

/**
 * What the window calls the modes that come with the application. They are stored, and in the API, by the name that
 * stands first.
 */
const shownNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'Voice to text': {
    en: 'As spoken',
    de: 'Wie gesprochen',
    fr: 'Tel que dicté',
    es: 'Tal cual',
    'pt-BR': 'Como falado',
    ja: '話したまま',
  },
  Hyper: {
    en: 'Clean text',
    de: 'Bereinigt',
    fr: 'Texte mis au propre',
    es: 'Texto limpio',
    'pt-BR': 'Texto limpo',
    ja: '整文',
  },
  Email: { en: 'Email', de: 'E-Mail', fr: 'E-mail', es: 'Correo', 'pt-BR': 'E-mail', ja: 'メール' },
  Note: { en: 'Note', de: 'Notiz', fr: 'Note', es: 'Nota', 'pt-BR': 'Nota', ja: 'ノート' },
  Commit: {
    en: 'Commit message',
    de: 'Commit-Nachricht',
    fr: 'Message de commit',
    es: 'Mensaje de commit',
    'pt-BR': 'Mensagem de commit',
    ja: 'コミットメッセージ',
  },
};

/** A mode's name normalized for comparison: case, Unicode composition and surrounding spaces are ignored. */
export function modeNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}

type Named = Pick<Mode, 'name' | 'isSystemProvided'>;

/**
 * The name as its user reads it: that of a mode which came with the application and was not renamed, in their language.
 */
export function shownModeName(name: string, modes: readonly Named[], language: Language): string {
  const isOurs = modes.some((mode) => mode.isSystemProvided && mode.name === name);
  const shown = isOurs && Object.hasOwn(shownNames, name) ? shownNames[name] : undefined;
  return shown?.[language] ?? name;
}

/**
 * The mode that is meant by its id or its name, in any case; last by what the window calls it, in any of its languages.
 */
export function modeMeant<Meant extends Pick<Mode, 'id'> & Named>(
  written: string,
  modes: readonly Meant[],
): Meant | undefined {
  const wanted = modeNameKey(written);
  const isShown = ({ name, isSystemProvided }: Named) =>
    isSystemProvided && Object.values(shownNames[name] ?? {}).some((shown) => modeNameKey(shown) === wanted);
  return (
    modes.find(({ id }) => id.toLowerCase() === wanted) ??
    modes.find(({ name }) => modeNameKey(name) === wanted) ??
    modes.find(isShown)
  );
}
