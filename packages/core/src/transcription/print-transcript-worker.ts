import { parentPort, workerData } from 'node:worker_threads';
import { type TranscriptToPrint, transcriptFile } from './transcript-file.ts';

parentPort?.postMessage(transcriptFile(workerData as TranscriptToPrint));
