/*
 * What Quoth calls of user32.dll, kernel32.dll, advapi32.dll, gdi32.dll, shcore.dll and shell32.dll, with the types of Windows' headers for 64-bit systems written out. A test
 * builds this and calls it through the declarations that are meant for Windows, so that a wrong type or order of arguments is found here.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *HANDLE;
typedef int BOOL;
typedef uint32_t DWORD, UINT;
typedef uint16_t WCHAR;
typedef intptr_t (*WNDPROC)(HANDLE, UINT, uintptr_t, intptr_t);
typedef struct { HANDLE hwnd; UINT message; uintptr_t wParam; intptr_t lParam; DWORD time; int32_t x, y; } MSG;
typedef struct {
  UINT cbSize, style; WNDPROC lpfnWndProc; int cbClsExtra, cbWndExtra;
  HANDLE hInstance, hIcon, hCursor, hbrBackground; const WCHAR *lpszMenuName, *lpszClassName; HANDLE hIconSm;
} WNDCLASSEXW;
typedef struct { uint16_t wVk, wScan; DWORD dwFlags, time; uintptr_t dwExtraInfo; } KEYBDINPUT;
typedef struct { int32_t dx, dy; DWORD mouseData, dwFlags, time; uintptr_t dwExtraInfo; } MOUSEINPUT;
typedef struct { DWORD type; union { KEYBDINPUT ki; MOUSEINPUT mi; } u; } INPUT;
typedef struct { DWORD cbSize, flags; HANDLE hwndActive, hwndFocus, hwndCapture, hwndMenuOwner, hwndMoveSize, hwndCaret; int32_t rcCaret[4]; } GUITHREADINFO;

static WNDCLASSEXW registered;
static DWORD lastError;
/* An HWND has 32 bits, sign-extended; an address of memory has more. */
#define WINDOW ((HANDLE)(intptr_t)0x20304)
static HANDLE memory;
static HANDLE given[8];

HANDLE GetModuleHandleW(const WCHAR *name) { return name ? 0 : (HANDLE)(intptr_t)0x7ff612340000; }
HANDLE LoadCursorW(HANDLE inst, HANDLE name) { return !inst && name == (HANDLE)32512 ? (HANDLE)0x10003 : 0; }
uint16_t RegisterClassExW(const WNDCLASSEXW *c) { registered = *c; return c->hCursor == (HANDLE)0x10003 && c->cbSize == sizeof *c && c->lpszClassName[0] == 'Q'; }
/* 0x20304 gets messages only; 0x30000 is a picture's window and 0x30001 the one above it; 0x40404 is hidden. */
HANDLE CreateWindowExW(DWORD ex, const WCHAR *cls, const WCHAR *name, DWORD style, int x, int y, int w, int h, HANDLE parent, HANDLE menu, HANDLE inst, void *p) {
  if (cls[0] != 'Q' || name || x || y || w || h || menu || inst != registered.hInstance || p) return 0;
  if (!ex && !style && parent == (HANDLE)(intptr_t)-3) return WINDOW;
  if (style != 0x80000000) return 0;
  if (ex == 0x080800a8 && !parent) return (HANDLE)0x30000;
  if (ex == 0x08080088 && parent == (HANDLE)0x30000) return (HANDLE)0x30001;
  return ex == 0x80 && !parent ? (HANDLE)0x40404 : 0;
}
intptr_t DefWindowProcW(HANDLE w, UINT m, uintptr_t a, intptr_t b) { return (intptr_t)w + m + a + b; }
DWORD MsgWaitForMultipleObjectsEx(DWORD n, const HANDLE *h, DWORD ms, DWORD mask, DWORD flags) { return n || h ? 0 : ms + mask + flags; }
/* A window's message first, which its procedure gets at once as when another program has sent it; then a key; then nothing. */
BOOL PeekMessageW(MSG *m, HANDLE w, UINT first, UINT last, UINT remove) {
  static int turn;
  memset(m, 0, sizeof *m);
  if (w || first || last || remove != 1 || turn >= 2) return 0;
  m->message = turn == 0 ? 0x0305 : 0x0312;
  m->wParam = turn == 0 ? 13 : 7;
  m->lParam = -2;
  turn++;
  return 1;
}
intptr_t DispatchMessageW(const MSG *m) { return registered.lpfnWndProc ? registered.lpfnWndProc(WINDOW, m->message, m->wParam, m->lParam) : 0; }
BOOL RegisterHotKey(HANDLE w, int id, UINT mods, UINT vk) { lastError = id == 2 ? 1409 : 0; return !w && mods == 0x4003 && vk == 0x20 && id != 2; }
BOOL UnregisterHotKey(HANDLE w, int id) { return !w && id == 1; }
DWORD GetLastError(void) { return lastError; }
int16_t GetAsyncKeyState(int vk) { return vk == 0xa4 ? (int16_t)0x8000 : 0; }
UINT SendInput(UINT n, INPUT *in, int size) { return size == sizeof(INPUT) && in[n - 1].type == 1 ? in[n - 1].u.ki.wVk * 100 + in[n - 1].u.ki.dwFlags : 0; }

