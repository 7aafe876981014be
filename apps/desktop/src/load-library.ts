import type { LibraryHandle } from 'koffi';

/** Opens a system library: koffi's own `load`, or a test's that opens one built from the system's headers. */
export type LoadLibrary = (path: string) => LibraryHandle;
