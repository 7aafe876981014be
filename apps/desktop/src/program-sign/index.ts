export { ProgramSign } from './program-sign.ts';
