import { parentPort, workerData } from 'node:worker_threads';
import { ruledTexts, type TextsToRule } from './rule-text.ts';

parentPort?.postMessage(ruledTexts(workerData as TextsToRule));
