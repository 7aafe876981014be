import { type Client, QuothError } from '@quoth/client';
import { plainText, type Recording } from '@quoth/contract';
import { typedHint } from '../program-to-type.ts';
import { folded } from './choices.ts';
import { cut, namedValues, table } from './print.ts';
import { clockTime, inQuotes, localTime, shortId } from './wording.ts';

/** The recording that is meant by an id or the beginning of one. Throws RECORDING_NOT_FOUND. */
export async function recordingId(
  client: Client,
  written: string,
  { trash = false }: { readonly trash?: boolean } = {},
): Promise<string> {
  const id = written.trim().toLowerCase();
  const where = trash ? ' in the trash' : '';
  const list = trash ? 'quoth recordings list --trash' : 'quoth recordings list';
  const hint = `"${list}" shows ids; their first characters are enough.`;
  if (!/^[0-9a-f-]{1,36}$/.test(id))
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `${inQuotes(written)} is not a recording's id.`,
      hint,
    });
  const { total, recordings } = await client.searchRecordings({ query: { id, trash, limit: '5' } });
  const [first] = recordings;
  if (!first)
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `There is no recording ${written}${where}.`,
      hint,
    });
  if (total > 1)
    throw new QuothError('RECORDING_NOT_FOUND', {
      message: `${total} recordings${where} start with ${written}: ${recordings.map((one) => shortId(one.id)).join(', ')}${total > recordings.length ? ' …' : ''}`,
      hint: 'Give more characters of the id.',
    });
  return first.id;
}

const TEXT_CHARACTERS = 60;
/** How much of a text stands before what was searched for. */
const BEFORE = 20;

/**
 * Recordings one a line: id, local time, length, status, the file's name, and the text or why it is missing. On a
 * terminal only the last two are cut, around what was searched for.
 */
export function recordingTable(recordings: readonly Recording[], q = '', columns?: number): string {
  const heads = ['Id', 'When', 'Length', 'Status', 'File', 'Text'];
  const rows = recordings.map((recording) => [
    shortId(recording.id),
    localTime(recording.date),
    recording.duration === 0 ? '' : clockTime(recording.duration),
    recording.status,
    cut(recording.source_name ?? '', 24),
    around(q, recording.text === '' ? (recording.error?.message ?? '') : recording.text, TEXT_CHARACTERS),
  ]);
  return table([heads, ...rows], {
    ...(columns !== undefined && { columns }),
    whole: [0, 1, 2, 3],
    optional: [heads.indexOf('File')],
    shorten: (cell, characters) => around(q, cell, characters),
  });
}

/** One recording: what it is, and its text or why it is missing. `program`: what to type to run a command. */
export function formatRecording(recording: Recording, program: string, columns?: number): string {
  const {
    source_name: name,
    error,
    warning,
    mode,
    transcriptionProvider,
    postProcessingProvider,
  } = recording;
  const facts = [
    ['Id', recording.id],
    ['When', localTime(recording.date)],
    ...(recording.duration === 0 ? [] : [['Length', clockTime(recording.duration)]]),
    ['Status', `${recording.status}${progress(recording)}`],
    ...(name === null ? [] : [['File', name]]),
    ...(mode === null ? [] : [['Mode', mode]]),
    ...(transcriptionProvider === null ? [] : [['Transcribed by', transcriptionProvider]]),
    ...(postProcessingProvider === null ? [] : [['Rewritten by', postProcessingProvider]]),
    ...(error === null ? [] : [['Problem', typedHint(error.message, program)]]),
    ...(warning === null ? [] : [['Warning', typedHint(warning.message, program)]]),
  ];
  return [
    namedValues(facts, columns),
    ...(recording.text === '' ? [] : ['', plainText(recording.text)]),
  ].join('\n');
}

function progress({ progressPercent }: Recording): string {
  return progressPercent === undefined ? '' : `, ${progressPercent} %`;
}

/** The part of a text that was searched for, with some words before it; else its beginning. */
function around(q: string, text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').normalize('NFC');
  // Character by character, so that positions stay those of the text itself.
  const plain = line.split('').map((letter) => letter.normalize('NFD')[0] ?? letter);
  const wanted = folded(q);
  const found = plain.join('').toLowerCase().indexOf(wanted);
  if (q === '' || found < 0 || found + wanted.length < characters) return cut(line, characters);
  const before = Math.max(0, characters - 2 - wanted.length);
  const word = line.lastIndexOf(' ', found - Math.min(BEFORE, Math.ceil(before / 2))) + 1;
  const start = found - word > before ? found : word;
  return cut(`…${line.slice(start)}`, characters);
}
