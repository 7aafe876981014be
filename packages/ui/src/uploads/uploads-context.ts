import { createContext, use } from 'react';

/** Takes files to transcribe. */
export const UploadsContext = createContext<(files: readonly File[]) => void>(() => {});

/** Takes files to transcribe, from a component below `UploadsProvider`. */
export function useUploads(): (files: readonly File[]) => void {
  return use(UploadsContext);
}
