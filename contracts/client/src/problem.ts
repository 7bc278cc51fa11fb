import type { Problem } from '@cairn/contracts';

/** A refusal: an answer of 400 or more. */
export class ProblemError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came; a problem but for `register`. */
  readonly body: unknown;
  /** The problem, when the answer was one. */
  readonly problem: Problem | undefined;

  constructor(operation: string, status: number, headers: Headers, body: unknown) {
    const problem = isProblem(headers) ? (body as Problem) : undefined;
    super(`${operation} was answered ${status}${problem ? ` ${problem.code}: ${problem.detail}` : ''}`);
    this.name = 'ProblemError';
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.problem = problem;
  }
}

const isProblem = (headers: Headers): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/problem+json');
