import { join } from 'node:path';
import { QuothError } from '@quoth/client';
import { type Advice, type Finding, wordsFor } from '@quoth/contract';
import { installation } from '@quoth/processes/places';
import type { CliEnvironment, Register } from '../environment.ts';
import { CommandEnded, exitCodes } from '../exit-codes.ts';
import { printWrapped } from '../terminal/print.ts';

/** `quoth doctor`: works also when the application cannot start. Exit code 1 while something is missing. */
export const doctor: Register = (command, environment) => {
  command.addHelpText('after', '\nExamples:\n  quoth doctor').action(async (options: { json?: boolean }) => {
    const body = await findings(environment);
    printWrapped(environment, options.json, body, () => body.findings.map(line).join('\n'));
    if (body.findings.some(({ status }) => status === 'missing')) throw new CommandEnded(exitCodes.failed);
  });
};

async function findings(environment: CliEnvironment): Promise<{ ok: true; findings: Finding[] }> {
  try {
    return await (await environment.openOrStart()).examine();
  } catch (error) {
    if (!(error instanceof QuothError) || error.code !== 'NO_CONNECTION') throw error;
    return { ok: true, findings: [...ownFindings(), notStarted(error, environment)] };
  }
}

function ownFindings(): Finding[] {
  const major = Number(process.versions.node.split('.')[0]);
  const isNew = major >= 26;
  return [
    {
      id: 'node',
      title: 'Node.js',
      status: isNew ? 'ok' : 'missing',
      detail: `version ${process.versions.node}`,
      ...(isNew ? {} : { fix: installAgain() }),
    },
  ];
}

/** `quoth start` is no fix for it: it would say to run the doctor. */
function notStarted(error: QuothError, { config }: CliEnvironment): Finding {
  const log = join(config.dataFolder, 'logs', 'start.log');
  return {
    id: 'application',
    title: 'Application',
    status: 'missing',
    detail: error.message,
    fix:
      (leadsHere(error.advice) ? undefined : wordsFor('commandLine', error.advice)) ??
      `${installAgain()}, and if that does not help, see why it ended: ${log}`,
  };
}

/** Brings back what an installation lacks. */
function installAgain(): string {
  switch (installation()) {
    case 'deb':
      return 'sudo apt-get install --reinstall quoth';
    case 'rpm':
      return 'sudo dnf reinstall quoth';
    case 'pacman':
      return 'build and install the package quoth-bin again, with "makepkg -si"';
    case 'tar':
      return 'unpack the tarball again and run its "quoth install"';
    case 'windows':
      return 'run quoth-setup.exe again';
    default:
      return 'npm install';
  }
}

/** Whether it would have the doctor run again. */
function leadsHere(advice: Advice): boolean {
  return advice.some(({ reason }) => reason === 'runDoctor' || reason === 'startQuothOrDoctor');
}

function line(finding: Finding): string {
  const fix = finding.fix ? `\n         fix: ${finding.fix}` : '';
  return `${finding.status.padEnd(8)} ${finding.title}: ${finding.detail}${fix}`;
}
