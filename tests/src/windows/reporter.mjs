// A reporter of Node's test runner: a line of JSON for each test that ended, and for each file that did, for units.ts.
// Files are what a process loads (units.ts), one level deep.
export default async function* lines(events) {
  let before = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, details, skip, todo } = data;
    const isParent = before > nesting;
    before = nesting;
    const { error } = details;
    if (nesting === 0)
      yield `${JSON.stringify({ ended: name, seconds: details.duration_ms / 1000, failed: failureOf(error) })}\n`;
    // One that says why is an exception of its own.
    else if (typeof skip === 'string' && skip !== '') yield `${JSON.stringify({ name, excepted: skip })}\n`;
    else if (skip !== undefined || todo !== undefined)
      yield `${JSON.stringify({ name, failed: 'A test that is skipped proves nothing.' })}\n`;
    else if (failureOf(error) !== undefined || (details.type !== 'suite' && !isParent))
      yield `${JSON.stringify({ name, failed: failureOf(error) })}\n`;
  }
}

/** Undefined where it passed, or where what failed is inside of it and was reported. */
function failureOf(error) {
  if (error === undefined || error.failureType === 'subtestsFailed') return undefined;
  const cause = error.cause ?? error;
  return String(cause?.stack ?? cause);
}
