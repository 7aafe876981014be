// Runs under Wine beside Quoth: what a person at this Windows sees and does, for the tests, which ask it over HTTP on
// 127.0.0.1. A program of its own with declarations of its own, so that it does not share the product's mistakes.
// Prints its port.
const http = require('node:http');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const koffi = require('koffi');

const user32 = koffi.load('user32.dll');
const kernel32 = koffi.load('kernel32.dll');
const declare = (library, text) => library.func(text);
const FindWindow = declare(user32, 'intptr_t __stdcall FindWindowW(str16 name, str16 title)');
const FindWindowEx = declare(
  user32,
  'intptr_t __stdcall FindWindowExW(intptr_t parent, intptr_t after, str16 name, str16 title)',
);
const SendMessage = declare(
  user32,
  'intptr_t __stdcall SendMessageW(intptr_t window, uint32_t message, uintptr_t wParam, _Inout_ uint8_t *lParam)',
);
const GetClassName = declare(
  user32,
  'int __stdcall GetClassNameW(intptr_t window, _Out_ uint8_t *name, int most)',
);
const GetWindowText = declare(
  user32,
  'int __stdcall GetWindowTextW(intptr_t window, _Out_ uint8_t *text, int most)',
);
const GetWindowThreadProcessId = declare(
  user32,
  'uint32_t __stdcall GetWindowThreadProcessId(intptr_t window, _Out_ uint32_t *pid)',
);
const IsWindowVisible = declare(user32, 'int __stdcall IsWindowVisible(intptr_t window)');
const GetWindowLong = declare(user32, 'int32_t __stdcall GetWindowLongW(intptr_t window, int index)');
const GetWindowRect = declare(user32, 'int __stdcall GetWindowRect(intptr_t window, _Out_ int32_t *corners)');
const GetForegroundWindow = declare(user32, 'intptr_t __stdcall GetForegroundWindow()');
const CreateWindow = declare(
  user32,
  'intptr_t __stdcall CreateWindowExW(uint32_t exStyle, str16 name, str16 title, uint32_t style, int x, int y, int width, int height, intptr_t parent, intptr_t menu, intptr_t instance, void *data)',
);
const PeekMessage = declare(
  user32,
  'int __stdcall PeekMessageW(_Out_ uint8_t *message, intptr_t window, uint32_t first, uint32_t last, uint32_t remove)',
);
const DispatchMessage = declare(user32, 'intptr_t __stdcall DispatchMessageW(const uint8_t *message)');
const OpenClipboard = declare(user32, 'int __stdcall OpenClipboard(intptr_t window)');
const CloseClipboard = declare(user32, 'int __stdcall CloseClipboard()');
const EmptyClipboard = declare(user32, 'int __stdcall EmptyClipboard()');
const SetClipboardData = declare(
  user32,
  'intptr_t __stdcall SetClipboardData(uint32_t format, intptr_t memory)',
);
const GetClipboardData = declare(user32, 'intptr_t __stdcall GetClipboardData(uint32_t format)');
const EnumClipboardFormats = declare(user32, 'uint32_t __stdcall EnumClipboardFormats(uint32_t format)');
const GlobalAlloc = declare(kernel32, 'intptr_t __stdcall GlobalAlloc(uint32_t flags, uintptr_t bytes)');
const GlobalSize = declare(kernel32, 'uintptr_t __stdcall GlobalSize(intptr_t memory)');
const GlobalLock = declare(kernel32, 'intptr_t __stdcall GlobalLock(intptr_t memory)');
const GlobalUnlock = declare(kernel32, 'int __stdcall GlobalUnlock(intptr_t memory)');
const copyTo = declare(
  kernel32,
  'void __stdcall RtlMoveMemory(intptr_t to, const uint8_t *from, uintptr_t bytes)',
);
const copyFrom = koffi
  .load('kernel32.dll')
  .func('__stdcall', 'RtlMoveMemory', 'void', [koffi.out('uint8_t *'), 'intptr_t', 'uintptr_t']);

