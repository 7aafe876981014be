import { exampleNames, examples } from './examples/examples.ts';
import { languages } from './examples/languages.ts';

// Prints every example of the reference in every language, as JSON: for anyone who runs them.
const snippets = examples.flatMap((example) =>
  languages.map(({ id, print }) => ({ language: id, example, ...print(example) })),
);
console.log(JSON.stringify({ names: exampleNames, snippets }, null, 2));
