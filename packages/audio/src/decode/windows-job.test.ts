import assert from 'node:assert/strict';
import { test } from 'node:test';
import koffi from 'koffi';
import { jobLimits, type Kernel32, limitByJob } from './windows-job.ts';

const MEBIBYTE = 1024 * 1024;

// As winnt.h declares it; a DWORD has 32 bits, SIZE_T and ULONG_PTR 64, and the compiler's padding is koffi's.
const basic = koffi.struct({
  PerProcessUserTimeLimit: 'int64_t',
  PerJobUserTimeLimit: 'int64_t',
  LimitFlags: 'uint32_t',
  MinimumWorkingSetSize: 'uint64_t',
  MaximumWorkingSetSize: 'uint64_t',
  ActiveProcessLimit: 'uint32_t',
  Affinity: 'uint64_t',
  PriorityClass: 'uint32_t',
  SchedulingClass: 'uint32_t',
});
const counters = koffi.struct({
  ReadOperationCount: 'uint64_t',
  WriteOperationCount: 'uint64_t',
  OtherOperationCount: 'uint64_t',
  ReadTransferCount: 'uint64_t',
  WriteTransferCount: 'uint64_t',
  OtherTransferCount: 'uint64_t',
});
const extended = koffi.struct({
  BasicLimitInformation: basic,
  IoInfo: counters,
  ProcessMemoryLimit: 'uint64_t',
  JobMemoryLimit: 'uint64_t',
  PeakProcessMemoryUsed: 'uint64_t',
  PeakJobMemoryUsed: 'uint64_t',
});

interface Decoded {
  readonly BasicLimitInformation: Readonly<Record<string, number>>;
  readonly IoInfo: Readonly<Record<string, number>>;
  readonly ProcessMemoryLimit: number;
  readonly JobMemoryLimit: number;
}

test('the bytes of the limits are those of the struct that Windows reads', () => {
  const bytes = jobLimits(384 * MEBIBYTE);
  assert.equal(bytes.length, koffi.sizeof(extended));
  const { BasicLimitInformation, IoInfo, ...memory } = koffi.decode(bytes, extended) as Decoded;
  const { LimitFlags, ...others } = BasicLimitInformation;
  assert.equal(LimitFlags, 0x2100);
  assert.deepEqual([memory.ProcessMemoryLimit, memory.JobMemoryLimit], [384 * MEBIBYTE, 0]);
  for (const value of [...Object.values(others), ...Object.values(IoInfo)]) assert.equal(Number(value), 0);
});

/** A kernel that notes what it is asked, and refuses one thing. */
function kernelThatRefuses(refused?: keyof Kernel32) {
  const calls: string[] = [];
  const open = new Set<string>();
  const give = (name: keyof Kernel32, handle: string) => {
    if (name === refused) return null;
    open.add(handle);
    return handle;
  };
  const does = (name: keyof Kernel32) => (name === refused ? 0 : 1);
  const kernel: Kernel32 = {
    CreateJobObjectW: () => give('CreateJobObjectW', 'job'),
    SetInformationJobObject: (job, kind, information, length) => {
      calls.push(`limit ${job} ${kind} ${length === information.length}`);
      return does('SetInformationJobObject');
    },
    OpenProcess: (access, inherits, pid) => {
      calls.push(`open ${pid} ${access.toString(16)} ${inherits}`);
      return give('OpenProcess', 'process');
    },
    AssignProcessToJobObject: (job, process) => {
      calls.push(`assign ${process} to ${job}`);
      return does('AssignProcessToJobObject');
    },
    CloseHandle: (handle) => (open.delete(String(handle)) ? 1 : 0),
  };
  return { kernel, calls, open };
}

test('a process is put into a job with limits, and the job stays open until it is disposed of', () => {
  const { kernel, calls, open } = kernelThatRefuses();
  const job = limitByJob(kernel, 4711, 100);
  assert(job);
  assert.deepEqual(calls, ['limit job 9 true', 'open 4711 101 0', 'assign process to job']);
  assert.deepEqual([...open], ['job']);
  job[Symbol.dispose]();
  assert.equal(open.size, 0);
});

for (const refused of [
  'CreateJobObjectW',
  'SetInformationJobObject',
  'OpenProcess',
  'AssignProcessToJobObject',
] as const) {
  test(`where ${refused} fails there is no limit, and no handle is left`, () => {
    const { kernel, open } = kernelThatRefuses(refused);
    assert.equal(limitByJob(kernel, 4711, 100), undefined);
    assert.equal(open.size, 0);
  });
}
