/*
 * What Quoth calls of macOS' frameworks, with the types of Apple's headers for 64-bit systems written out. A test builds this and calls it
 * through the declarations that are meant for macOS, so that a wrong type or order of arguments is found here. Objective-C has no objects
 * here: what a test needs is answered, by a function with the types of its method, as the real objc_msgSend calls them.
 */
#include <stdbool.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
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

/* What was called, in words; read by the test. */
static char logged[4000];
static void note(const char *format, ...) {
  va_list words;
  va_start(words, format);
  size_t n = strlen(logged);
  vsnprintf(logged + n, sizeof logged - n, format, words);
  va_end(words);
}
const char *takeLog(void) {
  static char taken[sizeof logged];
  strcpy(taken, logged);
  logged[0] = 0;
  return taken;
}

typedef const char *SEL;
typedef signed char BOOL;
typedef struct { double x, y; } CGPoint;
typedef struct { double width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;

Ref CFDataCreate(Ref allocator, const uint8_t *bytes, long n) { note("data %d %d;", bytes[0], (int)n); return allocator ? 0 : (Ref)0xe001; }
Ref CGDataProviderCreateWithCFData(Ref data) { return data == (Ref)0xe001 ? (Ref)0xe002 : 0; }
Ref CGColorSpaceCreateDeviceRGB(void) { return (Ref)0xe003; }
Ref CGImageCreate(size_t w, size_t h, size_t bpc, size_t bpp, size_t row, Ref colors, uint32_t info, Ref provider, const double *decode, bool interpolates, int32_t intent) {
  note("image %dx%d %d;", (int)w, (int)h, info);
  return bpc == 8 && bpp == 32 && row == w * 4 && colors == (Ref)0xe003 && provider == (Ref)0xe002 && !decode && !interpolates && !intent ? (Ref)0xe004 : 0;
}

/* Selectors, classes and strings are their names; 0x55 is an array of one thing, which is a dictionary whose numbers are 1, or a screen. */
static Ref imp_choose, imp_provide;
Ref objc_getClass(const char *name) { return strdup(name); }
Ref sel_registerName(const char *name) { return strdup(name); }
Ref objc_autoreleasePoolPush(void) { return (Ref)1; }
void objc_autoreleasePoolPop(Ref pool) {}
Ref objc_allocateClassPair(Ref super, const char *name, size_t extra) { return super && !strcmp(super, "NSObject") && !extra ? strdup(name) : 0; }
bool class_addMethod(Ref c, Ref selector, void *imp, const char *types) {
  if (!strcmp(c, "QuothTextProvider") && !strcmp(types, "v@:@@@") && !strcmp(selector, "pasteboard:item:provideDataForType:")) imp_provide = imp;
  if (!strcmp(c, "QuothTrayTarget") && !strcmp(types, "v@:@") && !strcmp(selector, "choose:")) imp_choose = imp;
  return true;
}
void objc_registerClassPair(Ref c) {}

static intptr_t anything(Ref receiver, SEL selector, intptr_t a, intptr_t b) {
  if (!strcmp(selector, "setDataProvider:forTypes:")) {
    /* Somebody asks at once. */
    ((void (*)(Ref, SEL, Ref, Ref, Ref))imp_provide)(receiver, selector, 0, (Ref)0xa001, "public.utf8-plain-text");
    return 1;
  }
  if (!strcmp(selector, "alloc")) return (intptr_t)receiver;
  if (!strcmp(selector, "stringWithUTF8String:")) return (intptr_t)strdup((char *)a);
  if (!strcmp(selector, "UTF8String")) return (intptr_t)receiver;
  if (!strcmp(selector, "bundleIdentifier")) return (intptr_t) "com.apple.TextEdit";
  if (!strcmp(selector, "effectiveAppearance")) return receiver == (Ref)0xf001 ? 0xf002 : 0;
  if (!strcmp(selector, "name")) return (intptr_t)(receiver == (Ref)0xf002 ? "NSAppearanceNameDarkAqua" : "");
  if (!strcmp(selector, "sharedApplication")) return 0xf001;
  if (!strcmp(selector, "count")) return receiver == (Ref)0x55;
  if (!strcmp(selector, "objectAtIndex:")) return a == 0 ? 0x56 : 0;
  if (!strcmp(selector, "objectForKey:")) return 0x57;
  if (!strcmp(selector, "intValue")) return 1;
  if (!strcmp(selector, "changeCount")) return 77;
  if (!strcmp(selector, "processIdentifier")) return 1;
  if (!strcmp(selector, "dataWithBytes:length:")) return b == 4 && !memcmp((void *)a, "text", 4) ? 0xb001 : 0xb000;
  if (!strcmp(selector, "setData:forType:")) return 1;
  if (!strcmp(selector, "writeObjects:")) return a != 0;
  if (!strcmp(selector, "pasteboardItems") || !strcmp(selector, "screens")) return 0x55;
  if (!strcmp(selector, "dataForType:")) return 0xb001;
  if (!strcmp(selector, "length")) return 4;
  if (!strcmp(selector, "bytes")) return (intptr_t) "text";
  if (!strcmp(selector, "types")) return 0;
  return 0x9100;
}

/* AppKit's methods, as far as what they are given is more than objects. */
static CGRect frame(Ref self, SEL s) { return (CGRect){{-10, 20.5}, {1440, 900}}; }
static CGRect visibleFrame(Ref self, SEL s) { return (CGRect){{0, 70}, {1440, 805}}; }
static double backingScaleFactor(Ref self, SEL s) { return 2; }
static CGPoint mouseLocation(Ref self, SEL s) { return strcmp(self, "NSEvent") ? (CGPoint){0, 0} : (CGPoint){100.5, 33}; }
static Ref initPanel(Ref self, SEL s, CGRect r, unsigned long style, unsigned long backing, BOOL defer) {
  note("%s %g %ld %ld %d;", self, r.size.width, style, backing, defer);
  return (Ref)0xc001;
}
static void setFrame(Ref self, SEL s, CGRect r, BOOL display) { note("frame %g %g %g %g %d;", r.origin.x, r.origin.y, r.size.width, r.size.height, display); }
static Ref initArea(Ref self, SEL s, CGRect r, unsigned long options, Ref owner, Ref info) { note("%s %lx %d;", self, options, owner && !info); return (Ref)0xc002; }
static void setNumber(Ref self, SEL s, long n) { note("%s%ld;", s, n); }
static void setFlag(Ref self, SEL s, BOOL is) { note("%s%d;", s, is); }
static void setSize(Ref self, SEL s, double n) { note("%s%g;", s, n); }
static void setObject(Ref self, SEL s, Ref object) { note("%s%s;", s, object ? object == (Ref)0xe004 ? "image" : object == (Ref)0xc004 ? "picture" : "object" : "nil"); }
static BOOL setPolicy(Ref self, SEL s, long n) { note("%s%ld;", s, n); return 1; }
static double waited;
static Ref dateSince(Ref self, SEL s, double seconds) { waited = seconds; return (Ref)0xd001; }
static int events;
/* A press of the mouse, then nothing. */
static Ref nextEvent(Ref self, SEL s, unsigned long long mask, Ref until, Ref mode, BOOL dequeue) {
  if (mask != ~0ULL || until != (Ref)0xd001 || strcmp(mode, "kCFRunLoopDefaultMode") || !dequeue) return 0;
  if (waited != (events % 2 == 0 ? 0.25 : 0)) return 0;
  return events++ % 2 == 0 ? (Ref)0xd002 : 0;
}
static unsigned long typeOf(Ref self, SEL s) { return self == (Ref)0xd002 ? 1 : 0; }
static Ref windowOf(Ref self, SEL s) { return (Ref)0xc001; }
static void sendEvent(Ref self, SEL s, Ref event) {
  note("sendEvent;");
  /* The menu was open, and its item was chosen. */
  if (imp_choose) ((void (*)(Ref, SEL, Ref))imp_choose)(0, "choose:", (Ref)0xc005);
}
static Ref statusItem(Ref self, SEL s, double length) { return length == -2 ? (Ref)0xc003 : 0; }
static Ref initImage(Ref self, SEL s, Ref image, CGSize size) { note("%s %g %g %d;", self, size.width, size.height, image == (Ref)0xe004); return (Ref)0xc004; }
static Ref initItem(Ref self, SEL s, Ref title, SEL action, Ref key) { note("%s %s %s%s;", self, title, action ? action : "-", key); return (Ref)0xc005; }
static long tagOf(Ref self, SEL s) { return self == (Ref)0xc005 ? 4 : 0; }

static const struct { const char *selector; void *imp; } methods[] = {
  {"frame", frame}, {"visibleFrame", visibleFrame}, {"backingScaleFactor", backingScaleFactor}, {"mouseLocation", mouseLocation},
  {"initWithContentRect:styleMask:backing:defer:", initPanel}, {"setFrame:display:", setFrame}, {"initWithRect:options:owner:userInfo:", initArea},
  {"setLevel:", setNumber}, {"setCollectionBehavior:", setNumber}, {"setTag:", setNumber}, {"setState:", setNumber}, {"setActivationPolicy:", setPolicy},
  {"setOpaque:", setFlag}, {"setHasShadow:", setFlag}, {"setHidesOnDeactivate:", setFlag}, {"setIgnoresMouseEvents:", setFlag}, {"setWantsLayer:", setFlag},
  {"setTemplate:", setFlag}, {"setAutoenablesItems:", setFlag}, {"setContentsScale:", setSize}, {"setContents:", setObject}, {"setImage:", setObject},
  {"setMenu:", setObject}, {"setSubmenu:", setObject}, {"setTarget:", setObject}, {"addItem:", setObject}, {"removeStatusItem:", setObject},
  {"orderOut:", setObject}, {"dateWithTimeIntervalSinceNow:", dateSince}, {"nextEventMatchingMask:untilDate:inMode:dequeue:", nextEvent},
  {"type", typeOf}, {"window", windowOf}, {"sendEvent:", sendEvent}, {"statusItemWithLength:", statusItem}, {"initWithCGImage:size:", initImage},
  {"initWithTitle:action:keyEquivalent:", initItem}, {"tag", tagOf},
};

__attribute__((used)) void *methodOf(Ref receiver, SEL selector) {
  for (size_t at = 0; at < sizeof methods / sizeof *methods; at++)
    if (!strcmp(methods[at].selector, selector)) return methods[at].imp;
  return anything;
}

/*
 * Both find the method and go on to it with every register as it was, so that it gets its arguments and answers as its own type says. What is
 * returned in memory has its address before the receiver.
 */
#define SENDER(name, receiver, selector) \
  __asm__(".text\n.globl " name "\n.type " name ",@function\n" name ":\n" \
  "push %rbp\nmov %rsp,%rbp\nsub $192,%rsp\n" \
  "mov %rdi,-8(%rbp)\nmov %rsi,-16(%rbp)\nmov %rdx,-24(%rbp)\nmov %rcx,-32(%rbp)\nmov %r8,-40(%rbp)\nmov %r9,-48(%rbp)\nmov %rax,-56(%rbp)\n" \
  "movups %xmm0,-80(%rbp)\nmovups %xmm1,-96(%rbp)\nmovups %xmm2,-112(%rbp)\nmovups %xmm3,-128(%rbp)\n" \
  "movups %xmm4,-144(%rbp)\nmovups %xmm5,-160(%rbp)\nmovups %xmm6,-176(%rbp)\nmovups %xmm7,-192(%rbp)\n" \
  "mov " receiver ",%rdi\nmov " selector ",%rsi\ncall methodOf@PLT\nmov %rax,%r11\n" \
  "mov -8(%rbp),%rdi\nmov -16(%rbp),%rsi\nmov -24(%rbp),%rdx\nmov -32(%rbp),%rcx\nmov -40(%rbp),%r8\nmov -48(%rbp),%r9\nmov -56(%rbp),%rax\n" \
  "movups -80(%rbp),%xmm0\nmovups -96(%rbp),%xmm1\nmovups -112(%rbp),%xmm2\nmovups -128(%rbp),%xmm3\n" \
  "movups -144(%rbp),%xmm4\nmovups -160(%rbp),%xmm5\nmovups -176(%rbp),%xmm6\nmovups -192(%rbp),%xmm7\n" \
  "leave\njmp *%r11\n")
SENDER("objc_msgSend", "-8(%rbp)", "-16(%rbp)");
SENDER("objc_msgSend_stret", "-16(%rbp)", "-24(%rbp)");
