import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Fetches the code of every page and of what floats once the first page stands: without the application nothing could be fetched any more. */
export function usePreload(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
      void import('./start-again-dialog.tsx');
      void import('./palette.tsx');
      void import('./keys-dialog.tsx');
      void import('../uploads/uploads-sheet.tsx');
      void import('../pages/record/finished-dictation.tsx');
    }, AFTER_FIRST_PAINT_MS);
    return () => clearTimeout(timer);
  }, [router]);
}

const AFTER_FIRST_PAINT_MS = 300;
