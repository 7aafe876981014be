export { VocabularyStore } from './vocabulary-store.ts';
