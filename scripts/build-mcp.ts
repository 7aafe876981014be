import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMcpPackage } from './build-mcp-package.ts';

// Builds the package that npx runs, into a folder for "npm pack" and "npm publish".
const usual = join(import.meta.dirname, '..', 'apps', 'mcp', 'dist', 'package');
const { values } = parseArgs({ options: { out: { type: 'string', default: usual } } });
await buildMcpPackage(values.out);
console.log(values.out);
