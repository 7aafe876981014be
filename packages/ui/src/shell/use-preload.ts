import { useIsFetching } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Loads the code of every page, dialog and menu once the first page is complete: not before, because it would compete with the first page,
 * and not only on demand, because nothing can be loaded without the application.
 */
export function usePreload(): void {
  const router = useRouter();
  const isReading = useIsFetching() > 0;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isReading || isDue) return;
    const timer = setTimeout(() => setDue(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isReading, isDue]);
  useEffect(() => {
    if (!isDue) return;
    for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
    void import('./start-again-dialog.tsx');
    void import('./palette.tsx');
    void import('./keys-dialog.tsx');
    void import('../uploads/uploads-sheet.tsx');
    void import('../pages/record/finished-dictation.tsx');
  }, [router, isDue]);
}

/** How long nothing must have been read before the rest is loaded. */
const QUIET_MS = 2_000;
