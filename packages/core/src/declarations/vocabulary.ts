import type {
  CreateVocabularyEntryBody,
  UpdateVocabularyEntryBody,
  VocabularyEntry,
  VocabularyImport,
} from '@quoth/contract';

/** The vocabulary for all modes. Reads answer from memory; an unknown id and a phrase that already exists throw INVALID_REQUEST. */
export interface Vocabulary {
  list(): readonly VocabularyEntry[];
  create(body: CreateVocabularyEntryBody): Promise<VocabularyEntry>;
  update(id: string, body: UpdateVocabularyEntryBody): Promise<VocabularyEntry>;
  delete(id: string): Promise<void>;
  import(csv: string): Promise<VocabularyImport>;
  /** As CSV. */
  export(): string;
}
