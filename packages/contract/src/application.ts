import * as z from 'zod';
import { reasonFields } from './error-envelope.ts';
import { given, timestamp } from './fields.ts';
import { recordingStatuses } from './recordings.ts';
import { jsonBody, returnsJson, returnsOk, type WrittenRoute } from './route.ts';

/** A non-fatal notice for the user: what happened and what to do. */
export const notice = z.object({
  /** Stable name, such as `port-in-use` or `secret-store-locked`. */
  id: z.string(),
  level: z.enum(['info', 'warning']),
  message: z.string(),
  hint: z.string().optional(),
  ...reasonFields,
});
export type Notice = z.output<typeof notice>;

/** State of the local API server. */
export const apiServerState = z
  .object({
    /** The user's choice, kept across restarts. */
    enabled: z.boolean(),
    running: z.boolean(),
    /** True when it is on for this run only, regardless of the setting. */
    this_run_only: z.boolean(),
    port: z.int().nullable(),
    fixed_port: z.int().nullable(),
    /** The path of the Unix socket for containers; null while it is not open. */
    container_socket: z.string().nullable(),
    discovery_file: z.string(),
    token_storage: z.enum(['secure-store', 'file', 'memory', 'none']),
    notices: z.array(notice),
  })
  .meta({ id: 'ApiServerState' });
export type ApiServerState = z.output<typeof apiServerState>;

/** Body that switches the local API on or off. */
export const switchApiServerBody = z.object({
  enabled: z.boolean(),
  /** True leaves the user's setting alone. */
  this_run_only: given(z.boolean()),
});

/** State of the listener for Home Assistant and other programs that speak Wyoming. */
export const wyomingState = z
  .object({
    /** The user's choice, kept across restarts. */
    enabled: z.boolean(),
    running: z.boolean(),
    /** The port it listens on, or would. */
    port: z.int(),
    /** Open at this moment. */
    connections: z.int(),
    notices: z.array(notice),
  })
  .meta({ id: 'WyomingState' });
export type WyomingState = z.output<typeof wyomingState>;

/** Body that switches it on or off. */
export const switchWyomingBody = z.object({ enabled: z.boolean() });

/** State of an engine and its host processes. */
const engineState = z.object({
  id: z.string(),
  displayName: z.string(),
  /** True if at least one of its models is installed. */
  installed: z.boolean(),
  loaded: z.boolean(),
  /** The model in memory, and the kind of device it runs on. */
  model: z.string().nullable(),
  device: z.string().nullable(),
  /** Its first process, and the number of processes. */
  pid: z.int().nullable(),
  hosts: z.int(),
  /** Resident memory of all of them together, in megabytes. */
  memory_mb: z.number().nullable(),
});
export type EngineState = z.output<typeof engineState>;

/** A recording with unfinished work, which a stop would postpone. */
export const ongoingWork = z.object({
  recording_id: z.uuid(),
  /** Of its file. */
  name: z.string().nullable(),
  status: z.enum(recordingStatuses),
  /** Of the work; null while it waits. */
  progress_percent: z.int().min(0).max(100).nullable(),
});
export type OngoingWork = z.output<typeof ongoingWork>;

/** Answer of GET /application. */
const applicationState = z
  .object({
    ok: z.literal(true),
    app_version: z.string(),
    pid: z.int(),
    started_at: timestamp,
    data_folder: z.string(),
    headless: z.boolean(),
    /** True when it exits by itself once it is no longer needed. */
    ends_when_idle: z.boolean(),
    memory_mb: z.number(),
    api_server: apiServerState,
    wyoming: wyomingState,
    engines: z.array(engineState),
    queue: z.object({ running: z.int(), waiting: z.int() }),
    /** Kept recordings, oldest first. `queue` also counts recordings that are not kept. */
    work: z.array(ongoingWork),
    notices: z.array(notice),
  })
  .meta({ id: 'ApplicationState' });
export type ApplicationState = z.output<typeof applicationState>;

/** Body of POST /application/reveal. */
export const revealPathBody = z.object({
  /** The documentation is opened where the system knows a program for it, else shown. */
  what: z.enum(['discovery-file', 'data-folder', 'documentation']),
});
export type RevealPathBody = z.output<typeof revealPathBody>;

/** Whether Quoth starts at login. */
const autostartState = z
  .object({
    /** `other-copy`: something is started, and it is not this copy of Quoth or not with this data folder. */
    state: z.enum(['on', 'off', 'other-copy']),
    /** The file, or the registry's value, that says so. */
    entry: z.string(),
  })
  .meta({ id: 'AutostartState' });
export type AutostartState = z.output<typeof autostartState>;

/** Body of PUT /application/autostart. */
export const switchAutostartBody = z.object({ enabled: z.boolean() });

