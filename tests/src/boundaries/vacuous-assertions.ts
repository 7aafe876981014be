import { parseSync, Visitor } from 'oxc-parser';

/** Methods and functions that find something, and may find nothing. */
const finders = /(?:^|\.)(?:globSync|readdirSync|filter|matchAll)$/;

/**
 * Assertions of a test that hold whatever the product does, each with its line:
 * a failure that is expected without saying which (a typing error would do), a value compared with itself,
 * and a loop over what was just searched for, which asserts nothing where nothing is found.
 */
export function vacuousAssertions(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const found: string[] = [];
  const say = ({ start }: { start: number }, text: string) => {
    found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text}`);
  };
  new Visitor({
    CallExpression(call) {
      const name = textOf(call.callee);
      const [first, second] = call.arguments;
      if (name === 'assert.rejects' || name === 'assert.throws') {
        if (!second || /^['"`]/.test(textOf(second)) || textOf(second) === 'Error') {
          say(call, `${name} takes any error; say which, by its code or its words`);
        }
      } else if (/^assert\.(?:strictE|deepE|deepStrictE|e)qual$/.test(name) && first && second) {
        // Two calls of one function may give two values.
        if (textOf(first) === textOf(second) && !textOf(first).includes('('))
          say(call, 'compares a value with itself');
      }
    },
    ForOfStatement({ right, body }) {
      if (right.type !== 'CallExpression' || !finders.test(textOf(right.callee))) return;
      if (/\bassert\b/.test(textOf(body))) {
        say(
          right,
          'the loop asserts nothing where nothing is found; name the list, and assert how many there are',
        );
      }
    },
  }).visit(program);
  return found;
}
