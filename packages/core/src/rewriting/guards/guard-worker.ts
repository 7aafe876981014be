import { parentPort, workerData } from 'node:worker_threads';
import { type Candidate, caughtBy } from './index.ts';

parentPort?.postMessage(caughtBy(workerData as Candidate)?.name);