/** Whether the desktop lets Quoth press keys, where its permission is needed (GNOME on Wayland). */
export const keyboardPermission = z
  .enum([
    /** Not needed here, or not to be had. */
    'unavailable',
    'not-asked',
    /** The desktop's dialog is open. */
    'asking',
    'allowed',
    'refused',
  ])
  .meta({ id: 'KeyboardPermission' });
export type KeyboardPermission = z.output<typeof keyboardPermission>;

/** That permission, and whose dialog asks for it: each desktop's has words of its own. Null where no one asks. */
const keyboardState = z.object({
  permission: keyboardPermission,
  dialog: z.enum(['gnome', 'kde']).nullable(),
});
export type KeyboardState = z.output<typeof keyboardState>;

/** One check that the doctor made. */
export const finding = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(['ok', 'warning', 'missing']),
    /** What was found. */
    detail: z.string(),
    ...reasonFields,
    /** The exact command that fixes it, or what to do. */
    fix: z.string().optional(),
    /** In the window, that command alone; `fix` then says where to run it, or nothing. */
    command: z.string().optional(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.output<typeof finding>;

/** Somebody who may receive something of a recording. */
export const destination = z
  .object({
    kind: z.enum(['provider', 'webhook']),
    /** Of the provider, or of the action. */
    id: z.string(),
    name: z.string(),
    receives: z.enum(['audio', 'text']),
    /** What it receives stays on this computer. */
    on_this_computer: z.boolean(),
  })
  .meta({ id: 'Destination' });
export type Destination = z.output<typeof destination>;

/** Query of GET /application/destinations. */
export const destinationsQuery = z.object({ mode_id: given(z.string().max(200)) });

const app = { audience: 'app', needsToken: true, tag: 'Application' } as const;

export const applicationRoutes = {
  getApplication: {
    method: 'GET',
    path: '/application',
    ...app,
    summary: 'The running application: versions, server, engines, notices',
    returns: returnsJson(applicationState),
  },
  listDestinations: {
    method: 'GET',
    path: '/application/destinations',
    ...app,
    summary: 'Everybody who may receive something of a dictation in a mode, or in the default one',
    query: destinationsQuery,
    returns: returnsOk({ destinations: z.array(destination) }),
    errors: ['MODE_NOT_FOUND', 'MODEL_NOT_INSTALLED', 'MISSING_API_KEY', 'ENGINE_UNAVAILABLE'],
  },
  keepApplication: {
    method: 'POST',
    path: '/application/keep',
    ...app,
    summary: 'Keep an application that a command started running until it is stopped',
    returns: returnsJson(applicationState),
  },
  revealPath: {
    method: 'POST',
    path: '/application/reveal',
    ...app,
    summary: 'Show the discovery file, the data folder or the documentation in the program for it',
    description: 'Without a file manager or a screen, `shown` is false; the path is returned in any case.',
    body: jsonBody(revealPathBody),
    returns: returnsOk({ path: z.string(), shown: z.boolean() }),
  },
  getAutostart: {
    method: 'GET',
    path: '/application/autostart',
    ...app,
    summary: 'Whether Quoth starts at login',
    returns: returnsOk({ autostart: autostartState }),
    errors: ['DESKTOP_UNAVAILABLE'],
  },
  switchAutostart: {
    method: 'PUT',
    path: '/application/autostart',
    ...app,
    summary: 'Start Quoth at login, without a window, or no longer',
    body: jsonBody(switchAutostartBody),
    returns: returnsOk({ autostart: autostartState }),
    errors: ['DESKTOP_UNAVAILABLE'],
  },
  getKeyboardPermission: {
    method: 'GET',
    path: '/application/keyboard',
    ...app,
    summary: 'Whether the desktop lets Quoth press keys, to write at the cursor',
    returns: returnsOk(keyboardState.shape),
  },
  askKeyboardPermission: {
    method: 'POST',
    path: '/application/keyboard',
    ...app,
    summary: 'Have the desktop ask its user whether Quoth may press keys',
    description: 'Answers at once, `asking` while the dialog of the desktop is open.',
    returns: returnsOk(keyboardState.shape),
  },
  examineDesktop: {
    method: 'GET',
    path: '/application/desktop',
    ...app,
    summary: 'What the desktop lacks for dictation, and how to fix it',
    description: 'Empty where nothing is missing. The microphone is not opened: `GET /doctor` does that.',
    returns: returnsOk({ findings: z.array(finding) }),
  },
  stopApplication: {
    method: 'POST',
    path: '/application/stop',
    ...app,
    summary: 'Shut the application down cleanly',
    returns: returnsOk({}),
  },
  examine: {
    method: 'GET',
    path: '/application/doctor',
    ...app,
    summary: 'What is missing on this machine, and the command that fixes it',
    returns: returnsOk({ findings: z.array(finding) }),
  },
} as const satisfies Record<string, WrittenRoute>;
