import type {
  AddEndpointBody,
  CatalogModel,
  Health,
  ListModelsQuery,
  LocalServer,
  Model,
  ModelDownload,
  Provider,
  ProviderAccount,
  ProviderHealth,
} from '@quoth/contract';

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
 * The files of the speech models: those that can be downloaded, are being downloaded, or were imported by the user. A
 * model is named by its id, its file name or its slug; an unknown one throws MODEL_NOT_FOUND. Reads answer from memory.
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
  /** Throws BUSY while a transcription is using the model. */
  remove(id: string): Promise<void>;
}

/**
 * Cloud vendors and the user's own servers, with their keys and health. Reads answer from memory and never reveal a
 * key. An unknown id throws INVALID_REQUEST.
 */
export interface Providers {
  list(): readonly Provider[];
  /** For GET /health; the same object until something changes. */
  health(): {
    readonly providers: readonly ProviderHealth[];
    readonly post_processing_providers: readonly ProviderHealth[];
  };
  /** Stores the key and checks it half a second later. Throws KEY_STORE_UNAVAILABLE if there is nowhere to store it. */
  setKey(id: string, key: string): Promise<Provider>;
  removeKey(id: string): Promise<Provider>;
  /**
   * Checks the provider now and waits for the result, joining a check that is already running. Throws MISSING_API_KEY.
   */
  test(id: string): Promise<Provider>;
  /** The balance with a gateway. Throws INVALID_REQUEST for any other provider, MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  account(id: string, signal: AbortSignal): Promise<ProviderAccount>;
  /** Checks again what may have changed: the network came back, the machine woke up, or the window got the focus. */
  refresh(): void;
  /**
   * Servers for language models that answer on this machine now, added or not. Looks for them only when it is called.
   */
  findLocalServers(): Promise<readonly LocalServer[]>;
  addEndpoint(body: AddEndpointBody): Promise<Provider>;
  removeEndpoint(id: string): Promise<void>;
  /** Ids of the models on one of the user's servers. Throws MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  listModels(id: string, signal: AbortSignal): Promise<readonly string[]>;
}
