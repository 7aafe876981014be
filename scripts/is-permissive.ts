/** Licences that may be linked into an application under Apache-2.0. */
const PERMISSIVE = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|CC0-1\.0|BlueOak-1\.0\.0|Unlicense)$/;

/**
 * Whether an SPDX expression leaves a permissive choice: one side of an OR is enough, of an AND both must be
 * permissive.
 * What is not understood (WITH, unknown names, an unbalanced bracket) is not permissive.
 */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;

  const either = (): boolean => {
    let permissive = both();
    while (tokens[at] === 'OR') {
      at++;
      permissive = both() || permissive;
    }
    return permissive;
  };
  const both = (): boolean => {
    let permissive = one();
    while (tokens[at] === 'AND') {
      at++;
      permissive = one() && permissive;
    }
    return permissive;
  };
  const one = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && PERMISSIVE.test(token);
    const permissive = either();
    return tokens[at++] === ')' && permissive;
  };

  return either() && at === tokens.length;
}
