import { type Mode, type UpdateModeBody, updateModeBody } from '@quoth/contract';

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
  return draft;
}

/** Unsaved changes of the user. Every other field follows the mode, whoever changes it. */
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
  const changed = Object.keys(changesOf(next, saved)) as (keyof ModeDraft)[];
  const held = new Set(changed.flatMap((key) => together.find((group) => group.includes(key)) ?? [key]));
  return pick(next, (key) => held.has(key));
}

/** What is left to save once some edits are saved; what was typed meanwhile stays. */
export function withoutSaved(edits: ModeEdits, sent: ModeEdits): ModeEdits {
  return pick(edits, (key) => !(key in sent && isSame(edits[key], sent[key])));
}

/** The fields of a draft that differ from the saved ones. */
export function changesOf(draft: ModeEdits, saved: Mode): UpdateModeBody {
  const before = draftOf(saved);
  return pick(draft, (key) => !isSame(draft[key], before[key])) as UpdateModeBody;
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

/** What is wrong with a draft, by its first invalid field; undefined if nothing is. */
export function problemOf(
  draft: ModeDraft,
): { readonly field: string; readonly message: string } | undefined {
  const parsed = updateModeBody.safeParse(draft);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  return issue && { field: String(issue.path[0] ?? ''), message: issue.message };
}

/** Who transcribes, as one value of a list: `auto`, a model of this machine, or `cloud/` and a provider. */
export function transcriberOf({ model, cloudProvider }: ModeDraft): string {
  return model === 'cloud' ? `cloud/${cloudProvider ?? ''}` : model;
}

/** The fields that a choice of that list sets; another provider's model is dropped. */
export function withTranscriber(draft: ModeDraft, value: string): ModeDraft {
  if (!value.startsWith('cloud/')) return { ...draft, model: value };
  const cloudProvider = value.slice('cloud/'.length) || null;
  const isSame = draft.model === 'cloud' && draft.cloudProvider === cloudProvider;
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
