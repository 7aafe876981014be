import type { Transport } from '@quoth/client';

/** `fetch` of the browser, without cookies, cache or redirects, none of which are used here. */
export const browserTransport: Transport = (url, request) => {
  const { method, headers, body, signal } = request;
  return fetch(url, {
    method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    ...(body !== undefined && { body: body as BodyInit }),
    ...(signal && { signal }),
  });
};
