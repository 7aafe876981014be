export { AudioIntake } from './audio-intake.ts';
export {
  checkOpenedFile,
  checkPathAllowed,
  isAllowed,
  type PathPolicy,
  placeOf,
} from './check-path-allowed.ts';
export { O_PATH, openRegularFile, openToRead } from './open-regular-file.ts';
