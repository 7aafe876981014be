import { fileURLToPath } from 'node:url';

/** The folders that a client's roots name; what is not a folder of this machine is left out. */
export function rootFolders(roots: readonly { readonly uri: string }[]): string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return [];
    }
  });
}
