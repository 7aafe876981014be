/** Marks where the dictated text begins and ends. Its name is new for every request, so that no text can contain its end mark. */
export interface Fence {
  readonly name: string;
  readonly open: string;
  readonly close: string;
}

/** A fence of this name, which must be unguessable. */
export function fenceOf(randomId: string): Fence {
  const name = `dictation-${randomId}`;
  return { name, open: `<${name}>`, close: `</${name}>` };
}

/** The text between its marks, each on a line of its own. */
export function fenced(text: string, { open, close }: Fence): string {
  return `${open}\n${text}\n${close}`;
}
