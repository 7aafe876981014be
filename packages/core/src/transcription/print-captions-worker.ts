import { parentPort, workerData } from 'node:worker_threads';
import { type CaptionsToCut, cutCaptions } from './cut-captions.ts';

parentPort?.postMessage(cutCaptions(workerData as CaptionsToCut));
