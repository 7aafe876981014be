export { type ComposedPrompt, composePrompt, type PromptWishes } from './compose-prompt.ts';
export { type Fence, fenceOf } from './fence.ts';
