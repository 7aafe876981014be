import type { Command } from 'commander';
import type { CliEnvironment } from './environment.ts';

/** Fills a command that already has its name and summary. */
export type Register = (command: Command, environment: CliEnvironment) => void;
