import { parentPort, workerData } from 'node:worker_threads';
import { applyTextRules } from './apply-text-rules.ts';
import type { TextToRule } from './rule-text.ts';

const { text, rules } = workerData as TextToRule;
parentPort?.postMessage(applyTextRules(text, rules));
