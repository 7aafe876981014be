export { VocabularyStore } from './vocabulary.ts';