const CreateFile = declare(
  kernel32,
  'intptr_t __stdcall CreateFileW(str16 path, uint32_t access, uint32_t sharing, void *security, uint32_t how, uint32_t flags, intptr_t template)',
);
const CloseHandle = declare(kernel32, 'int __stdcall CloseHandle(intptr_t handle)');
const CreateProcess = declare(
  kernel32,
  'int __stdcall CreateProcessW(str16 program, _Inout_ uint8_t *command, void *one, void *other, int inherits, uint32_t flags, void *environment, str16 folder, const uint8_t *startup, _Out_ uint8_t *information)',
);
const OpenProcess = declare(
  kernel32,
  'intptr_t __stdcall OpenProcess(uint32_t access, int inherits, uint32_t pid)',
);
const TerminateProcess = declare(kernel32, 'int __stdcall TerminateProcess(intptr_t process, uint32_t code)');
const K32EnumProcesses = declare(
  kernel32,
  'int __stdcall K32EnumProcesses(_Out_ uint32_t *pids, uint32_t bytes, _Out_ uint32_t *needed)',
);
const QueryFullProcessImageName = declare(
  kernel32,
  'int __stdcall QueryFullProcessImageNameW(intptr_t process, uint32_t flags, _Out_ uint8_t *path, _Inout_ uint32_t *length)',
);

const WM_SETTEXT = 0x0c;
const WM_GETTEXT = 0x0d;
const GMEM_MOVEABLE = 0x2;
const HWND_MESSAGE = -3;
const CF_DIB = 8;
const CF_UNICODETEXT = 13;

const utf16 = (text) => Buffer.from(`${text}\0`, 'utf16le');
const textOf = (get, window) => {
  const buffer = Buffer.alloc(2048);
  return buffer.toString('utf16le', 0, get(window, buffer, 1024) * 2);
};
const edit = () => FindWindowEx(FindWindow('Notepad', null), 0, 'Edit', null);
const pidOf = (window) => {
  const pid = new Uint32Array(1);
  GetWindowThreadProcessId(window, pid);
  return pid[0];
};
const described = (window) => {
  const corners = new Int32Array(4);
  GetWindowRect(window, corners);
  return {
    name: textOf(GetClassName, window),
    title: textOf(GetWindowText, window),
    pid: pidOf(window),
    isVisible: IsWindowVisible(window) !== 0,
    exStyle: GetWindowLong(window, -20) >>> 0,
    corners: [...corners],
  };
};

