import type { Transport } from '@quoth/client';

/** `fetch` of the browser, which sends no cookies, keeps nothing, and follows no redirect: there is none here. */
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
