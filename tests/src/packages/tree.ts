import { type ChildProcess, type ExecFileOptions, execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

// A bare Debian to install into: a tree made by debootstrap once and kept, and for each run a layer over it that is
// thrown away.

export type Suite = 'bookworm' | 'trixie';

const cache = process.env.QUOTH_TREES ?? '/var/cache/quoth-trees';
/** The ordinary user of every tree. */
export const USER = 'ada';
export const USER_ID = 1000;
/** Far beyond what anything takes, also on a busy machine: it ends what hangs. */
const MAX_COMMAND_MS = 30 * 60_000;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

/**
 * One running tree: a mount and a process namespace of its own. When it is closed, everything that runs in it is gone,
 * and its mounts too.
 */
export class Tree {
  readonly suite: Suite;
  /** Where the tree's own root is seen from here, below /proc of its first process. */
  readonly root: string;
  readonly #holder: ChildProcess;
  readonly #work: string;
  readonly #first: number;
  readonly #firstProcess: FirstProcess;

  private constructor(suite: Suite, holder: ChildProcess, work: string, first: number, of: FirstProcess) {
    this.suite = suite;
    this.#holder = holder;
    this.#work = work;
    this.#first = first;
    this.#firstProcess = of;
    this.root = `/proc/${first}/root`;
  }

  /** `firstProcess` is what the tree runs as its first process: a shell that waits, or with `systemd` that. */
  static async open(suite: Suite, firstProcess: FirstProcess = 'shell'): Promise<Tree> {
    const base = await baseOf(suite);
    const work = mkdtempSync(join(tmpdir(), `quoth-packages-${suite}-`));
    for (const name of ['layer', 'root', 'groups']) mkdirSync(join(work, name));
    // Whatever ends this process ends the tree.
    const holder = spawn(
      'setpriv',
      [
        ...['--pdeathsig', 'KILL', 'unshare'],
        ...['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private', 'sh', '-euc'],
        holding + firstProcesses[firstProcess],
        ...['holder', base, work, archivesOf(suite, firstProcess)],
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await new Promise<void>((resolve, reject) => {
      holder.stdout?.once('data', () => resolve());
      holder.once('exit', (code) => reject(new Error(`The tree could not be mounted (${code}).`)));
    });
    const [first] = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim().split(' ');
    return new Tree(suite, holder, work, Number(first), firstProcess);
  }

  /** Starts a command of a shell in the tree, as its user or root. */
  start(
    command: string,
    { as = USER, env = {} }: { as?: string; env?: Record<string, string> } = {},
  ): ChildProcess {
    const home = as === 'root' ? '/root' : as === USER ? `/home/${as}` : '/nonexistent';
    const variables = {
      HOME: home,
      USER: as,
      LANG: 'C.UTF-8',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      DEBIAN_FRONTEND: 'noninteractive',
      ...proxies(),
      ...env,
    };
    return spawn(
      'nsenter',
      [
        ...['--target', String(this.#first), '--mount', '--pid', '--root', '--wd=/'],
        ...['chroot', `--userspec=${as}:`, '/', '/usr/bin/env', '-i'],
        ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
        ...['/bin/sh', '-c', `cd "$HOME" 2>/dev/null || cd /; ${command}`],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
  }

  /** Runs it to its end; `input` goes to its standard input. */
  async run(
    command: string,
    options: { as?: string; env?: Record<string, string>; input?: string | Uint8Array } = {},
  ): Promise<Result> {
    const child = this.start(command, options);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
    return resultOf(child);
  }

  /** Runs it and throws with everything it said if it fails. */
  async must(command: string, options: Parameters<Tree['run']>[1] = {}): Promise<string> {
    const { code, stdout, output } = await this.run(command, options);
    if (code !== 0) throw new Error(`${command}: exit code ${code}\n${output.slice(-3000)}`);
    return stdout;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#holder.once('exit', resolve));
    this.#holder.stdin?.end();
    await Promise.race([ended, delay(this.#firstProcess === 'shell' ? 5_000 : 0, undefined, { ref: false })]);
    this.#holder.kill('SIGKILL');
    await ended;
    if (this.#firstProcess === 'systemd')
      await runHere('unshare', ['--mount', 'sh', '-euc', removing, 'sh', this.#work]);
    rmSync(this.#work, { recursive: true, force: true });
  }
}

/** Runs a program of this machine to its end, beside whatever else goes on. Throws with what it said. */
export async function runHere(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const limits = { maxBuffer: 64 * 1024 * 1024, timeout: MAX_COMMAND_MS };
  return (await promisify(execFile)(program, args, { ...limits, ...options, encoding: 'utf8' })).stdout;
}

/** Waits for a process to end; one that does not is killed. */
export async function resultOf(child: ChildProcess): Promise<Result> {
  let [stdout, output] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
    output += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_COMMAND_MS);
  // What a command leaves running in the background keeps its streams open.
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exit) => setTimeout(() => resolve(exit), 100));
  });
  clearTimeout(timer);
  return { code, stdout, output };
}

/** Mounts the tree and makes it the root of the first process. $1 base, $2 work, $3 archives of apt. */
const holding = `
base=$1 work=$2 root=$2/root
mount -t tmpfs -o mode=755,size=6g tmpfs "$work/layer"
mkdir "$work/layer/upper" "$work/layer/work"
mount -t overlay -o "lowerdir=$base,upperdir=$work/layer/upper,workdir=$work/layer/work" overlay "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount --bind "$3" "$root/var/cache/apt/archives"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/\${device%:*}" c 1 "\${device#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
mkdir -m 1777 "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"; ln -s fd/1 "$root/dev/stdout"; ln -s fd/2 "$root/dev/stderr"
enter='cd "$root"; mkdir .outside; pivot_root . .outside; umount -l /.outside; rmdir /.outside'
`;

const firstProcesses = {
  shell: `
eval "$enter"
echo ready
cat >/dev/null
`,
  // It needs a group of its own: the first process of that group's namespace, and what every Debian has that it needs.
  systemd: `
chroot "$root" env -i PATH="$PATH" DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
  systemd systemd-sysv dbus dbus-user-session libpam-systemd >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
rm "$root/usr/sbin/policy-rc.d"
echo '${USER}:*:19000:0:99999:7:::' >>"$root/etc/shadow"
mkdir "$root/dev/pts" "$root/dev/hugepages"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=755 tmpfs "$root/sys"
mkdir -p "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$work/groups"
mkdir "$work/groups/\${work##*/}"
echo $$ >"$work/groups/\${work##*/}/cgroup.procs"
exec unshare --cgroup sh -euc "root=$root"'
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
'"$enter"'
echo ready
exec env -i container=docker PATH="$PATH" /lib/systemd/systemd --log-target=null --show-status=false'
`,
} as const;
type FirstProcess = keyof typeof firstProcesses;

/** Removes the groups that systemd has made, once their processes have ended. $1 work */
const removing = `
mount -t cgroup2 cgroup2 "$1/groups"
for try in 1 2 3 4 5 6 7 8 9 10; do
  find "$1/groups/\${1##*/}" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 1
  [ -e "$1/groups/\${1##*/}" ] || break
done
umount "$1/groups"
`;

/** Where downloads stay for the next run. apt locks it: two trees of a suite run at the same time. */
function archivesOf(suite: Suite, firstProcess: FirstProcess): string {
  const folder = join(
    cache,
    `packages-${suite}-archives${firstProcess === 'shell' ? '' : `-${firstProcess}`}`,
  );
  mkdirSync(join(folder, 'partial'), { recursive: true });
  return folder;
}

function proxies(): Record<string, string> {
  return Object.fromEntries(
    ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
}

const bases = new Map<Suite, Promise<string>>();

/** The bare tree of a suite, which is made once however many ask for it at a time. */
function baseOf(suite: Suite): Promise<string> {
  const base = bases.get(suite) ?? makeBase(suite);
  bases.set(suite, base);
  return base;
}

/** debootstrap's smallest tree, the lists of Debian's own archive, and one user. */
async function makeBase(suite: Suite): Promise<string> {
  const base = join(cache, `packages-${suite}`);
  if (existsSync(base)) return base;
  const fresh = `${base}.${process.pid}`;
  console.log(`Making a bare Debian ${suite} (once) …`);
  mkdirSync(cache, { recursive: true });
  try {
    const mirror = 'http://deb.debian.org/debian';
    await runHere('debootstrap', ['--variant=minbase', suite, fresh, mirror]);
    configure(fresh);
    rmSync(join(fresh, 'etc', 'apt', 'sources.list'), { force: true });
    writeFileSync(join(fresh, 'etc/apt/sources.list.d/debian.list'), `deb ${mirror} ${suite} main\n`);
    // Services of packages do not start here, and nothing has to survive a power cut.
    writeFileSync(join(fresh, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    writeFileSync(join(fresh, 'etc/dpkg/dpkg.cfg.d/trial'), 'force-unsafe-io\n');
    // Downloads stay for the next run.
    writeFileSync(join(fresh, 'etc/apt/apt.conf.d/01trial'), 'APT::Keep-Downloaded-Packages "true";\n');
    appendFileSync(join(fresh, 'etc/passwd'), `${USER}:x:${USER_ID}:${USER_ID}::/home/${USER}:/bin/sh\n`);
    appendFileSync(join(fresh, 'etc/group'), `${USER}:x:${USER_ID}:\n`);
    mkdirSync(join(fresh, 'home', USER), { mode: 0o700 });
    execFileSync('chroot', [fresh, 'chown', `${USER}:`, `/home/${USER}`]);
    await runHere('chroot', [fresh, 'apt-get', 'update', '-q']);
    renameSync(fresh, base);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return base;
}

/** How this machine reaches Debian's archive. */
function configure(tree: string): void {
  for (const name of readdirSync('/etc/apt/apt.conf.d')) {
    const path = join('/etc/apt/apt.conf.d', name);
    const text = readFileSync(path, 'utf8');
    // Hooks call programs that the tree does not have.
    if (text.includes('Acquire') && !/Invoke|Pre-Install/.test(text)) copyFileSync(path, join(tree, path));
  }
  for (const folder of ['/etc/apt/auth.conf.d', '/usr/local/share/ca-certificates'])
    if (existsSync(folder)) cpSync(folder, join(tree, folder), { recursive: true });
  mkdirSync(join(tree, 'etc/ssl/certs'), { recursive: true });
  if (existsSync('/etc/ssl/certs/ca-certificates.crt'))
    copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(tree, 'etc/ssl/certs/ca-certificates.crt'));
  for (const path of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(path, join(tree, path));
}