BOOL OpenClipboard(HANDLE w) { return w == WINDOW; }
BOOL CloseClipboard(void) { return 1; }
BOOL EmptyClipboard(void) { return 1; }
UINT EnumClipboardFormats(UINT f) { return f == 0 ? 13 : 0; }
HANDLE GetClipboardData(UINT f) { return f == 13 ? memory : 0; }
HANDLE SetClipboardData(UINT f, HANDLE m) { given[f % 8] = m; return m; }
UINT RegisterClipboardFormatW(const WCHAR *name) { return 0xc000 + name[0]; }
int GetClipboardFormatNameW(UINT f, WCHAR *name, int most) { name[0] = f - 0xc000; return most > 1; }
DWORD GetClipboardSequenceNumber(void) { return 0xfffffffe; }
HANDLE GetClipboardOwner(void) { return WINDOW; }
HANDLE GetOpenClipboardWindow(void) { return WINDOW; }
HANDLE GlobalAlloc(UINT flags, size_t n) { size_t *p = malloc(n + 8); *p = n; memory = p; return flags == 2 ? p : 0; }
HANDLE GlobalFree(HANDLE m) { free(m); return 0; }
size_t GlobalSize(HANDLE m) { return *(size_t *)m; }
void *GlobalLock(HANDLE m) { return (size_t *)m + 1; }
BOOL GlobalUnlock(HANDLE m) { return m == memory; }
void RtlMoveMemory(void *to, const void *from, size_t n) { memmove(to, from, n); }

HANDLE GetForegroundWindow(void) { return WINDOW; }
DWORD GetWindowThreadProcessId(HANDLE w, DWORD *pid) { *pid = 4711; return w == WINDOW; }
int GetClassNameW(HANDLE w, WCHAR *name, int most) { if (w != WINDOW || most < 5) return 0; name[0] = 'E'; name[1] = 'd'; name[2] = 'i'; name[3] = 't'; name[4] = 0; return 4; }
BOOL GetGUIThreadInfo(DWORD thread, GUITHREADINFO *g) { if (thread || g->cbSize != sizeof *g) return 0; g->hwndFocus = WINDOW; return 1; }
int32_t GetWindowLongW(HANDLE w, int index) { return w == WINDOW && index == -16 ? 0x50010020 : 0; }
HANDLE OpenProcess(DWORD access, BOOL inherits, DWORD pid) { return access == 0x1000 && !inherits && pid ? (HANDLE)(uintptr_t)pid : 0; }
BOOL QueryFullProcessImageNameW(HANDLE p, DWORD flags, WCHAR *path, DWORD *n) { if (!p || flags || *n < 6) return 0; path[0] = 'C'; path[1] = ':'; path[2] = '\\'; path[3] = 'a'; *n = 4; return 1; }
BOOL OpenProcessToken(HANDLE p, DWORD access, HANDLE *token) { *token = (HANDLE)((uintptr_t)p + 0x100000000); return access == 8; }
BOOL GetTokenInformation(HANDLE t, int what, DWORD *info, DWORD n, DWORD *needed) { *needed = 4; *info = t == (HANDLE)(uintptr_t)(0x100000000 + 4711); return what == 20 && n == 4; }
BOOL CloseHandle(HANDLE h) { return h != 0; }

