import type {
  Destination,
  EngineState,
  Finding,
  Notice,
  Said,
  Settings,
  UpdateSettingsBody,
} from '@quoth/contract';
import type { EventBus, EventLog } from '../base/index.ts';
import type { Dictations, ProgramQuestions } from './dictations.ts';
import type { ModelFiles, Models, Providers } from './models.ts';
import type { Modes, PostProcessing, Vocabulary } from './modes.ts';
import type { Actions, NamedTokens, Tokens } from './programs.ts';
import type { Changes, Recordings } from './recordings.ts';
import type { LiveAudio, Transcriptions } from './transcriptions.ts';

/** The product without its listeners: everything that the API server, the window and the command line use. */
export interface Core {
  /** Absolute path. */
  readonly dataFolder: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly events: Pick<EventBus, 'subscribe' | 'on' | 'publish'> & {
    /** The same events, numbered; keeps the latest ones for readers that reconnect. */
    readonly log: EventLog;
  };
  readonly settings: { get(): Settings; update(patch: UpdateSettingsBody): Promise<Settings> };
  readonly modes: Modes;
  readonly vocabulary: Vocabulary;
  readonly changes: Changes;
  readonly models: Models;
  readonly modelFiles: ModelFiles;
  readonly providers: Providers;
  readonly recordings: Recordings;
  readonly transcriptions: Transcriptions;
  readonly liveAudio: LiveAudio;
  /**
   * Everybody who may receive something of a dictation in this mode, or the default one, whether or not there is a key
   * for them. Throws what planning does: MODE_NOT_FOUND, MODEL_NOT_INSTALLED, and MISSING_API_KEY where any provider
   * may be asked and none has a key.
   */
  destinations(modeId: string | undefined): readonly Destination[];
  readonly postProcessing: PostProcessing;
  /** Undefined if the application has no microphone. */
  readonly dictations?: Dictations;
  /** Undefined as well if the application has no microphone. */
  readonly questions?: ProgramQuestions;
  readonly tokens: Tokens;
  readonly namedTokens: NamedTokens;
  readonly actions: Actions;
  engines(): EngineState[];
  notices(): readonly Said<Notice>[];
  /** What is missing on this machine, and the commands that fix it. */
  examine(): Promise<Said<Finding>[]>;
  /** Interrupts the work in progress so that the next start resumes it, and closes everything. */
  close(): Promise<void>;
}
