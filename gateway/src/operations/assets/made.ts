import type { Answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';

/** In what the answers to makings differ from those of others. */
export interface Making {
  /** What is told of what the body brought. */
  readonly made?: (answer: Answer, call: Pick<Call, 'newId'>, body: object | undefined) => Answer;
}

export const same = (answer: Answer): Answer => answer;
