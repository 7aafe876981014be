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

/** What of a draft is not as it is saved. */
export function changesOf(draft: ModeDraft, saved: Mode): UpdateModeBody {
  const before = draftOf(saved);
  return Object.fromEntries(
    (Object.keys(draft) as (keyof ModeDraft)[])
      .filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(before[key]))
      .map((key) => [key, draft[key]]),
  ) as UpdateModeBody;
}

/** What is wrong with a draft, in words, by its first field; undefined where nothing is. */
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

/** The fields that a choice of that list sets; a model of another provider does not stay. */
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
