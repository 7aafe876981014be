import { AppError } from '@quoth/contract';
import { architectures, type TimestampKind } from '../catalog/catalog.ts';
import { BadGguf } from '../gguf/gguf-reader.ts';
import { type GgufHeader, readGgufHeader } from '../gguf/read-gguf-header.ts';
import type { ProbedModel } from '../local-model.ts';

/** Times that the architectures give, from the catalog's facts; none for the others. */
const TIMES: Readonly<Record<string, TimestampKind>> = {
  parakeet: 'token',
  gigaam: 'token',
  medasr: 'token',
  whisper: 'segment',
  moss: 'segment',
};

/** What a model file's header says, without loading it. Whether the model works is known only by an engine. Throws INVALID_REQUEST. */
export async function probeHeader(path: string): Promise<ProbedModel> {
  const { architecture, variant, languages, chunked } = await checkedHeader(path);
  return {
    architecture,
    variant: variant ?? architecture,
    languages,
    streaming: chunked,
    translate: false,
    detectsLanguage: false,
    timestamps: TIMES[architecture] ?? 'none',
  };
}

/** The header of a model file that an engine here could run. Throws INVALID_REQUEST saying what is wrong with the file. */
export async function checkedHeader(path: string): Promise<GgufHeader> {
  const header = await readGgufHeader(path).catch((error: unknown) => {
    if (!(error instanceof BadGguf)) throw error;
    throw new AppError('INVALID_REQUEST', {
      message: `This file cannot be used as a speech model: ${error.message}.`,
      hint: 'Download it again; its size and sha256 should match those given by its source. Model files end in .gguf.',
      cause: error,
    });
  });
  if (architectures.has(header.architecture)) return header;
  throw new AppError('INVALID_REQUEST', {
    message: `This model has the architecture "${header.architecture}", which no installed speech engine supports.`,
    hint: `Supported architectures: ${[...architectures.keys()].sort().join(', ')}. "quoth models list --all" lists such models.`,
  });
}
