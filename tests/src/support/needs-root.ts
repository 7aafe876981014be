/** Whether a disk of its own can be mounted, and a process of another user be started. */
export const isRoot = process.getuid?.() === 0;

/** Options of a test that only root can run; the check leaves it out for anybody else. */
export const needsRoot = { skip: isRoot ? false : 'needs root' };
