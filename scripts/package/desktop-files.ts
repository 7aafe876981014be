import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { entryLines } from '@quoth/desktop/text/texts.ts';
import { type Build, root, siteAddress, writeText } from './contents.ts';

// What makes Quoth a citizen of the desktop, below `share` and in systemd's folder.
// https://specifications.freedesktop.org

const APP_ID = 'app.quoth.Quoth';
const ICON_SIZES = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512];

/** Names of the audio and video formats that are read, as shared-mime-info has them. */
const mimeTypes = [
  ...[
    'wav',
    'x-wav',
    'mpeg',
    'mp4',
    'x-m4a',
    'aac',
    'flac',
    'x-flac',
    'ogg',
    'x-vorbis+ogg',
    'x-opus+ogg',
  ].map((name) => `audio/${name}`),
  ...['opus', 'webm', 'x-matroska', 'x-aiff', 'amr', 'x-ms-wma', 'basic'].map((name) => `audio/${name}`),
  ...['mp4', 'webm', 'x-matroska', 'quicktime', 'mpeg', 'x-msvideo', 'ogg'].map((name) => `video/${name}`),
];

/** Whether the command line can open the window, with files. */
const hasOpen = readFileSync(join(root, 'apps/cli/src/program-to-type.ts'), 'utf8').includes("'open',");

async function desktopFile(): Promise<string> {
  // Text without a terminal goes to the history, so that is shown afterwards.
  const openFiles = hasOpen
    ? 'quoth open %F'
    : `sh -c "if [ \\$# -gt 0 ]; then quoth transcribe \\"\\$@\\" >/dev/null; fi; exec quoth start" quoth %F`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Quoth',
    ...(await entryLines('GenericName', 'genericName')),
    ...(await entryLines('Comment', 'comment')),
    `Exec=${openFiles.replaceAll('\\', '\\\\')}`,
    'TryExec=quoth',
    `Icon=${APP_ID}`,
    'Terminal=false',
    'StartupNotify=false',
    'Categories=Utility;Accessibility;',
    ...(await entryLines('Keywords', 'keywords')),
    `MimeType=${mimeTypes.join(';')};`,
    'Actions=dictate;window;',
    '',
    '[Desktop Action dictate]',
    ...(await entryLines('Name', 'dictate')),
    'Exec=quoth dictate toggle',
    '',
    '[Desktop Action window]',
    ...(await entryLines('Name', 'transcribeFile')),
    `Exec=quoth ${hasOpen ? 'open' : 'start'}`,
    '',
  ].join('\n');
}

/** Pictures of docs/screenshots, the first of which a store shows first. */
const screenshots = [
  ['recorded-dark-wide', 'What you said, and the line of your voice'],
  ['recording-light-wide', 'Your words while you speak'],
  ['local-api-dark-wide', 'The local API for your scripts and agents'],
] as const;

