/*
 * What Quoth calls of user32.dll, kernel32.dll and advapi32.dll, with the types of Windows' headers for 64-bit systems written out. A test
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
uint16_t RegisterClassExW(const WNDCLASSEXW *c) { registered = *c; return c->cbSize == sizeof *c && c->lpszClassName[0] == 'Q'; }
HANDLE CreateWindowExW(DWORD ex, const WCHAR *cls, const WCHAR *name, DWORD style, int x, int y, int w, int h, HANDLE parent, HANDLE menu, HANDLE inst, void *p) {
  return cls[0] == 'Q' && !name && parent == (HANDLE)(intptr_t)-3 && inst == registered.hInstance && !p ? WINDOW : 0;
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
