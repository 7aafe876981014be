/** State of an engine and its host processes. */
export interface EngineStatus {
  readonly id: string;
  readonly displayName: string;
  /** True if at least one of its models is installed. */
  readonly installed: boolean;
  readonly loaded: boolean;
  /** The model in memory. */
  readonly model: string | null;
  /** The kind of device that it runs on, such as `cpu`. */
  readonly device: string | null;
  /** Of the first host. */
  readonly pid: number | null;
  /** How many hosts are running. */
  readonly hosts: number;
  /** Resident memory of all hosts together, in megabytes. */
  readonly memory_mb: number | null;
}
