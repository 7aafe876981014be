import { createContext, use } from 'react';

/** Accepts files to transcribe. */
export const UploadsContext = createContext<(files: readonly File[]) => void>(() => {});

/** Returns the function that accepts files, for a component below `UploadsProvider`. */
export function useUploads(): (files: readonly File[]) => void {
  return use(UploadsContext);
}
