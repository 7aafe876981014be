// What of the packages' unit tests proves nothing under Wine, each with why. A test that skips itself with a reason is
// counted beside these.

const SH = 'What it starts are scripts of /bin/sh.';
const FFMPEG = 'FFmpeg for Windows is not in this tree.';
const LINKS = 'It makes symbolic links, which Wine shows as what they lead to.';
const FIFO = 'It makes a named pipe by mkfifo.';
const PATHS = 'It asks for the paths of Linux and macOS, which Node for Windows writes with backslashes.';
const SOCKET = 'Its control socket is a file; on Windows it is a named pipe, which lies in no folder.';
const STOP = 'It stops a process by SIGSTOP, which Windows does not have.';
const KEYRING = 'gnome-keyring is not there on Windows.';
const MEMORY = 'It measures by /proc, and Windows limits memory in another way (windows-job.test.ts).';
const READONLY = 'A folder that may not be written is one by its mode, which Windows does not have.';
const MODES = 'It opens files to others by their mode, which Windows does not have.';
const FULL = 'Its full disk is /dev/full.';

/** Files that are not run. */
export const filesNotRun: Readonly<Record<string, string>> = {
  'packages/audio/src/decode/decode-stream.test.ts': SH,
  'packages/core/src/actions/action-service.test.ts': SH,
  'packages/core/src/actions/post-by-https.test.ts':
    'Its certificates are made by openssl, which Windows does not have.',
  'packages/wyoming/src/wyoming-server.test.ts': 'All of its tests end there, and its process does not.',
  'packages/core/src/actions/run-program.test.ts': SH,
};

/** Tests that are run and fail. One that passes has to go from here: units.ts checks it. */
export const testsThatFail: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/api-server/src/listeners/control-socket.test.ts': {
    'a control socket that no command could find is closed again, with the reason; the next one opens':
      SOCKET,
    'the runtime folder is used if it is private, otherwise the data folder': SOCKET,
    'a data folder with a long path gets a folder of its own among the temporary files': SOCKET,
    'if no place is private, the reason for each is given': SOCKET,
  },
  'packages/audio/src/decode/audio-decoder.test.ts': {
    'a full disk is reported as such by every decoder, and never taken for the end of the audio': FULL,
    'FLAC in Ogg is decoded without FFmpeg too': FFMPEG,
    'FFmpeg is found on the search path, on Windows beside our program too, and only as a program': FFMPEG,
    'AMR of the narrow band is known by its first bytes and decoded': FFMPEG,
    'AMR of the wide band is known by its first bytes and decoded': FFMPEG,
  },
  'packages/audio/src/decode/limited-process.test.ts': {
    'silence in FLAC that becomes gigabytes is decoded in small parts, in a process of its own, and ends with the longest audio':
      FFMPEG,
    "the limit on memory is the system's: a decoder that wants more is refused it": MEMORY,
    'resident memory is read in bytes, whatever the size of a page': MEMORY,
  },
  'packages/audio/src/formats.test.ts': {
    'audio that no first bytes of ours tell: FFmpeg knows it, and it becomes the same speech': FFMPEG,
    'what is no audio, or leads elsewhere, is nothing': FFMPEG,
    'FFmpeg is asked about no text, gets 64 KiB at most, and is ended when it hangs or talks without end':
      FFMPEG,
  },
  'packages/bridge/src/install/install-client.test.ts': {
    'where each client keeps its configuration, by platform': PATHS,
    'a link stays a link, and a data folder elsewhere is named': LINKS,
    'what cannot be read is left alone, and the snippet is there to add by hand': LINKS,
    'printing changes nothing; so does a client whose file is not ours to write': PATHS,
  },
  'packages/bridge/src/output-file.test.ts': {
    'paths that are refused, whatever the agent says': LINKS,
    'paths that are allowed, and what they mean': LINKS,
    'what changes between checking and writing is seen': LINKS,
  },
  'packages/bridge/src/tools/transcribe.test.ts': {
    'a text that could not be written is not lost: the error names the recording': LINKS,
  },
  'packages/client/src/node/control-socket.test.ts': {
    'a pipe in place of the control socket file is refused without waiting': FIFO,
    'a folder that others can write to is not trusted, no matter who listens there': MODES,
    'a control socket file that others could have written is not read': MODES,
  },
  'packages/client/src/node/data-folder.test.ts': {
    'the data folder is where each platform keeps application data, or what QUOTH_HOME names': PATHS,
  },
  'packages/core/src/actions/append-to-file.test.ts': {
    'links, pipes, folders, our own data, hidden files and the system are refused': FIFO,
    'a folder that may not be written is explained': READONLY,
    'a link to a folder elsewhere is followed: many keep their notes on another disk': LINKS,
  },
  'packages/core/src/backup/backup.test.ts': {
    'the unfinished file of a backup is created, never opened': LINKS,
  },
  'packages/core/src/create-core.test.ts': {
    'folders that are swept are no links, and what is no file is refused before anything waits for it': LINKS,
  },
  'packages/core/src/engines/transcribe-cpp.test.ts': {
    'a short recording whose host is killed fails with a clear error, and the next works': STOP,
    'short recordings do not wait for a long one that came first': STOP,
  },
  'packages/core/src/intake/audio-intake.test.ts': {
    'links are checked by where they lead, also in the middle of a path and in chains': LINKS,
    'only regular files: a folder, a pipe and a device are refused without waiting': FIFO,
  },
  'packages/core/src/secrets/secret-stores.test.ts': {
    'a real gnome-keyring keeps the token across starts, and a locked one is left as it is': KEYRING,
    'a real gnome-keyring keeps one entry a provider, and forgets only the one that is removed': KEYRING,
    'without a bus the token lies in a file, and the same token comes back': KEYRING,
  },
};
