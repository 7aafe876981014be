/** The shells that a snippet is written for. */
export const shells = ['posix', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** Where a snippet takes port and token from: the current values, or the discovery file when it runs. */
export type Source =
  | { readonly kind: 'live'; readonly port: number; readonly token: string }
  | { readonly kind: 'file'; readonly path: string };

/** What snippets exist for. */
export const snippetIds = ['health', 'models', 'transcribe', 'postProcess'] as const;
type SnippetId = (typeof snippetIds)[number];

/** A file name for the reader to replace. */
const exampleFile = 'memo.wav';

/**
 * Lines to copy into a shell. Every user of the machine can read a program's arguments, so the token is passed through
 * standard input; and the user's proxy is bypassed for this machine.
 */
export function snippet(id: SnippetId, shell: Shell, source: Source): string {
  return shell === 'posix' ? posix(id, source) : powershell(id, source);
}

const rewriting = { text: 'um hello there', preset: 'email' };

function posix(id: SnippetId, source: Source): string {
  const call = {
    health: `curl --noproxy '*' -sS "$base/health"`,
    models: `quoth_curl "$base/models?installed_only=true"`,
    transcribe: `quoth_curl -F file=@${exampleFile} "$base/transcribe"`,
    postProcess: `quoth_curl -H 'Content-Type: application/json' -d '${JSON.stringify(rewriting)}' "$base/post-process"`,
  }[id];
  const needsToken = id !== 'health';
  if (source.kind === 'live') {
    return [
      `base=${loopbackUrl(source.port)}`,
      ...(needsToken
        ? [
            `token=${source.token}`,
            `quoth_curl() { printf 'Authorization: Bearer %s\\n' "$token" | curl --noproxy '*' -sS -H @- "$@"; }`,
          ]
        : []),
      call,
    ].join('\n');
  }
  return [
    `file=${quoted(source.path)}`,
    `base=http://127.0.0.1:$(sed -n 's/.*"port": \\([0-9]*\\).*/\\1/p' "$file")`,
    ...(needsToken
      ? [
          `quoth_curl() { sed -n 's/.*"token": "\\(.*\\)".*/Authorization: Bearer \\1/p' "$file" | curl --noproxy '*' -sS -H @- "$@"; }`,
        ]
      : []),
    call,
  ].join('\n');
}

/**
 * For PowerShell 7, which obeys http_proxy, and for the 5.1 that comes with Windows, which has no -NoProxy and needs
 * none: the WebProxy of the .NET Framework never sends 127.0.0.1 to a proxy.
 */
const direct = '$direct = if ($PSVersionTable.PSVersion.Major -ge 6) { @{ NoProxy = $true } } else { @{} }';

/** PowerShell's own client, in the shell's process, so the token is not visible outside. */
function powershell(id: SnippetId, source: Source): string {
  const needsToken = id !== 'health';
  const setUp =
    source.kind === 'live'
      ? [
          `$base = '${loopbackUrl(source.port)}'`,
          ...(needsToken ? [`$headers = @{ Authorization = 'Bearer ${source.token}' }`] : []),
        ]
      : [
          `$api = Get-Content -Raw -LiteralPath '${source.path.replaceAll("'", "''")}' | ConvertFrom-Json`,
          `$base = "http://127.0.0.1:$($api.port)"`,
          ...(needsToken ? ['$headers = @{ Authorization = "Bearer $($api.token)" }'] : []),
        ];
  const call = {
    health: 'Invoke-RestMethod @direct "$base/health"',
    models: 'Invoke-RestMethod @direct -Headers $headers "$base/models?installed_only=true"',
    transcribe: `Invoke-RestMethod @direct -Headers $headers -Method Post -InFile '${exampleFile}' -ContentType 'audio/wav' "$base/transcribe"`,
    postProcess: [
      `$body = '${JSON.stringify(rewriting)}'`,
      'Invoke-RestMethod @direct -Headers $headers -Method Post -ContentType \'application/json\' -Body $body "$base/post-process"',
    ].join('\n'),
  }[id];
  return [...setUp, direct, call].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The base address of a server on this machine. */
function loopbackUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
