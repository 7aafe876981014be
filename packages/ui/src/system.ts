const { userAgent } = navigator;

export const isMac = /mac/i.test(userAgent);
export const isWindows = /windows/i.test(userAgent);
export const isLinux = /linux/i.test(userAgent);

/**
 * An example of a path in the user's home folder, which the catalogs give as on Linux, as the user's system writes it.
 */
export function examplePath(path: string, agent = userAgent): string {
  const inHomes = path.replace(/^\/home\//, '/Users/');
  if (/windows/i.test(agent)) return `C:${inHomes.replaceAll('/', '\\')}`;
  return /mac/i.test(agent) ? inHomes : path;
}
