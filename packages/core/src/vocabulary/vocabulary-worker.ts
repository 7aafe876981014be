import { parentPort, workerData } from 'node:worker_threads';
import { parseVocabulary } from './vocabulary-files.ts';

parentPort?.postMessage(parseVocabulary(workerData as string));
