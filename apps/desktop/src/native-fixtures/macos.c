/*
 * What Quoth calls of macOS' frameworks, with the types of Apple's headers for 64-bit systems written out. A test builds this and calls it
 * through the declarations that are meant for macOS, so that a wrong type or order of arguments is found here. Objective-C has no objects
 * here: each message is answered with nil, but for what a test needs.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef int32_t OSStatus;
typedef const void *Ref;
typedef struct { uint32_t signature, id; } EventHotKeyID;
typedef struct { uint32_t eventClass, eventKind; } EventTypeSpec;
typedef OSStatus (*EventHandler)(Ref next, Ref event, void *data);

static EventHandler handler;
static int events;
#define TARGET ((Ref)0x7ff8000011110)

Ref GetEventDispatcherTarget(void) { return TARGET; }
OSStatus RegisterEventHotKey(uint32_t code, uint32_t mods, EventHotKeyID id, Ref target, uint32_t options, Ref *out) {
  *out = (Ref)(0x600000000000 + id.id * 1000 + code);
  return id.signature == 'Quot' && target == TARGET && options == 1 && mods == 0x1800 ? 0 : -9878;
}
OSStatus UnregisterEventHotKey(Ref r) { return r ? 0 : -1; }
OSStatus InstallEventHandler(Ref target, EventHandler h, unsigned long n, const EventTypeSpec *t, void *data, Ref *out) {
  if (target == TARGET && n == 2 && t[0].eventClass == 'keyb' && t[0].eventKind == 5 && t[1].eventKind == 6 && !data && !out) handler = h;
  return 0;
}
/* A press, a release, then nothing until the time is over. */
OSStatus ReceiveNextEvent(unsigned long n, const EventTypeSpec *t, double seconds, uint8_t pull, Ref *event) {
  if (n || t || !pull || events >= 2) return -9875;
  /* The first is waited for, the second is not. */
  if (seconds != (events == 0 ? 0.25 : 0.0)) return -1;
  *event = (Ref)(intptr_t)(0x600000000005 + events++);
  return 0;
}
OSStatus SendEventToEventTarget(Ref event, Ref target) { return target == TARGET && handler ? handler(0, event, 0) : -1; }
void ReleaseEvent(Ref event) {}
uint32_t GetEventKind(Ref event) { return (uintptr_t)event & 0xf; }
OSStatus GetEventParameter(Ref e, uint32_t name, uint32_t type, uint32_t *actual, unsigned long size, unsigned long *actualSize, EventHotKeyID *id) {
  if (name != '----' || type != 'hkid' || actual || size != sizeof *id || actualSize) return -1;
  id->signature = 'Quot';
  id->id = 42;
  return 0;
}
OSStatus CopySymbolicHotKeys(Ref *out) { *out = (Ref)0x55; return 0; }
uint8_t AXIsProcessTrusted(void) { return 1; }
uint8_t IsSecureEventInputEnabled(void) { return 1; }
bool CGEventSourceKeyState(int32_t state, uint16_t key) { return state == 1 && key == 0x3d; }
uint64_t CGEventSourceFlagsState(int32_t state) { return state == 1 ? 0x20080120 : 0; }

const Ref kTISPropertyUnicodeKeyLayoutData = (Ref)0x7001;
const Ref kCFRunLoopDefaultMode = (Ref)0x7002;
Ref TISCopyCurrentASCIICapableKeyboardLayoutInputSource(void) { return (Ref)0x7003; }
Ref TISGetInputSourceProperty(Ref source, Ref key) { return source == (Ref)0x7003 && key == (Ref)0x7001 ? (Ref)0x7004 : 0; }
Ref CFDataGetBytePtr(Ref data) { return data == (Ref)0x7004 ? (Ref)0x600000007005 : 0; }
uint8_t LMGetKbdType(void) { return 91; }
OSStatus UCKeyTranslate(Ref layout, uint16_t code, uint16_t action, uint32_t mods, uint32_t type, uint32_t options, uint32_t *dead, unsigned long most, unsigned long *n, uint16_t *text) {
  if (layout != (Ref)0x600000007005 || action != 3 || mods != 1 || type != 91 || options != 1 || *dead || most != 4) return -1;
  *n = 1;
  text[0] = code == 9 ? 'v' : 0xdc;
  return 0;
}
void CFRelease(Ref r) {}
int32_t CFRunLoopRunInMode(Ref mode, double seconds, bool one) { return mode == (Ref)0x7002 && seconds == 0.01 && !one ? 3 : 1; }

