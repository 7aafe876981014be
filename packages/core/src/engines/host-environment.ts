/** What of the environment an engine host sees; nothing secret, and nothing that changes how Node or a library behaves. */
const ALLOWED = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'WINDIR'];

/**
 * A host's native work runs on one thread of libuv's pool. With the usual four, glibc keeps an arena of freed memory for each: 395 MB
 * instead of 128 MB after sixty chunks, measured.
 */
const ADDED = { UV_THREADPOOL_SIZE: '1' };

/** The environment of a process that runs native speech code. */
export function hostEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const allowed = ALLOWED.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(allowed), ...ADDED };
}
