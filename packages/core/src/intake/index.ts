export { AudioIntake } from './audio-intake.ts';
export {
  checkOpenedFile,
  checkPathAllowed,
  isAllowed,
  O_PATH,
  openRegularFile,
  openToRead,
  type PathPolicy,
  placeOf,
} from './named-files.ts';
