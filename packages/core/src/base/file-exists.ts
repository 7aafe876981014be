import { access } from 'node:fs/promises';

/** True if something exists at this path and this process can see it. */
export async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
