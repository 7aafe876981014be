import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** The extension points of Emscripten's Node file system. */
interface Module {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => void } };
}

/** A folder for PGlite whose flushes reach the disk. PGlite's own skips fsync, so a power cut could undo commits. */
export class DurableFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const made = await super.init(pg, options);
    const { emscriptenOpts } = made;
    const flush = (module: unknown) => {
      (module as Module).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
      };
    };
    return {
      ...made,
      emscriptenOpts: { ...emscriptenOpts, preRun: [flush, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}
