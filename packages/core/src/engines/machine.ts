import { availableParallelism, totalmem } from 'node:os';

/** What a machine offers to engines. */
export interface Machine {
  readonly cores: number;
  /** Bytes of memory in all. */
  readonly memory: number;
  /** Bytes of memory that a process could still take. */
  readonly freeMemory: () => number;
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  cores: availableParallelism(),
  memory: totalmem(),
  freeMemory: () => process.availableMemory(),
};
