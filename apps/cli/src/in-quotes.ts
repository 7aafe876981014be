/** What somebody wrote, in quotation marks; in single ones where it has double ones itself. */
export function inQuotes(written: string): string {
  return written.includes('"') ? `'${written}'` : `"${written}"`;
}
