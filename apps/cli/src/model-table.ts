import { type CatalogModel, type Model, type ModelDownload, sizeInWords } from '@quoth/contract';
import { table } from './print.ts';
import { timeInWords } from './time-in-words.ts';

/** Marks the model that is taken where none is named. */
const AUTO = 'auto takes it';
const HEADS = ['Model', 'Size', 'Speed', 'Languages', 'Errors', 'Licence', ''];

/** Models one a line, at most 100 columns for what the catalog holds. `files` names each file instead of its model. */
export function modelTable(
  models: readonly CatalogModel[],
  others: readonly Model[],
  files: boolean,
  auto?: string,
): string {
  return table([
    HEADS,
    ...models.map((model) => [
      files || model.imported || model.slug === '' ? model.id : model.slug,
      sizeInWords(model.size_bytes),
      speedInWords(model.measured_speed) ?? model.speed ?? '?',
      languagesInWords(model.languages),
      model.word_error_rate === null ? '?' : `${model.word_error_rate.percent.toFixed(2)} %`,
      model.licence,
      [model.installed ? 'installed' : '', model.id === auto ? AUTO : '', model.recommended?.for ?? '']
        .filter((word) => word !== '')
        .join('; '),
    ]),
    ...others.map((model) => [
      model.id,
      model.size_mb === null ? '?' : sizeInWords(model.size_mb * 1024 * 1024),
      speedInWords(model.measured_speed) ?? '?',
      languagesInWords(model.languages),
      '?',
      '?',
      model.installed
        ? `installed${model.id === auto ? `; ${AUTO}` : ''}`
        : (model.install_hint ?? 'not installed'),
    ]),
  ]);
}

/** What the columns mean, and where their figures come from. */
export function columnNotes(models: readonly CatalogModel[]): string {
  const sources = [...new Set(models.flatMap(({ word_error_rate: rate }) => rate?.source ?? []))];
  const errors = sources.map((source) => `\n        ${source}`).join('');
  const notes = [
    'Speed:  times real time as measured on this machine (12x: a minute of audio takes 5 s);',
    '        until the model has run here, a class from its number of parameters.',
  ];
  if (errors !== '')
    notes.push(`Errors: words wrong in a hundred of clear reading; your speech will have more.${errors}`);
  return notes.join('\n');
}

/** Downloads that are not done, one a line. */
export function downloadTable(downloads: readonly ModelDownload[]): string {
  return table(downloads.map((download) => [download.id, download.status, downloadInWords(download)]));
}

/** How far a download is: `45 %, 12 MB/s, 1 min 20 s left`. */
export function downloadInWords({
  bytes,
  total,
  bytes_per_second,
  seconds_left,
  status,
}: ModelDownload): string {
  const share = `${Math.floor((bytes / Math.max(1, total)) * 100)} %`;
  if (status === 'verifying') return `${share}, comparing its sha256`;
  if (status === 'waiting') return `${share}, trying again soon`;
  const speed = bytes_per_second === null ? '' : `, ${sizeInWords(bytes_per_second)}/s`;
  const left = seconds_left === null ? '' : `, ${timeInWords(seconds_left)} left`;
  return `${share}${speed}${left}`;
}

/** `12x`, `0.45x`; undefined where nothing was measured. */
function speedInWords(timesRealTime: number | null | undefined): string | undefined {
  if (typeof timesRealTime !== 'number') return undefined;
  const digits = timesRealTime >= 10 ? 0 : timesRealTime >= 1 ? 1 : 2;
  return `${timesRealTime.toFixed(digits)}x`;
}

function languagesInWords(languages: readonly string[]): string {
  return languages.length > 3 ? String(languages.length) : languages.join(' ');
}
