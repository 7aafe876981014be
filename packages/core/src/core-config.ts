import type { Clock, Logger } from './base/index.ts';
import type { DictationPorts } from './dictation/index.ts';

/** What the product is built from; read by the application's `readConfig`. */
export interface CoreConfig {
  /** Absolute path of the data folder, which is created if it does not exist. */
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's home folder. */
  readonly home: string;
  /** Where the system keeps temporary files. */
  readonly temporaryFolders: readonly string[];
  /** The environment; programs that we start get only what an allow-list takes from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A JSON file with further models to offer (`models/catalog/read-catalog-file.ts`). */
  readonly modelCatalog: string | undefined;
  /** Origin of a stand-in for every cloud vendor, on this machine; real keys are never sent to it. */
  readonly simulatedCloud?: string | undefined;
  /** Name of this machine, sent only to the user's gateway. */
  readonly device?: string | undefined;
  /** Microphone, delivery and what else the recorder needs of the machine. Without it there is no recorder. */
  readonly dictation?: DictationPorts | undefined;
  readonly logger: Logger;
  /** The system's own if not given. */
  readonly clock?: Clock;
}
