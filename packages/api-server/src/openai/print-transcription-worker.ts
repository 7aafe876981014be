import { parentPort, workerData } from 'node:worker_threads';
import { printed, type TranscriptionToPrint } from './print-transcription.ts';

parentPort?.postMessage(printed(workerData as TranscriptionToPrint));
