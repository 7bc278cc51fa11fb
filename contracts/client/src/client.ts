import { type Operation, type OperationId, operations } from '@cairn/contracts';
import { nextQuery } from './link.js';
import { ProblemError } from './problem.js';
import { addressOf, answersFile, fetchOptions, type PlainRequest } from './request.js';
import type { Answer, AnswerOf, Arguments } from './types.js';

export interface ClientOptions {
  readonly baseUrl: string;
  /** The bearer: the `apikey` of a login, or an API key. */
  readonly token?: string | undefined;
  readonly fetch?: typeof fetch;
}

export interface Client {
  /** Calls the operation. Throws a {@link ProblemError} for an answer of 400 or more. */
  call<Id extends OperationId>(id: Id, ...call: Arguments<Id>): Promise<Answer<AnswerOf<Id>>>;
  /** Calls the operation and gives the answer, whatever its status. */
  try<Id extends OperationId>(id: Id, ...call: Arguments<Id>): Promise<Answer<unknown>>;
  /** The pages of a list, following `Link`. */
  pages<Id extends OperationId>(id: Id, ...call: Arguments<Id>): AsyncGenerator<Answer<AnswerOf<Id>>, void>;
  /** Sends any request, also one that the contract does not have. */
  send(request: PlainRequest): Promise<Response>;
  /** The same client for another bearer, or for nobody. */
  as(token: string | undefined): Client;
}

/** A client of the REST interface, typed by the contract. */
export const createClient = (options: ClientOptions): Client => {
  const fetchWith = options.fetch ?? fetch;
  const send = async (request: PlainRequest): Promise<Response> =>
    fetchWith(addressOf(options.baseUrl, request), fetchOptions(request, options.token));

  const attempt = async (id: OperationId, call: LooseCall = {}): Promise<Answer<unknown>> => {
    const operation: Operation = operations[id];
    const response = await send({ ...call, method: operation.method, path: operation.path });
    return { status: response.status, headers: response.headers, body: await bodyOf(operation, response) };
  };
  const demand = async <Id extends OperationId>(id: Id, call?: LooseCall): Promise<Answer<AnswerOf<Id>>> => {
    const answer = await attempt(id, call);
    if (answer.status >= 400) throw new ProblemError(id, answer.status, answer.headers, answer.body);
    return answer as Answer<AnswerOf<Id>>;
  };

  async function* pagesOf<Id extends OperationId>(id: Id, call: LooseCall = {}) {
    let query = call.query;
    do {
      const page = await demand(id, { ...call, query });
      yield page;
      query = nextQuery(page.headers, options.baseUrl);
    } while (query);
  }

  return {
    send,
    call: (id, ...[call]) => demand(id, call),
    try: (id, ...[call]) => attempt(id, call),
    pages: (id, ...[call]) => pagesOf(id, call),
    as: (token) => createClient({ ...options, token }),
  };
};

type LooseCall = Omit<PlainRequest, 'method' | 'path'>;

const bodyOf = async (operation: Operation, response: Response): Promise<unknown> => {
  if (answersFile(operation, response.status)) return response.body;
  const text = await response.text();
  if (text === '') return undefined;
  return (response.headers.get('content-type') ?? '').includes('json') ? (JSON.parse(text) as unknown) : text;
};
