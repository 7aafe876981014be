import { parentPort, workerData } from 'node:worker_threads';
import { type CaptionsToCut, cutCaptions } from './job-text-rules.ts';

parentPort?.postMessage(await cutCaptions(workerData as CaptionsToCut));
