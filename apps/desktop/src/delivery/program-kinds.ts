/** Names of terminals in lower case (WM_CLASS; on Windows the window's class or the program's file, on macOS its bundle): there, a line break runs what was pasted, and Ctrl+C ends a program. */
const terminals = new Set(
  (
    'xterm uxterm urxvt rxvt st st-256color aterm eterm mlterm kitty alacritty wezterm foot konsole yakuake guake tilda tilix terminator terminology ' +
    'gnome-terminal gnome-terminal-server org.gnome.terminal org.gnome.console kgx org.gnome.ptyxis ptyxis blackbox com.raggesilver.blackbox xfce4-terminal ' +
    'mate-terminal lxterminal qterminal deepin-terminal cool-retro-term sakura roxterm termite termit hyper tabby contour ghostty com.mitchellh.ghostty ' +
    'warp dev.warp.warp rio org.wezfurlong.wezterm io.elementary.terminal pantheon-terminal zutty ' +
    'consolewindowclass cascadia_hosting_window_class mintty putty kitty.exe virtualconsoleclass alacritty.exe wezterm-gui.exe hyper.exe tabby.exe ' +
    'warp.exe rio.exe ghostty.exe ' +
    'com.apple.terminal com.googlecode.iterm2 net.kovidgoyal.kitty org.alacritty io.alacritty com.github.wez.wezterm dev.warp.warp-stable co.zeit.hyper ' +
    'org.tabby com.raphaelamorim.rio'
  ).split(' '),
);

/** Names of programs whose only purpose is to ask for a password. On X11, a password field within a program cannot be recognised. */
const passwordPrompts =
  /^(pinentry.*|gcr-prompter|ssh-askpass.*|x11-ssh-askpass|ksshaskpass|lxqt-openssh-askpass|polkit-.*|lxpolkit|lxqt-policykit.*|xfce-polkit|mate-polkit.*|i3lock|xscreensaver.*|xsecurelock|light-locker|gtkgreet|kwalletd.*|org\.kde\.polkit.*|nm-applet-password|credentialuibroker\.exe|consent\.exe|logonui\.exe|lockapp\.exe|com\.apple\.securityagent|com\.apple\.loginwindow)$/;

export function isTerminal(program: string | undefined): boolean {
  return program !== undefined && terminals.has(program.toLowerCase());
}

export function isPasswordPrompt(program: string | undefined): boolean {
  return program !== undefined && passwordPrompts.test(program.toLowerCase());
}

/** The text on one line: a terminal must not run it before its user has seen it. */
export function onOneLine(text: string): string {
  const lines = text.split(/\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/u);
  return lines.filter((line) => line !== '').join(' ');
}
