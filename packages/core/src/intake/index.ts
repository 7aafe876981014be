export { AudioIntake } from './audio-intake.ts';
export { checkOpenedFile, isAllowed, type PathPolicy } from './check-path-allowed.ts';
