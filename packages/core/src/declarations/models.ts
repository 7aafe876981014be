import type { CatalogModel, Health, ListModelsQuery, Model, ModelDownload } from '@quoth/contract';

/** The models that can be used now, read from memory. */
export interface Models {
  list(query: ListModelsQuery): Model[];
  /** Speech models on this machine by engine family, for GET /health. */
  local(): Health['local_models'];
}

/** A model file that the user provides: an absolute path on this machine, or the bytes as they are uploaded. */
export type ModelFileSource =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'stream';
      /** Of the file. */
      readonly name: string;
      /** Size of the whole file. */
      readonly bytes: number;
      /** In order, and readable only once. A block is no longer used when the next one is requested. */
      readonly blocks: AsyncIterable<Uint8Array>;
    };

/**
 * The files of the speech models: those that can be downloaded, are being downloaded, or were imported by the user. A model is named by its
 * id, its file name or its slug; an unknown one throws MODEL_NOT_FOUND. Reads answer from memory.
 */
export interface ModelFiles {
  catalog(): readonly CatalogModel[];
  /** Unfinished downloads, in their order. */
  downloads(): readonly ModelDownload[];
  /** True while a download is running or waiting, or a file is being imported. */
  busy(): boolean;
  /** Adds models to the downloads and returns their ids, without waiting for the files. */
  download(ids: readonly string[]): Promise<readonly string[]>;
  pause(id: string): Promise<ModelDownload>;
  resume(id: string): Promise<ModelDownload>;
  cancel(id: string): Promise<void>;
  /** Copies a file and checks that it works; with `meantId`, also that it is the file of that model in the catalog. */
  import(source: ModelFileSource, signal: AbortSignal, meantId?: string): Promise<CatalogModel>;
  /** Throws INVALID_REQUEST while a transcription is using the model. */
  remove(id: string): Promise<void>;
}
