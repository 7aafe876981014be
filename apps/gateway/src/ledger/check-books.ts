import type { Queries } from '../database/database.ts';
import { bookStatements } from '../database/statements/books.ts';

/** What is wrong with the books, in words, with the rows it concerns; empty if they balance. Reads everything, so it is not meant to run every minute. */
export async function checkBooks(database: Queries): Promise<string[]> {
  const problems: string[] = [];
  for (const name of Object.keys(bookStatements) as (keyof typeof bookStatements)[]) {
    const rows = await database.q(name);
    const shown = rows.slice(0, 5).map((row) => String(Object.values(row)[0]));
    if (rows.length > 0)
      problems.push(`${name.slice('books: '.length)} (${rows.length}: ${shown.join(', ')})`);
  }
  return problems;
}
