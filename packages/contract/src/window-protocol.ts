// Apart from the schemas, which the page need not fetch before there is anything to see.

/** The prefix of the window's own calls: the routes are below it, the page is beside it. */
export const windowApiPath = '/api';

/** The text whose HMAC with a window's token as key shows that the application knows that window. */
export function windowProofText(challenge: string): string {
  return `quoth-window-v1|${challenge}`;
}
