/** The beginning of an id as people read and type it; every command takes it where it is unique. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
