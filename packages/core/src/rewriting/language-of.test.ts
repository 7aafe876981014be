import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageProfile, mainLanguage, mainScript } from './language-of.ts';

const cases: readonly (readonly [text: string, script: string, language: string | undefined])[] = [
  ['the cat sat on the mat and it was not amused', 'Latin', 'en'],
  ['die Katze saß auf der Matte und sie war nicht froh', 'Latin', 'de'],
  ['le chat est sur la table et il ne veut pas descendre', 'Latin', 'fr'],
  ['el gato no quiere bajar de la mesa y yo tampoco', 'Latin', 'es'],
  ['il gatto non vuole scendere dalla tavola e io neanche', 'Latin', 'it'],
  ['o gato não quer descer da mesa e eu também não', 'Latin', 'pt'],
  ['de kat zit op de mat en zij is niet blij met het weer', 'Latin', 'nl'],
  ['kot nie chce zejść ze stołu i ja też nie wiem co zrobić', 'Latin', 'pl'],
  ['кошка сидит на столе и не хочет вниз', 'Cyrillic', 'ru'],
  ['猫はテーブルの上にいます', 'Kana', undefined],
  ['猫在桌子上不想下来', 'Han', undefined],
  ['القطة على الطاولة', 'Arabic', undefined],
  ['고양이는 책상 위에 있다', 'Hangul', undefined],
  ['Berlin Kubernetes Microsoft', 'Latin', undefined],
  ['12 345', '', undefined],
];

for (const [text, script, language] of cases) {
  test(`"${text}" is ${language ?? 'nothing certain'} in ${script || 'no script'}`, () => {
    const profile = languageProfile(text);
    assert.equal(mainScript(profile) ?? '', script);
    assert.equal(mainLanguage(profile), language);
  });
}
