import { html, raw } from 'hono/html';
import { contentPolicy, style } from './style.ts';

type Content = ReturnType<typeof html>;

/** A whole page; `bar`: with the bar for logging out. Values inserted by `html` are escaped. */
export async function page(
  title: string,
  content: Content,
  { status = 200, bar = true } = {},
): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title><style>${raw(style)}</style></head>
<body>${bar ? logOutBar : ''}<main>${content}</main></body></html>`;
  return new Response(String(text), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy,
      // Without it browsers say "null" of where a form comes from.
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  });
}

/** The form for a key or a token. */
export function logInPage(problem?: string, status = 200): Promise<Response> {
  return page(
    'Log in · Quoth cloud',
    html`<div class="enter"><h1>Quoth cloud</h1>
<p class="quiet">Your balance, and what it was used for.</p>
<div class="card">${problem === undefined ? '' : html`<p class="warn" role="alert">${problem}</p>`}
<form method="post" action="/login">
<p><label for="secret">Your token, or the admin key</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required maxlength="200" autofocus></p>
<button>Log in</button></form></div></div>`,
    { status, bar: false },
  );
}

const logOutBar = html`<header><p>Quoth cloud</p><form method="post" action="/logout"><button class="plain">Log out</button></form></header>`;
