import { type CatalogModel, type Model, type ModelDownload, sizeInWords } from '@quoth/contract';
import { table } from './print.ts';
import { timeInWords } from './time-in-words.ts';

/** Marks the model that is used when none is named. */
const AUTO = 'used by auto';
const HEADS = ['Model', 'Size', 'Speed', 'Languages', 'Errors', 'Licence', ''];

/** One model per line, at most 100 columns for the models of the catalog. `files` lists each file instead of its model. */
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
    '        until the model has run here, a class based on its number of parameters.',
  ];
  if (errors !== '')
    notes.push(`Errors: wrong words per hundred of clear read speech; expect more with your own.${errors}`);
  return notes.join('\n');
}

/** Unfinished downloads, one per line. */
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
  if (status === 'verifying') return `${share}, checking its sha256`;
  if (status === 'waiting') return `${share}, will retry soon`;
  const speed = bytes_per_second === null ? '' : `, ${sizeInWords(bytes_per_second)}/s`;
  const left = seconds_left === null ? '' : `, ${timeInWords(seconds_left)} left`;
  return `${share}${speed}${left}`;
}

/** `12x`, `0.45x`; undefined if nothing was measured. */
function speedInWords(timesRealTime: number | null | undefined): string | undefined {
  if (typeof timesRealTime !== 'number') return undefined;
  const digits = timesRealTime >= 10 ? 0 : timesRealTime >= 1 ? 1 : 2;
  return `${timesRealTime.toFixed(digits)}x`;
}

function languagesInWords(languages: readonly string[]): string {
  return languages.length > 3 ? String(languages.length) : languages.join(' ');
}
