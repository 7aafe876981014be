import { type FormErrors, readUploadForm, type UploadForm } from '@quoth/audio';
import { AppError, limits } from '@quoth/contract';
import type { RequestContext } from '../handler.ts';
import { bodyChunks } from './body.ts';
import { ProtocolError } from './errors.ts';

/** The form of a request, its `file` part given to `takeFile`. Throws as `bodyChunks` does, INVALID_REQUEST and PAYLOAD_TOO_LARGE. */
export function readForm<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<UploadForm<File>> {
  return readUploadForm({
    contentType: context.headers.get('content-type') ?? '',
    body: (signal) => bodyChunks(context, limits.uploadBytes + limits.jsonBodyBytes, signal),
    takeFile,
    mostFields: 2_000,
    errors,
  });
}

const errors: FormErrors = {
  noBoundary: brokenForm,
  broken: brokenForm,
  tooMuchBesideAudio: () =>
    new AppError('PAYLOAD_TOO_LARGE', {
      message: `The fields of the form are larger than ${limits.jsonBodyBytes / 1024 / 1024} MiB together.`,
      hint: 'Send the audio as the part "file"; only that may be large.',
    }),
  tooManyParts: () => new AppError('INVALID_REQUEST', { message: 'The form has too many parts.' }),
  wrongFile: (partName, isSecond) =>
    new AppError('INVALID_REQUEST', {
      message: isSecond ? 'The form has more than one file.' : `The file part is called "${partName}".`,
      hint: 'Send one audio file, as the part "file".',
    }),
};

function brokenForm(error: unknown): AppError {
  return new ProtocolError('INVALID_REQUEST', {
    message: 'The multipart form is cut off or malformed.',
    hint: 'Let your HTTP library write the form and its boundary.',
    details: [{ path: '', message: 'not multipart/form-data with a boundary' }],
    cause: error,
  });
}
