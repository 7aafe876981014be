import { useIsFetching } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Fetches the code of every page and of what floats, once the first page stands and has what it shows: not before, since it would compete with the first page,
 * and not only when it is wanted, since without the application nothing could be fetched any more.
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

/** How long nothing was read before the rest is fetched. */
const QUIET_MS = 300;
