import type { ApiServerState, ApplicationState } from '@quoth/contract';

/** What the application itself offers to its window and command line, beyond core. */
export interface ApplicationControl {
  state(): Promise<ApplicationState>;
  /** Begins a clean stop; the answer is still sent. */
  stop(): void;
  apiServerState(): ApiServerState;
  switchApiServer(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState>;
  token(): Promise<string>;
  regenerateToken(): Promise<string>;
}
