export { discardRestore, finishRestore } from './restore-backup.ts';
