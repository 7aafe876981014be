import { AppError, limits } from '@quoth/contract';

/** How many requests of all connections are spoken or transcribed at this moment. */
export class RequestsInHand {
  #count = 0;

  /** Takes a place; call what it returns once the request is over, as often as you like. Throws RATE_LIMITED where there is none. */
  begin(): () => void {
    if (this.#count >= limits.wyomingRequests) {
      throw new AppError('RATE_LIMITED', {
        message: `${limits.wyomingRequests} requests are already in progress.`,
        hint: 'Try again in a moment.',
      });
    }
    this.#count++;
    let isOver = false;
    return () => {
      if (!isOver) this.#count--;
      isOver = true;
    };
  }
}
