import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/** Files that import each other in a circle, imports of types included; each circle as its files' names, sorted. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const graph = new Map(files.map((file) => [nameOf(file), importedFiles(file)]));
  return stronglyConnected(graph);
}

function nameOf({ packageName, path }: Pick<SourceFile, 'packageName' | 'path'>): string {
  return `${packageName}/${path}`;
}

/** A package's own files; between packages the table of rules allows no circle. */
function importedFiles({ packageName, path, imports }: SourceFile): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => nameOf({ packageName, path: posix.join(posix.dirname(path), specifier) }));
}

/**
 * R. Tarjan, "Depth-first search and linear graph algorithms", 1972; components of one file are left out unless it
 * imports itself.
 */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const reached = order.has(next) ? (stack.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(node, Math.min(lowest.get(node) ?? index, reached));
    }
    const low = lowest.get(node) ?? index;
    if (low === index) {
      const members = stack.splice(stack.indexOf(node));
      if (members.length > 1 || graph.get(node)?.includes(node)) found.push(members.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
