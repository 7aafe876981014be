export declare const root: string;
export type Architecture = 'x64' | 'arm64';
export type Product = 'quoth' | 'quoth-gateway';
/** How an installation came to its place; `packages/processes/src/places.ts` reads it from the file `package-kind`. */
type Kind = 'deb' | 'rpm' | 'tar' | 'npm';
export interface Build {
  readonly version: string;
  /** Seconds since 1970: the commit's time, and that of every file in a package. */
  readonly epoch: number;
  /** Where packages are put together; emptied first. */
  readonly work: string;
  readonly out: string;
}
/** One npm package inside a package of ours. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where it lies: the checkout's node_modules, or a download for another architecture. */
  readonly folder: string;
}
/** The npm packages that programs load beside them, with everything those depend on. */
export declare function partsBeside(dist: string, architecture: Architecture, fetched: string): Part[];
/** The npm packages that went into built files. */
export declare function partsInside(...folders: readonly string[]): Part[];
/** Node as the npm registry brings it, for an architecture. */
export declare function nodePart(architecture: Architecture, fetched: string): Part;
export declare function partOf(folder: string): Part;
/**
 * Fetches the native parts and Node of an architecture that is not installed here, by npm itself, and gives the folder that has them. Versions are those
 * of this checkout. Throws where npm has no build of a part.
 */
export declare function fetchParts(architecture: Architecture, work: string): string;
interface Tree {
  readonly architecture: Architecture;
  readonly node: Part;
  readonly parts: readonly Part[];
  /** Built programs, by the folder's name in `dist`. */
  readonly dist: string;
}
/** Lays out the programs, as they run from wherever they lie. */
export declare function writeProgram(
  target: string,
  product: Product,
  { architecture, node, parts, dist }: Tree,
): void;
/** The libraries, without what is never loaded. */
export declare function writeLibraries(
  target: string,
  parts: readonly Part[],
  architecture: Architecture,
): void;
/** Every ELF file below a folder. */
export declare function nativeFiles(folder: string): string[];
/** Writes how this copy was packed: the program's hints depend on it. */
export declare function writeKind(program: string, kind: Kind): void;
export declare function writeText(path: string, text: string, mode?: number): void;
export declare function link(path: string, to: string): void;
/** Gives all files below a folder the same time and plain permissions, so that two builds are the same bytes. */
export declare function makeReproducible(folder: string, epoch: number): void;
/** Bytes of the files below a folder, in whole blocks as a disk keeps them. */
export declare function installedBytes(folder: string): number;
