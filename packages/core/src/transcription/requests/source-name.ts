/** Longest file name on any of the usual file systems. */
const MAXIMUM_CHARACTERS = 255;

/** The file name at the end of a path of any platform, on one line and of bounded length; undefined if nothing is left of it. */
export function sourceNameOf(path: string | undefined): string | undefined {
  const name = path
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAXIMUM_CHARACTERS);
  return name === '' ? undefined : name;
}
