import { parentPort, workerData } from 'node:worker_threads';
import { finishedText, type ModelOutput } from './finished-text.ts';

parentPort?.postMessage(finishedText(workerData as ModelOutput));
