import { isErrorCode, type Problem } from '@cairn/contracts';
import type { Client, PlainRequest } from '@cairn/client';

/** An answer of which everything was read. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request and reads all of the answer. */
export const answerOf = async (client: Client, request: PlainRequest): Promise<ReadAnswer> => {
  const response = await client.send(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** The problem in an answer's body. Throws when it is none, or one that lacks what every problem has. */
export const problemIn = ({ status, text }: Pick<ReadAnswer, 'status' | 'text'>): Problem => {
  const problem = JSON.parse(text) as Problem;
  const whole =
    problem.status === status &&
    isErrorCode(problem.code) &&
    problem.type === `/docs/errors#${problem.code}` &&
    [problem.title, problem.detail, problem.instance, problem.request_id].every((part) => part !== '');
  if (!whole) throw new Error(`not a problem of the catalogue: ${status} ${text}`);
  return problem;
};

/** The problem's code, or the status when the body is no problem. */
export const codeIn = (answer: ReadAnswer): string =>
  (answer.headers.get('content-type') ?? '').startsWith('application/problem+json')
    ? problemIn(answer).code
    : String(answer.status);

/** The body as JSON. */
export const jsonIn = ({ text }: Pick<ReadAnswer, 'text'>): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;

/** What was told, without what the jobs of items have come to: that is told of today alone. */
export const withoutJobs = (told: unknown): unknown =>
  JSON.parse(JSON.stringify(told, (name, value: unknown) => (name === 'job_status' ? undefined : value)));
