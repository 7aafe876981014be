import {
  audioProvider,
  type CreateModeBody,
  createModeBody,
  limits,
  type Mode,
  splitCloudModel,
  type UpdateModeBody,
} from '@quoth/contract';

/** The fields that the editor writes. */
export type ModeDraft = Omit<
  Mode,
  'id' | 'isSystemProvided' | 'createdDate' | 'modifiedDate' | 'sortOrder' | 'isDefault' | 'enableScreenOCR'
>;

export function draftOf(mode: Mode): ModeDraft {
  const {
    id: _id,
    isSystemProvided: _isSystemProvided,
    createdDate: _created,
    modifiedDate: _modified,
    sortOrder: _sortOrder,
    isDefault: _isDefault,
    enableScreenOCR: _screen,
    ...draft
  } = mode;
  const cloudProvider = audioProvider(mode);
  // The editor has one field for each of what `deepgram/nova-3` says at once.
  const model = splitCloudModel(mode.model)?.model ?? mode.cloudTranscriptionModel;
  return cloudProvider === undefined
    ? draft
    : { ...draft, model: 'cloud', cloudProvider, cloudTranscriptionModel: model };
}

/** Unsaved changes of the user. Every other field follows the mode, no matter who changes it. */
export type ModeEdits = Partial<ModeDraft>;

/** Fields that belong together: changing one keeps the others as they were shown. */
const together: readonly (readonly (keyof ModeDraft)[])[] = [
  ['model', 'cloudProvider', 'cloudTranscriptionModel', 'cloudTranscriptionDomain', 'cloudAccuracyTier'],
  ['postProcessingMode', 'postProcessingProvider', 'cloudPostProcessingModel', 'languageModel'],
];

/** The current mode, with the changes made in the editor. */
export function editedDraft(saved: Mode, edits: ModeEdits): ModeDraft {
  return { ...draftOf(saved), ...edits };
}

/** The edits after some fields were set; a field set back to its saved value is no longer an edit. */
export function withChange(saved: Mode, edits: ModeEdits, fields: ModeEdits): ModeEdits {
  const next = { ...editedDraft(saved, edits), ...fields };
  const changed = Object.keys(differing(next, draftOf(saved))) as (keyof ModeDraft)[];
  const held = new Set(changed.flatMap((key) => together.find((group) => group.includes(key)) ?? [key]));
  return pick(next, (key) => held.has(key));
}

/** What is left to save once some edits are saved; what was typed meanwhile stays. */
export function withoutSaved(edits: ModeEdits, sent: ModeEdits): ModeEdits {
  return pick(edits, (key) => !(key in sent && isSame(edits[key], sent[key])));
}

/** The edits that differ from what is saved, as it is written there. */
export function changesOf(draft: ModeEdits, saved: Mode): UpdateModeBody {
  return differing(draft, saved) as UpdateModeBody;
}

function differing(fields: ModeEdits, before: ModeDraft): ModeEdits {
  return pick(fields, (key) => !isSame(fields[key], before[key]));
}

function pick(fields: ModeEdits, isWanted: (key: keyof ModeDraft) => boolean): ModeEdits {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isWanted(key as keyof ModeDraft)));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The words of a text that has one on each line. */
export function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The words as typed, including blank lines, as long as they are the same words. */
export function textOfWords(words: readonly string[], typed: string): string {
  return isSame(wordsOf(typed), words) ? typed : words.join('\n');
}

/** Who transcribes, as one value of a list: `auto`, a model of this machine, or `cloud/` and a provider. */
export function transcriberOf(draft: ModeDraft): string {
  const provider = audioProvider(draft);
  return provider === undefined ? draft.model : `cloud/${provider ?? ''}`;
}

/** The fields that a choice of that list sets; another provider's model is dropped. */
export function withTranscriber(draft: ModeDraft, value: string): ModeDraft {
  if (!value.startsWith('cloud/')) return { ...draft, model: value };
  const cloudProvider = value.slice('cloud/'.length) || null;
  const isSame = audioProvider(draft) === cloudProvider;
  return {
    ...draft,
    model: 'cloud',
    cloudProvider,
    ...(!isSame && {
      cloudTranscriptionModel: null,
      cloudTranscriptionDomain: null,
      cloudAccuracyTier: null,
    }),
  };
}

/** The most modes that are read from one file. */
const MAX_MODES = 200;

/** Fields that belong to this machine, not to the mode. */
const own = ['id', 'isSystemProvided', 'createdDate', 'modifiedDate', 'sortOrder', 'isDefault'] as const;

/** Modes as a file that `parseModes` reads; nothing in it belongs to this machine. */
export function printModes(modes: readonly Mode[]): string {
  const bare = modes.map((mode) =>
    Object.fromEntries(Object.entries(mode).filter(([key]) => !(own as readonly string[]).includes(key))),
  );
  return `${JSON.stringify({ quothModes: 1, modes: bare }, null, 2)}\n`;
}

/**
 * The modes of a file: one, a list, or what `printModes` wrote. Anything else is left out; nothing in a file can make
 * itself the default.
 */
export function parseModes(text: string): CreateModeBody[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return listed(value)
    .slice(0, MAX_MODES)
    .flatMap((candidate) => {
      const parsed = createModeBody.safeParse(candidate);
      return parsed.success ? [{ ...parsed.data, isDefault: undefined, sortOrder: undefined }] : [];
    });
}

function listed(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return 'modes' in value && Array.isArray(value.modes) ? value.modes : [value];
}

/** The name itself, or with the first number that makes it unique, cut to the maximum length; compared without case. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const isFree = (name: string) => !used.has(name.toLowerCase());
  const ended = (end: string) => `${wanted.slice(0, limits.modeNameCharacters - end.length).trimEnd()}${end}`;
  if (isFree(ended(''))) return ended('');
  for (let number = 2; ; number++) {
    const name = ended(` ${number}`);
    if (isFree(name)) return name;
  }
}

/** True for the address of a server on this machine: a text sent there stays here. */
export function isOnThisMachine(address: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(URL.parse(address)?.hostname ?? '');
}
