/** The name itself, or with the first number that makes it one that nobody has; upper and lower case count as the same. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  if (!used.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number++) {
    const name = `${wanted} ${number}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}