/* What is drawn and where. */
typedef struct { int32_t left, top, right, bottom; } RECT;
typedef struct { int32_t x, y; } POINT;
typedef struct { DWORD cbSize; RECT rcMonitor, rcWork; DWORD dwFlags; } MONITORINFO;
typedef struct { DWORD biSize; int32_t biWidth, biHeight; uint16_t biPlanes, biBitCount; DWORD biCompression, biSizeImage; int32_t x, y; DWORD used, important; } BITMAPINFO;
typedef struct { uint8_t op, flags, alpha, format; } BLENDFUNCTION;
typedef struct { DWORD cbSize, dwFlags; HANDLE hwndTrack; DWORD dwHoverTime; } TRACKMOUSEEVENT;
#define CONTEXT ((HANDLE)0x7101)
#define BITMAP ((HANDLE)0x7205)
static uint8_t *bits;
static int selected, shown;

HANDLE SetThreadDpiAwarenessContext(HANDLE context) { return context == (HANDLE)(intptr_t)-4 ? (HANDLE)(intptr_t)-1 : 0; }
int GetSystemMetrics(int index) { return index == 76 ? -1280 : index == 78 ? 3200 : index == 79 ? 1080 : 0; }
HANDLE MonitorFromRect(const RECT *r, DWORD flags) { return flags == 1 ? (HANDLE)0x11 : flags == 2 && r->left == -5 && r->right == -4 && r->bottom == r->top + 1 ? (HANDLE)0x22 : 0; }
BOOL GetMonitorInfoW(HANDLE m, MONITORINFO *i) { if (i->cbSize != sizeof *i) return 0; i->rcWork = m == (HANDLE)0x11 ? (RECT){0, 0, 1920, 1040} : (RECT){-1280, 40, 0, 720}; return 1; }
int32_t GetDpiForMonitor(HANDLE m, int type, UINT *x, UINT *y) { *x = *y = m == (HANDLE)0x11 ? 96 : 144; return type; }
HANDLE CreateCompatibleDC(HANDLE dc) { return dc ? 0 : CONTEXT; }
HANDLE CreateDIBSection(HANDLE dc, const BITMAPINFO *i, UINT usage, void **out, HANDLE section, DWORD offset) {
  if (dc != CONTEXT || i->biSize != 40 || i->biHeight >= 0 || i->biPlanes != 1 || i->biBitCount != 32 || i->biCompression || usage || section || offset) return 0;
  *out = bits = malloc(i->biWidth * -i->biHeight * 4);
  return BITMAP;
}
HANDLE SelectObject(HANDLE dc, HANDLE object) { selected = dc == CONTEXT && object == BITMAP; return (HANDLE)0x7000; }
BOOL DeleteObject(HANDLE object) { return object == BITMAP; }
BOOL UpdateLayeredWindow(HANDLE w, HANDLE screen, const POINT *at, const POINT *size, HANDLE dc, const POINT *from, DWORD key, const BLENDFUNCTION *b, DWORD flags) {
  if (screen || !selected || dc != CONTEXT || from->x || from->y || key || b->op || b->flags || b->alpha != 255 || b->format != 1 || flags != 2) return 0;
  if (at->x != -700 || at->y != 300 || size->x != 2 || size->y != 1) return 0;
  /* The picture, and above it one that is met by the pointer in its second dot alone. */
  return w == (HANDLE)0x30000 ? bits[0] == 1 && bits[7] == 8 : w == (HANDLE)0x30001 && bits[3] == 0 && bits[7] == 1;
}
BOOL ShowWindow(HANDLE w, int how) { shown += how == 4; return 0; }
BOOL SetWindowPos(HANDLE w, HANDLE after, int x, int y, int width, int height, UINT flags) { return !width && !height && (flags == 0x13 ? after == (HANDLE)(intptr_t)-1 : flags == 0x15 && !after && x == -700 && y == 300); }
HANDLE SetCapture(HANDLE w) { return w; }
BOOL ReleaseCapture(void) { return shown == 2; }
BOOL TrackMouseEvent(TRACKMOUSEEVENT *t) { return t->cbSize == sizeof *t && t->dwFlags == 2 && t->hwndTrack == WINDOW; }
DWORD GetMessagePos(void) { return 0xfff60014; }
int32_t RegGetValueW(HANDLE root, const WCHAR *key, const WCHAR *value, DWORD flags, DWORD *type, void *data, DWORD *n) {
  if (root != (HANDLE)(intptr_t)(int32_t)0x80000001 || key[0] != 'S' || value[0] != 'A' || flags != 0x10 || type || *n != 4) return 2;
  *(DWORD *)data = 0;
  return 0;
}