static uint64_t flags;
Ref CGEventSourceCreate(int32_t state) { return state == -1 ? (Ref)0x600000008001 : 0; }
Ref CGEventCreateKeyboardEvent(Ref source, uint16_t key, bool down) { return source == (Ref)0x600000008001 && key == 9 && down ? (Ref)0x600000008002 : 0; }
void CGEventSetFlags(Ref e, uint64_t f) { flags = f; }
void CGEventPost(uint32_t tap, Ref e) {}
Ref CGWindowListCopyWindowInfo(uint32_t options, uint32_t relative) { return options == 0x11 && !relative ? (Ref)0x55 : 0; }

/* Selectors and classes are their names; 0x55 is an array of one dictionary, all of whose numbers are 1. */
static const char *names[256];
static int count;
static void (*provide)(Ref self, Ref selector, Ref pasteboard, Ref item, Ref type);
Ref objc_getClass(const char *name) { return (Ref)0x9000; }
Ref sel_registerName(const char *name) { names[count] = strdup(name); return names[count++]; }
Ref objc_autoreleasePoolPush(void) { return (Ref)1; }
void objc_autoreleasePoolPop(Ref pool) {}
Ref objc_allocateClassPair(Ref super, const char *name, size_t extra) { return super && !strcmp(name, "QuothTextProvider") && !extra ? (Ref)0x9001 : 0; }
bool class_addMethod(Ref c, Ref selector, void *imp, const char *types) {
  if (c == (Ref)0x9001 && !strcmp(types, "v@:@@@") && !strcmp(selector, "pasteboard:item:provideDataForType:")) provide = imp;
  return true;
}
void objc_registerClassPair(Ref c) {}
intptr_t objc_msgSend(Ref receiver, const char *selector, intptr_t a, intptr_t b) {
  if (!strcmp(selector, "setDataProvider:forTypes:")) {
    /* Somebody asks at once. */
    provide(receiver, selector, 0, (Ref)0xa001, (Ref)0xa002);
    return 1;
  }
  if (!strcmp(selector, "UTF8String")) return (intptr_t)(receiver == (Ref)0xa002 ? "public.utf8-plain-text" : "com.apple.TextEdit");
  if (!strcmp(selector, "count")) return receiver == (Ref)0x55;
  if (!strcmp(selector, "objectAtIndex:")) return a == 0 ? 0x56 : 0;
  if (!strcmp(selector, "objectForKey:")) return 0x57;
  if (!strcmp(selector, "intValue")) return 1;
  if (!strcmp(selector, "changeCount")) return 77;
  if (!strcmp(selector, "processIdentifier")) return 1;
  if (!strcmp(selector, "dataWithBytes:length:")) return b == 4 && !memcmp((void *)a, "text", 4) ? 0xb001 : 0xb000;
  if (!strcmp(selector, "setData:forType:")) return 1;
  if (!strcmp(selector, "writeObjects:")) return a != 0;
  if (!strcmp(selector, "pasteboardItems")) return 0x55;
  if (!strcmp(selector, "dataForType:")) return 0xb001;
  if (!strcmp(selector, "length")) return 4;
  if (!strcmp(selector, "bytes")) return (intptr_t) "text";
  if (!strcmp(selector, "types")) return 0;
  return 0x9100;
}
