// Wine's system calls read 16 bytes above the stack of a call with few arguments, where koffi 3.3 has its guard page;
// Windows reads only what a call takes.
// After the first library is loaded (koffi.config must come before), the guard page is made readable. TEB's bounds are
// those of koffi's stack while it calls.
module.exports = (koffi) => {
  if (process.platform !== 'win32') return koffi;
  const load = koffi.load;
  let isDone = false;
  koffi.load = (...args) => {
    const library = load(...args);
    if (isDone) return library;
    isDone = true;
    const kernel32 = load('kernel32.dll');
    const limits = kernel32.func(
      'void __stdcall GetCurrentThreadStackLimits(_Out_ uint64_t *low, _Out_ uint64_t *high)',
    );
    const commit = kernel32.func(
      'uintptr_t __stdcall VirtualAlloc(uintptr_t address, size_t size, uint32_t type, uint32_t protection)',
    );
    const low = new BigUint64Array(1),
      high = new BigUint64Array(1);
    limits(low, high);
    commit(high[0], 4096, 0x1000, 0x4);
    return library;
  };
  return koffi;
};
