/** The base address of a server on this machine. */
export function loopbackUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
