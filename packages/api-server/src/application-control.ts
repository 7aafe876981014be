import type {
  ApiCall,
  ApiServerState,
  ApplicationState,
  AutostartState,
  Finding,
  InstallMcpClientBody,
  McpClient,
  McpInstallation,
  RevealPathBody,
  ShortcutMode,
  Shortcuts,
  WyomingState,
} from '@quoth/contract';

/** What the application itself offers to its window and command line, beyond core. */
export interface ApplicationControl {
  state(): Promise<ApplicationState>;
  /** From now on the application does not stop when idle. */
  keep(): void;
  /** Begins a clean stop; the answer is still sent. */
  stop(): void;
  apiServerState(): ApiServerState;
  /** Writes the discovery file again if somebody has deleted it. */
  restoreDiscovery(): Promise<void>;
  switchApiServer(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState>;
  wyomingState(): WyomingState;
  switchWyoming(enabled: boolean): Promise<WyomingState>;
  token(): Promise<string>;
  regenerateToken(): Promise<string>;
  /** The latest callers of the local API, most recent first. */
  apiCalls(): readonly ApiCall[];
  /** Programs that the MCP bridge can be added to. */
  mcpClients(): Promise<readonly McpClient[]>;
  /** Adds the bridge to one of them, with a token of its own if scopes are named. Throws INVALID_REQUEST for one that is not known, and for a token of this name that was shown. */
  installMcpClient(id: string, body: InstallMcpClientBody): Promise<McpInstallation>;
  /** Takes it out again, and the token with it. */
  removeMcpClient(id: string): Promise<McpInstallation>;
  /** Shows a file or folder in the file manager, if there is one. */
  revealPath(what: RevealPathBody['what']): Promise<{ readonly path: string; readonly shown: boolean }>;
  /** Whether Quoth starts at login. Throws INVALID_REQUEST if the desktop does not reveal it. */
  autostart(): Promise<AutostartState>;
  switchAutostart(isOn: boolean): Promise<AutostartState>;
  /** What the desktop lacks for dictation; empty if nothing is missing. */
  desktopFindings(): readonly Finding[];
  /** The keys that work everywhere on the desktop. */
  shortcuts(): Shortcuts;
  setShortcutMode(mode: ShortcutMode): Promise<Shortcuts>;
  /** Opens a window at a page. With `browser` false it only returns an address. Throws INVALID_REQUEST if no window can be opened. */
  openWindow(options: { readonly browser: boolean; readonly page: string }): Promise<OpenedWindow>;
}

/** How a window was opened: by which browser, or at which address the caller may open one. */
export interface OpenedWindow {
  readonly address: string | null;
  readonly browser: string | null;
}
