import { html, raw } from 'hono/html';
import { contentPolicy, style } from './style.ts';

type Content = ReturnType<typeof html>;

/** A whole page. What is put into it by `html` is escaped. */
export async function page(title: string, content: Content, status = 200): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${raw(style)}</style></head>
<body><main>${content}</main></body></html>`;
  return new Response(String(text), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  });
}

/** The form that a key or a token is typed into. */
export function logInPage(problem?: string, status = 200): Promise<Response> {
  return page(
    'Quoth cloud: log in',
    html`<h1>Quoth cloud</h1>
${problem === undefined ? '' : html`<p class="warn" role="alert">${problem}</p>`}
<form method="post" action="/login">
<p><label for="secret">Token of your account, or the admin key</label></p>
<p><input id="secret" name="secret" type="password" autocomplete="current-password" required maxlength="200"></p>
<p><button>Log in</button></p></form>`,
    status,
  );
}

export const logOutForm = html`<form method="post" action="/logout"><p><button>Log out</button></p></form>`;
