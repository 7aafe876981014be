/** Unit tests that fail under Wine, each with why the promise is void there or on Windows. One that passes has to go from here: units.ts checks it. */
export const notUnderWine: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
