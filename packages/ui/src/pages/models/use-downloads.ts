import type { ModelDownload } from '@quoth/contract';
import { useState } from 'react';
import { useApplicationEvent } from '../../application/application-provider.tsx';

/** Unfinished downloads by model, live. */
export function useDownloads(listed: readonly ModelDownload[]): ReadonlyMap<string, ModelDownload> {
  // Progress comes by events; the list is read again only when a download begins or ends.
  const [moved, setMoved] = useState<ReadonlyMap<string, ModelDownload>>(new Map());
  useApplicationEvent((event) => {
    if (event.type === 'model-download-progressed') {
      setMoved((before) => new Map(before).set(event.download.id, event.download));
    }
    // One that failed stays as the event before has described it: the list would still call it downloading.
    if (event.type === 'model-installed' || event.type === 'model-download-cancelled') {
      setMoved((before) => {
        const rest = new Map(before);
        rest.delete(event.id);
        return rest;
      });
    }
  });
  return new Map([...listed.map((download) => [download.id, download] as const), ...moved]);
}
