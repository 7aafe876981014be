import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  readonly isNumber?: boolean;
}

/** Rows and columns; scrolls sideways on narrow windows. */
export function Table<Row>({
  name,
  columns,
  rows,
  keyOf,
}: {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      <ScrollRegion name={name}>
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b border-line">
              {columns.map(({ id, title, isNumber = false }) => (
                <th
                  key={id}
                  scope="col"
                  className={`px-4 py-2 text-secondary font-medium whitespace-nowrap text-quiet ${isNumber ? 'text-end' : 'text-start'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ id, cell, isNumber = false }) => (
                  <td
                    key={id}
                    className={`px-4 py-2 ${isNumber ? 'tabular text-end whitespace-nowrap' : ''}`}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