function metainfo({ version, epoch }: Build): string {
  const day = new Date(epoch * 1000).toISOString().slice(0, 10);
  const pictures = screenshots.map(([name, caption], index) => {
    const { width, height } = sizeOfPng(readFileSync(join(root, 'docs', 'screenshots', `${name}.png`)));
    return `    <screenshot${index === 0 ? ' type="default"' : ''}>
      <caption>${caption}</caption>
      <image type="source" width="${width}" height="${height}">${siteAddress}/screenshots/${name}.png</image>
    </screenshot>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${APP_ID}</id>
  <name>Quoth</name>
  <summary>Turn speech into text on your own machine</summary>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>Apache-2.0</project_license>
  <developer id="app.quoth"><name>The Quoth contributors</name></developer>
  <description>
    <p>Press a shortcut, speak, and the text appears at the cursor. Audio and text stay on this machine unless you choose a cloud provider.</p>
    <ul>
      <li>Dictation into any program</li>
      <li>Transcripts and captions of audio and video files</li>
      <li>A local API for your scripts and agents, off until you switch it on</li>
    </ul>
  </description>
  <launchable type="desktop-id">${APP_ID}.desktop</launchable>
  <icon type="stock">${APP_ID}</icon>
  <categories><category>Utility</category><category>Accessibility</category></categories>
  <provides><binary>quoth</binary><dbus type="session">${APP_ID}</dbus></provides>
  <content_rating type="oars-1.1" />
  <url type="homepage">${siteAddress}</url>
  <url type="help">${siteAddress}/docs</url>
  <url type="bugtracker">${siteAddress}/issues</url>
  <url type="vcs-browser">${siteAddress}/source</url>
  <branding>
    <color type="primary" scheme_preference="light">#dbe5fa</color>
    <color type="primary" scheme_preference="dark">#2b5bc7</color>
  </branding>
  <screenshots>
${pictures.join('\n')}
  </screenshots>
  <supports><control>keyboard</control><control>pointing</control><control>voice</control></supports>
  <recommends><display_length compare="ge">760</display_length></recommends>
  <releases>
    <release version="${version}" date="${day}"><url>${siteAddress}/releases/${version}</url></release>
  </releases>
</component>
`;
}

/** Pixels, from the first chunk of a PNG. */
function sizeOfPng(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

const userUnit = `[Unit]
Description=Quoth dictation
Documentation=man:quoth(1)
PartOf=graphical-session.target
After=graphical-session.target

[Service]
Type=forking
ExecStart=/usr/bin/quoth start --headless
# Without a process of its own, as where Quoth was started from the menu before, it stops nothing.
ExecStop=/bin/sh -c '[ -z "$$MAINPID" ] || exec /usr/bin/quoth stop --wait'
TimeoutStopSec=60

[Install]
WantedBy=graphical-session.target
`;

/** Everything below `share`, the same for every architecture; `program` is one that runs here. */
export async function writeShare(share: string, build: Build, program: string): Promise<void> {
  writeText(join(share, 'applications', `${APP_ID}.desktop`), await desktopFile());
  writeText(join(share, 'metainfo', `${APP_ID}.metainfo.xml`), metainfo(build));
  const drawing = readFileSync(join(root, 'packages', 'ui', 'public', 'icon.svg'));
  const icons = join(share, 'icons', 'hicolor');
  writeText(join(icons, 'scalable', 'apps', `${APP_ID}.svg`), drawing.toString());
  const image = await loadImage(drawing);
  for (const size of ICON_SIZES) {
    const canvas = createCanvas(size, size);
    image.width = size;
    image.height = size;
    canvas.getContext('2d').drawImage(image, 0, 0, size, size);
    const folder = join(icons, `${size}x${size}`, 'apps');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${APP_ID}.png`), await canvas.encode('png'));
  }
  writeCommandLineHelp(share, build, program);
}

/** Completion and man pages are those that `quoth install` writes for one user. */
function writeCommandLineHelp(share: string, { work }: Build, program: string): void {
  const home = join(work, 'home');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  execFileSync(join(program, 'quoth'), ['install'], {
    env: { HOME: home, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const files = {
    '.local/share/bash-completion/completions/quoth': 'bash-completion/completions/quoth',
    '.local/share/zsh/site-functions/_quoth': 'zsh/vendor-completions/_quoth',
    '.config/fish/completions/quoth.fish': 'fish/vendor_completions.d/quoth.fish',
  };
  const pages = globSync('man/**/quoth.1', { cwd: join(home, '.local', 'share') }).map(
    (page) => [join('.local', 'share', page), page] as const,
  );
  for (const [from, to] of [...Object.entries(files), ...pages]) {
    const lines = readFileSync(join(home, from), 'utf8').split('\n');
    writeText(
      join(share, to),
      lines.filter((line) => !line.includes('Written by "quoth install"')).join('\n'),
    );
  }
}

/** Starts Quoth where another program calls its name on the session bus. */
export function writeBusService(share: string): void {
  const text = `[D-BUS Service]\nName=${APP_ID}\nExec=/usr/bin/quoth start --headless\n`;
  writeText(join(share, 'dbus-1', 'services', `${APP_ID}.service`), text);
}

/** The user's own unit, which only the user enables. */
export function writeUserUnit(systemd: string): void {
  writeText(join(systemd, 'user', 'quoth.service'), userUnit);
}

/** Throws with what a desktop's own checkers refuse. */
export function checkShare(share: string): void {
  const shown: ExecFileSyncOptions = { stdio: ['ignore', 'inherit', 'inherit'] };
  execFileSync('desktop-file-validate', [join(share, 'applications', `${APP_ID}.desktop`)], shown);
  execFileSync(
    'appstreamcli',
    ['validate', '--no-net', join(share, 'metainfo', `${APP_ID}.metainfo.xml`)],
    shown,
  );
}
