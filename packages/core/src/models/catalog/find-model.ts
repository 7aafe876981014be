import { AppError } from '@quoth/contract';
import type { LocalModel } from '../local-model.ts';

/**
 * The model that is meant by an id, a file name, or a slug: for a slug the file that `prefers` says yes to, else the installed one, else
 * the one that is shown first. Upper and lower case count as the same. Throws MODEL_NOT_FOUND.
 */
export function findModel(
  models: readonly LocalModel[],
  written: string,
  prefers: (model: LocalModel) => boolean = () => false,
): LocalModel {
  const wanted = written
    .trim()
    .toLowerCase()
    .replace(/\.gguf$/, '');
  const named = models.find(({ id }) => id.toLowerCase() === wanted);
  const files = models.filter(({ slug }) => slug.toLowerCase() === wanted);
  const found =
    named ??
    files.find(prefers) ??
    files.find(({ installed, listed }) => installed && listed) ??
    files.find(({ listed }) => listed) ??
    files[0];
  if (found) return found;
  throw new AppError('MODEL_NOT_FOUND', { hint: '"quoth models list --all" lists every model.' });
}
