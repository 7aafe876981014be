export { finishRestore } from './restore-backup.ts';
