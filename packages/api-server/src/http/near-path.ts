import { openAiPrefix } from '@quoth/contract';

/**
 * The path that the caller of an unknown one probably meant: OpenAI's clients get their base URL without `/v1` or with it twice, and scripts
 * written for a neighbour's API call ours below `/v1`. Undefined where none fits.
 */
export function nearPath(path: string, isRoute: (path: string) => boolean): string | undefined {
  const bare = withoutPrefix(path);
  const renamed = bare.replace('postprocess', 'post-process').replace(/^\/history$/, '/recordings');
  return [bare, `${openAiPrefix}${bare}`, renamed].find(
    (candidate) => candidate !== path && isRoute(candidate),
  );
}

function withoutPrefix(path: string): string {
  let bare = path;
  while (bare.startsWith(`${openAiPrefix}/`)) bare = bare.slice(openAiPrefix.length);
  return bare;
}
