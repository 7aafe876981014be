import type { IndicatorView } from '../indicator-view.ts';
import { type Layout, layoutOf } from './layout.ts';
import { problemLayout } from './problem-layout.ts';
import { questionLayout } from './question-layout.ts';

/** Where everything of this view is: a question has a card of its own, and what is said in full one that is as high as its words. */
export function cardLayout(view: IndicatorView): Layout {
  if (view.tone === 'asking') return questionLayout(view);
  return view.tone === 'problem' || view.isWhole ? problemLayout(view) : layoutOf(view);
}