/* The icon and its menu. */
typedef struct {
  DWORD cbSize; HANDLE hWnd; UINT uID, uFlags, uCallbackMessage; HANDLE hIcon; WCHAR szTip[128]; DWORD dwState, dwStateMask;
  WCHAR szInfo[256]; UINT uVersion; WCHAR szInfoTitle[64]; DWORD dwInfoFlags; uint8_t guidItem[16]; HANDLE hBalloonIcon;
} NOTIFYICONDATAW;
static UINT items[8];
static int count;

UINT RegisterWindowMessageW(const WCHAR *name) { return name[0] == 'T' && name[14] == 0 ? 0xc123 : 0; }
BOOL PostMessageW(HANDLE w, UINT m, uintptr_t a, intptr_t b) { return w == (HANDLE)0x40404 && !m && !a && !b; }
BOOL Shell_NotifyIconW(DWORD m, const NOTIFYICONDATAW *d) {
  return m <= 4 && d->cbSize == sizeof *d && d->hWnd == (HANDLE)0x40404 && d->uID == 1 && d->uFlags == 0x87 && d->uCallbackMessage == 0x8000 &&
    d->hIcon == (HANDLE)0x50505 && d->szTip[0] == 'Q' && d->szTip[5] == 0 && !d->dwState && !d->szInfo[0] && d->uVersion == 4 && !d->hBalloonIcon;
}
UINT GetDpiForSystem(void) { return 120; }
int GetSystemMetricsForDpi(int index, UINT dpi) { return index == 49 && dpi == 120 ? 20 : 0; }
HANDLE CreateIcon(HANDLE inst, int w, int h, uint8_t planes, uint8_t bpp, const uint8_t *mask, const uint8_t *colors) {
  /* The middle of the microphone at rest is in no colour, its foot is grey. */
  const uint8_t *foot = colors + (17 * 20 + 10) * 4;
  return !inst && w == 20 && h == 20 && planes == 1 && bpp == 32 && mask[79] == 0 && foot[0] == 0x9c && foot[2] == 0x8a && foot[3] > 200 ? (HANDLE)0x50505 : 0;
}
BOOL DestroyIcon(HANDLE icon) { return 1; }
HANDLE CreatePopupMenu(void) { return (HANDLE)(intptr_t)(0x60000 + ++count); }
BOOL AppendMenuW(HANDLE menu, UINT flags, uintptr_t item, const WCHAR *label) { items[(uintptr_t)menu - 0x60001] += flags + (flags & 0x10 ? item == 0x60002 : item) + label[0]; return 1; }
BOOL TrackPopupMenu(HANDLE menu, UINT flags, int x, int y, int reserved, HANDLE w, const RECT *r) {
  /* A command, a line, and a submenu with a command that is checked. */
  return menu == (HANDLE)0x60001 && flags == 0x182 && x == 20 && y == -10 && !reserved && w == (HANDLE)0x40404 && !r &&
    items[0] == (1 + 'S') + 0x800 + (0x10 + 1 + 'M') && items[1] == 8 + 4 + 'E' ? 4 : 0;
}
BOOL DestroyMenu(HANDLE menu) { return menu == (HANDLE)0x60001; }
BOOL SetForegroundWindow(HANDLE w) { return w == (HANDLE)0x40404; }
