/** A system handle, opaque to us; null if none exists. */
type Handle = unknown;

/**
 * The functions of kernel32.dll that are needed, with its own names and arguments (jobapi2.h, processthreadsapi.h,
 * handleapi.h).
 */
export interface Kernel32 {
  CreateJobObjectW(attributes: null, name: null): Handle;
  SetInformationJobObject(
    job: Handle,
    informationClass: number,
    information: Uint8Array,
    length: number,
  ): number;
  OpenProcess(access: number, inherits: number, pid: number): Handle;
  AssignProcessToJobObject(job: Handle, process: Handle): number;
  CloseHandle(handle: Handle): number;
}

/** JOBOBJECTINFOCLASS, of winnt.h. */
const JobObjectExtendedLimitInformation = 9;
const JOB_OBJECT_LIMIT_PROCESS_MEMORY = 0x100;
/** Ends the processes of the job if this process ends without having closed the handle. */
const JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000;
/** The access rights that AssignProcessToJobObject requires. */
const PROCESS_SET_QUOTA = 0x100;
const PROCESS_TERMINATE = 0x1;

/**
 * Offsets and size in JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64-bit Windows (winnt.h); the test compares them with the
 * declared struct.
 */
const LIMIT_FLAGS = 16;
const PROCESS_MEMORY_LIMIT = 112;
const SIZE = 144;

/** JOBOBJECT_EXTENDED_LIMIT_INFORMATION with a limit on what each process may commit, in bytes. */
export function jobLimits(bytes: number): Buffer {
  const limits = Buffer.alloc(SIZE);
  limits.writeUInt32LE(JOB_OBJECT_LIMIT_PROCESS_MEMORY | JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, LIMIT_FLAGS);
  limits.writeBigUInt64LE(BigInt(bytes), PROCESS_MEMORY_LIMIT);
  return limits;
}

/**
 * Puts a process into a job object whose memory Windows limits: allocations beyond it fail. The limit lasts until the
 * result is disposed of, which ends the process if it is still running. Undefined if the system refuses; then only its
 * resident memory can be watched.
 */
export function limitByJob(kernel: Kernel32, pid: number, bytes: number): Disposable | undefined {
  const job = kernel.CreateJobObjectW(null, null);
  if (!job) return undefined;
  const limits = jobLimits(bytes);
  const isLimited =
    kernel.SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, limits.length) !== 0 &&
    assign(kernel, job, pid);
  if (!isLimited) {
    kernel.CloseHandle(job);
    return undefined;
  }
  return { [Symbol.dispose]: () => void kernel.CloseHandle(job) };
}

function assign(kernel: Kernel32, job: Handle, pid: number): boolean {
  const opened = kernel.OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, 0, pid);
  if (!opened) return false;
  try {
    return kernel.AssignProcessToJobObject(job, opened) !== 0;
  } finally {
    kernel.CloseHandle(opened);
  }
}

let kernel32: Promise<Kernel32> | undefined;

/** The real kernel32.dll. Rejects on other systems than Windows. */
export function loadKernel32(): Promise<Kernel32> {
  kernel32 ??= import('koffi').then(({ default: koffi }): Kernel32 => {
    const library = koffi.load('kernel32.dll');
    return {
      CreateJobObjectW: library.func('void *__stdcall CreateJobObjectW(void *attributes, void *name)'),
      SetInformationJobObject: library.func(
        'int __stdcall SetInformationJobObject(void *job, int informationClass, const void *information, uint32_t length)',
      ),
      OpenProcess: library.func('void *__stdcall OpenProcess(uint32_t access, int inherits, uint32_t pid)'),
      AssignProcessToJobObject: library.func(
        'int __stdcall AssignProcessToJobObject(void *job, void *process)',
      ),
      CloseHandle: library.func('int __stdcall CloseHandle(void *handle)'),
    };
  });
  return kernel32;
}
