/** This machine's own names: never asked through a proxy. */
const OWN = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/**
 * The system's proxy, as `http.setGlobalProxyFromEnv` of Node takes it, which makes `fetch` use it; undefined if none is set. Loopback addresses
 * are always excluded, whatever the environment says: requests to an endpoint on this machine must not leave it.
 */
export function systemProxy(
  env: Readonly<Record<string, string | undefined>>,
): { http_proxy?: string; https_proxy?: string; no_proxy: string } | undefined {
  const http = env.http_proxy || env.HTTP_PROXY || env.all_proxy || env.ALL_PROXY;
  const https = env.https_proxy || env.HTTPS_PROXY || http;
  if (!https) return undefined;
  const left = [env.no_proxy || env.NO_PROXY || '', ...OWN].filter((name) => name !== '');
  return { ...(http ? { http_proxy: http } : {}), https_proxy: https, no_proxy: left.join(',') };
}
