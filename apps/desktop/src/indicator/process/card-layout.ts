import type { IndicatorView } from '../indicator-view.ts';
import { type Layout, layoutOf } from './layout.ts';
import { questionLayout } from './question-layout.ts';

/** Where everything of this view is: a question has a card of its own. */
export function cardLayout(view: IndicatorView): Layout {
  return view.tone === 'asking' ? questionLayout(view) : layoutOf(view);
}
