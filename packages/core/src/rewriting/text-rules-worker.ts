import { parentPort, workerData } from 'node:worker_threads';
import { ruledTexts, type TextsToRule } from './text-rules.ts';

parentPort?.postMessage(ruledTexts(workerData as TextsToRule));
