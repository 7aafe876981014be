import { availableParallelism, totalmem } from 'node:os';
import type { Engine } from './engine.ts';
import type { SystemRank } from './host-pool.ts';

/** What is known about a running host. */
export interface RunningHost {
  /** Undefined until it has loaded one. */
  readonly loadedModel: string | undefined;
  /** The model of its work, which it may still be loading. */
  readonly modelInUse?: string | undefined;
  /** `cpu`, `gpu` ... once it has loaded a model. */
  readonly device: string | undefined;
  readonly rank: SystemRank;
}

/** What a host takes besides its model, with room for other programs. */
const BYTES_BESIDE_A_MODEL = 500e6;

/** A second copy of a model may take this share of the machine's memory: 500 MB of 8 GB. */
const SHARE_FOR_A_COPY = 1 / 16;

/** A host takes 150 MB or more, which a few seconds are not worth. */
const WORTH_A_HOST_MS = 20_000;

/** How many hosts an engine may have, and which jobs get which. Decides only; it starts and ends nothing. */
export class HostPolicy {
  readonly #engine: Pick<Engine, 'models' | 'maxHosts'>;
  readonly #machine: HostMachine;
  readonly #hosts: () => readonly RunningHost[];
  /** One entry a job. */
  readonly #modelsInUse: string[] = [];

  constructor(
    engine: Pick<Engine, 'models' | 'maxHosts'>,
    machine: HostMachine,
    hosts: () => readonly RunningHost[],
  ) {
    this.#engine = engine;
    this.#machine = machine;
    this.#hosts = hosts;
  }

  /** Counts a job with this model until the returned function is called, once. */
  begin(model: string): () => void {
    this.#modelsInUse.push(model);
    return () => this.#modelsInUse.splice(this.#modelsInUse.indexOf(model), 1);
  }

  /** True while a job with this model is counted. */
  isInUse(model: string): boolean {
    return this.#modelsInUse.includes(model);
  }

  /** True while any job is counted. */
  get isBusy(): boolean {
    return this.#modelsInUse.length > 0;
  }

  /** How many hosts may work with this model at a time, whatever else is requested meanwhile. At least 1. */
  maximum(model: string): number {
    const { cores, freeMemory } = this.#machine;
    const situation = { model, cores, freeMemory: freeMemory(), device: this.#deviceOf(model) };
    return Math.max(1, Math.min(this.#engine.maxHosts?.(situation) ?? 1, cores));
  }

  /** Threads for one of the hosts that share a long recording. */
  threadsOfEach(model: string): number {
    return Math.max(1, Math.floor(this.#machine.cores / this.maximum(model)));
  }

  /**
   * While two models have work, each keeps its host if memory allows: loading them in turn would cost more than the
   * work.
   */
  wantsOwnHost(model: string): boolean {
    return this.#modelsInUse.some((other) => other !== model) && this.hasRoomFor(model);
  }

  /** True where a host has loaded the model into the memory of the processor, not of a GPU. */
  isOnCpu(model: string): boolean {
    return this.#deviceOf(model) === 'cpu';
  }

  /**
   * True if memory allows one more host with this model, or `copies` where none has it yet; of a large model there is
   * one copy only.
   */
  hasRoomFor(model: string, copies = 1): boolean {
    const size = (this.#engine.models().find(({ id }) => id === model)?.sizeMb ?? 0) * 1e6;
    const isThere = this.#hosts().some(
      ({ loadedModel, modelInUse }) => (modelInUse ?? loadedModel) === model,
    );
    if ((isThere || copies > 1) && size > this.#machine.memory * SHARE_FOR_A_COPY) return false;
    return this.#machine.freeMemory() > (isThere ? 1 : copies) * size + BYTES_BESIDE_A_MODEL;
  }

  /**
   * The rank of the host that a job needs. Undefined on a GPU, where any host will do: processor time is not scarce
   * there, but memory for a second copy of the model is.
   */
  rankOf(model: string, preferred: SystemRank): SystemRank | undefined {
    const device = this.#deviceOf(model);
    return device === undefined || device === 'cpu' ? preferred : undefined;
  }

  /**
   * True if a host should be loaded in advance for a short recording while a long one is in progress for `leftMs` more:
   * that is worth loading it, none exists of normal rank, and memory allows one. A host of normal rank with another
   * model is left alone; two long recordings would otherwise take it from each other.
   */
  wantsSpareHost(model: string, leftMs: number): boolean {
    if (leftMs < WORTH_A_HOST_MS) return false;
    const isThere = this.#hosts().some(({ rank }) => rank === 'normal');
    return !isThere && this.rankOf(model, 'normal') !== undefined && this.hasRoomFor(model);
  }

  /** Undefined while no host has loaded the model. */
  #deviceOf(model: string): string | undefined {
    return this.#hosts().find(({ loadedModel }) => loadedModel === model)?.device;
  }
}

/** What a machine offers to engines. */
export interface HostMachine {
  readonly cores: number;
  /** Bytes of memory in all. */
  readonly memory: number;
  /** Bytes of memory that a process could still take. */
  readonly freeMemory: () => number;
}

/** The machine that this process runs on. */
export const thisMachine: HostMachine = {
  cores: availableParallelism(),
  memory: totalmem(),
  freeMemory: () => process.availableMemory(),
};
