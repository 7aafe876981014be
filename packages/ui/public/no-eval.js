// The window's policy forbids making code out of text. zod tries once unless it is configured, and the browser reports that.
// A classic script, so that it runs before every module, in whatever order they are bundled.
globalThis.__zod_globalConfig = { jitless: true };
