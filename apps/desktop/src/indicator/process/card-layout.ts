import type { IndicatorView } from '../indicator-view.ts';
import { type Layout, layoutOf } from './layout.ts';
import { problemLayout } from './problem-layout.ts';
import { questionLayout } from './question-layout.ts';

/** Where everything of this view is: a question has a card of its own, and a problem one that is as high as its words. */
export function cardLayout(view: IndicatorView): Layout {
  if (view.tone === 'asking') return questionLayout(view);
  return view.tone === 'problem' ? problemLayout(view) : layoutOf(view);
}
