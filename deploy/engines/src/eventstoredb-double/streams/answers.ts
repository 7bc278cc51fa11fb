import { status, type sendUnaryData } from '@grpc/grpc-js';
import { Refusal, withoutAnswer } from '../wire/refusal.js';

/** Answers a call that has one answer; a `Refusal` that is thrown becomes its error. */
export const answerOnce = <T>(callback: sendUnaryData<T>, answer: () => Promise<T>): void => {
  answer().then(
    (value) => callback(null, value),
    (error: unknown) => callback(withoutAnswer(asRefusal(error))),
  );
};

/** What is no refusal is a fault of the double itself, or of its file. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal(status.INTERNAL, error instanceof Error ? error.message : 'Unknown error');