/** The clipboard has an owner, whose messages are handled below: otherwise every program that empties it would wait. */
const owner = CreateWindow(0, 'STATIC', null, 0, 0, 0, 0, 0, HWND_MESSAGE, 0, 0, null);
async function withClipboard(work) {
  for (let tries = 0; OpenClipboard(owner) === 0; tries++) {
    if (tries > 100) throw new Error('Another program keeps the clipboard open.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  try {
    return work();
  } finally {
    CloseClipboard();
  }
}
function put(format, bytes) {
  const memory = GlobalAlloc(GMEM_MOVEABLE, bytes.length);
  copyTo(GlobalLock(memory), bytes, bytes.length);
  GlobalUnlock(memory);
  EmptyClipboard();
  if (!SetClipboardData(format, memory)) throw new Error('SetClipboardData failed.');
}
function taken(format) {
  const memory = GetClipboardData(format);
  if (!memory) return null;
  const bytes = Buffer.alloc(Number(GlobalSize(memory)));
  copyFrom(bytes, GlobalLock(memory), bytes.length);
  GlobalUnlock(memory);
  return bytes;
}

let held = 0;

/** Classes and processes of the windows that were in front, one after the other. */
let seen = [];
let last = '';
const message = Buffer.alloc(48);
setInterval(() => {
  while (PeekMessage(message, 0, 0, 0, 1) !== 0) DispatchMessage(message);
  const window = GetForegroundWindow();
  const now = window ? `${textOf(GetClassName, window)} ${pidOf(window)}` : '';
  if (now !== last) seen.push(now);
  last = now;
}, 10);

const answers = {
  /** What Notepad shows. */
  text: () => {
    const buffer = Buffer.alloc(32_768);
    const length = Number(SendMessage(edit(), WM_GETTEXT, 16_384, buffer));
    return buffer.toString('utf16le', 0, length * 2);
  },
  setText: (text) => void SendMessage(edit(), WM_SETTEXT, 0, utf16(text)),
  /** All windows without a parent. */
  windows: () => {
    const found = [];
    for (let window = FindWindowEx(0, 0, null, null); window; window = FindWindowEx(0, window, null, null))
      found.push(described(window));
    return found;
  },
  front: () => last,
  /** What was in front since this was asked last, the first of it at that moment. */
  seen: () => {
    const all = seen;
    seen = [last];
    return all;
  },
  copyText: (text) => withClipboard(() => put(CF_UNICODETEXT, utf16(text))),
  copyPicture: (bytes) => withClipboard(() => put(CF_DIB, Buffer.from(bytes, 'base64'))),
  clipboard: () =>
    withClipboard(() => {
      const formats = [];
      for (let format = EnumClipboardFormats(0); format; format = EnumClipboardFormats(format))
        formats.push(format);
      const text = formats.includes(CF_UNICODETEXT) ? taken(CF_UNICODETEXT) : null;
      const picture = formats.includes(CF_DIB) ? taken(CF_DIB) : null;
      return {
        formats,
        text: text?.toString('utf16le').replace(/\0.*$/s, ''),
        picture: picture?.toString('base64'),
      };
    }),
  /** A call of Quoth's control pipe. */
  control: (method, path, body) => {
    const file = join(process.env.LOCALAPPDATA, 'Quoth', 'control-socket.json');
    const { path: socketPath, secret } = JSON.parse(readFileSync(file, 'utf8'));
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const request = http.request({ socketPath, method, path, headers, agent: false }, async (response) => {
        const chunks = await response.toArray();
        resolve({
          status: response.statusCode,
          body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
        });
      });
      request.on('error', reject);
      request.end(body ? JSON.stringify(body) : undefined);
    });
  },
  /** Opens a file as Word opens a document: shared with no one. */
  hold: (path) => {
    held = CreateFile(path, 0xc0000000, 0, null, 4, 0, 0);
    if (Number(held) === -1) throw new Error('CreateFileW failed.');
  },
  release: () => void CloseHandle(held),
  /** Runs a command line as Explorer runs those of the Run key. */
  run: (command) => {
    const startup = Buffer.alloc(104);
    startup.writeUInt32LE(104, 0);
    if (!CreateProcess(null, utf16(command), null, null, 0, 0, null, null, startup, Buffer.alloc(24)))
      throw new Error('CreateProcessW failed.');
  },
  /** Paths of the programs of all processes. */
  processes: () => {
    const pids = new Uint32Array(1024);
    const needed = new Uint32Array(1);
    K32EnumProcesses(pids, pids.byteLength, needed);
    return [...pids.subarray(0, needed[0] / 4)].flatMap((pid) => {
      const handle = OpenProcess(0x1000, 0, pid);
      if (!handle) return [];
      const path = Buffer.alloc(2048);
      const length = new Uint32Array([1024]);
      const isRead = QueryFullProcessImageName(handle, 0, path, length) !== 0;
      CloseHandle(handle);
      return isRead ? [path.toString('utf16le', 0, length[0] * 2)] : [];
    });
  },
  /** Ends Notepad at once, without a question about its text. */
  killNotepad: () => {
    const handle = OpenProcess(0x1, 0, pidOf(FindWindow('Notepad', null)));
    TerminateProcess(handle, 0);
    CloseHandle(handle);
  },
  end: () => void setImmediate(() => process.exit(0)),
};

const server = http.createServer(async (request, response) => {
  try {
    const [name, ...args] = JSON.parse(Buffer.concat(await request.toArray()).toString());
    response.end(JSON.stringify({ answer: (await answers[name](...args)) ?? null }));
  } catch (error) {
    response.end(JSON.stringify({ error: String(error) }));
  }
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
