import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** The extension points of Emscripten's Node file system. */
interface Module {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => void } };
}

/** Has the system write what it buffers of an open file to the disk. */
export type Flush = (descriptor: number) => void;

/** A folder for PGlite whose flushes reach the disk. PGlite's own skips fsync, so a power cut could undo commits. */
export class DurableFolder extends NodeFS {
  readonly #flush: Flush;

  constructor(path: string, flush: Flush = fsyncSync) {
    super(path);
    this.#flush = flush;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const made = await super.init(pg, options);
    const { emscriptenOpts } = made;
    const flush = (module: unknown) => {
      (module as Module).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) this.#flush(nfd);
      };
    };
    return {
      ...made,
      emscriptenOpts: { ...emscriptenOpts, preRun: [flush, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}
