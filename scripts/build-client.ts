import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClientPackage } from './build-client-package.ts';

// Builds the typed client as others install it, into a folder for "npm pack" and "npm publish".
const usual = join(import.meta.dirname, '..', 'packages', 'client', 'dist', 'package');
const { values } = parseArgs({ options: { out: { type: 'string', default: usual } } });
await buildClientPackage(values.out);
console.log(values.out);
