/** This machine's own addresses. */
const OWN = ['127.0.0.1', 'localhost', '::1'];

/**
 * What makes Node's fetch ask the proxy that the environment names, as other programs do, but never for this machine itself. Empty where
 * no proxy is named, or where the user has decided about NODE_USE_ENV_PROXY.
 */
export function proxySettings(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const isNamed = [env.https_proxy, env.HTTPS_PROXY, env.http_proxy, env.HTTP_PROXY].some(Boolean);
  if (!isNamed || env.NODE_USE_ENV_PROXY !== undefined) return {};
  const without = [env.no_proxy || env.NO_PROXY || '', ...OWN].filter((name) => name !== '').join(',');
  return { NODE_USE_ENV_PROXY: '1', no_proxy: without, NO_PROXY: without };
}
