export {
  type BodyRefusal,
  JsonMemory,
  jsonCounter,
  jsonOf,
  type Refuse,
  readChunks,
  readJson,
} from './body.ts';
export { readUploadForm, textFields, type UploadForm } from './form.ts';
export {
  bearerOf,
  callerSignal,
  equalInConstantTime,
  isRepeated,
  mediaTypeOf,
  requestIdOf,
  setAnswerHeaders,
} from './head.ts';
export {
  closeWhenIdle,
  createLimitedServer,
  discardRest,
  hasBody,
  listen,
  type ServerLimits,
  serverLimits,
} from './server.ts';
