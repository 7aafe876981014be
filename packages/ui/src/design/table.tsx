import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ReactNode } from 'react';
import { CopyButton } from './button.tsx';

interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  readonly isNumber?: boolean;
  /** What the column has says by itself what it is. */
  readonly isTitleUnseen?: boolean;
  /** Left out where there is no room for everything. */
  readonly isExtra?: boolean;
}

/** Rows and columns; scrolls sideways on narrow windows. */
export function Table<Row>({
  name,
  columns,
  rows,
  keyOf,
  groupOf = () => '',
}: {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The title of the group that a row belongs to; those of a group follow each other. */
  readonly groupOf?: (row: Row) => string;
}) {
  const groups = [...new Set(rows.map(groupOf))];
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      <ScrollRegion name={name}>
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b border-line">
              {columns.map(({ id, title, isNumber = false, isExtra = false, isTitleUnseen = false }) => (
                <th
                  key={id}
                  scope="col"
                  className={`px-3 py-2 text-secondary font-medium first:ps-4 last:pe-4 whitespace-nowrap text-quiet ${isNumber ? 'text-end' : 'text-start'} ${isExtra ? 'max-wide:hidden' : ''}`}
                >
                  {isTitleUnseen ? <span className="unseen">{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group} className="divide-y divide-line border-b border-line last:border-0">
              {group !== '' && (
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={columns.length}
                    className="bg-sunken px-4 py-1.5 text-start text-secondary font-medium text-quiet"
                  >
                    {group}
                  </th>
                </tr>
              )}
              {rows
                .filter((row) => groupOf(row) === group)
                .map((row) => (
                  <tr key={keyOf(row)}>
                    {columns.map(({ id, cell, isNumber = false, isExtra = false }) => (
                      <td
                        key={id}
                        className={`px-3 py-2 first:ps-4 last:pe-4 ${isNumber ? 'tabular text-end whitespace-nowrap' : ''} ${isExtra ? 'max-wide:hidden' : ''}`}
                      >
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </ScrollRegion>
    </div>
  );
}

/** Lines to copy, with a button for it. */
export function CodeBlock({
  code,
  shown,
  title,
  copyName,
}: {
  readonly code: string;
  /** Shown instead, if the lines contain a secret. */
  readonly shown?: string;
  readonly title: string;
  readonly copyName?: string;
}) {
  return (
    <figure className="m-0 overflow-hidden rounded-card border border-line bg-raised">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line py-1 ps-4 pe-1 text-secondary font-medium">
        {title}
        <CopyButton text={code} {...(copyName !== undefined && { name: copyName })} />
      </figcaption>
      <ScrollRegion name={title}>
        <pre className="m-0 w-max px-4 py-3 font-mono text-secondary" data-code={title}>
          {shown ?? code}
        </pre>
      </ScrollRegion>
    </figure>
  );
}

/** Scrolls wide contents sideways; focusable by keyboard only while there is something to scroll. */
export function ScrollRegion({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ScrollArea.Root className="relative">
      <ScrollArea.Viewport
        aria-label={name}
        role="region"
        className="scrollbar-none overscroll-x-contain focus-visible:-outline-offset-2"
      >
        <ScrollArea.Content>{children}</ScrollArea.Content>
      </ScrollArea.Viewport>
      <ScrollArea.Scrollbar orientation="horizontal" className="flex h-2 p-0.5">
        <ScrollArea.Thumb className="h-full rounded-full bg-line-control" />
      </ScrollArea.Scrollbar>
    </ScrollArea.Root>
  );
}
