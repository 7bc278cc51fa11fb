import {
  Accepted,
  type ErrorCode,
  errors,
  Problem,
  problemOf,
  type Operation,
  type Reply,
} from '@cairn/contracts';
import type { Json, JsonMap } from '../json.js';
import { plain } from '../json.js';
import { codesByStatus } from './codes.js';
import type { Components } from './components.js';
import { fileHeaders, goodHeaders, problemHeaders } from './headers.js';

/** The problem body of a code, as an example. */
export const problemExample = (code: ErrorCode): JsonMap => {
  const value = problemOf(code, '/api/v1/…', '01955660-0a1b-7c2d-8e3f-4a5b6c7d8e9f');
  return { summary: value.title, value };
};

const problemResponse = (status: number, codes: readonly ErrorCode[], components: Components): Response => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].text}`).join('\n\n'),
  headers: problemHeaders(status),
  content: {
    'application/problem+json': {
      schema: components.refer(Problem),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const bytes: JsonMap = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

const goodResponse = (
  operation: Operation,
  status: number,
  reply: Reply,
  components: Components,
): Response => {
  if (reply.file && reply.schema === undefined)
    return {
      description: reply.description,
      headers: fileHeaders(operation, status),
      content: { '*/*': bytes },
    };
  const described = { description: reply.description, headers: goodHeaders(operation, status) };
  if (!reply.schema) return described;
  const example = status < 202 && operation.example?.reply;
  const media = { schema: components.refer(reply.schema), ...(example ? { example: plain(example) } : {}) };
  const beside = reply.file ? { 'application/octet-stream': bytes } : {};
  return { ...described, content: { 'application/json': media, ...beside } };
};

const isLoggedWrite = ({ method, access }: Operation): boolean => method !== 'GET' && access !== 'anonymous';

/** What is told once is told in full, also while the read models lag. */
const pendingReply = (operation: Operation): Readonly<Record<number, Reply>> => {
  const told =
    operation.toldOnce === true ? (operation.replies[201] ?? operation.replies[200])?.schema : undefined;
  if (told !== undefined)
    return { 202: { description: 'The same; the read models lag behind it.', schema: told } };
  if (!isLoggedWrite(operation)) return {};
  return {
    202: {
      description:
        'Written; the read models lag behind it, or the scopes of the API key do not cover reading it. ' +
        '`Location` is where to look.',
      schema: Accepted,
    },
  };
};

/** Answers that come from behaviour and not from the operation itself. */
const behaviourReplies = (operation: Operation): Readonly<Record<number, Reply>> => ({
  ...pendingReply(operation),
  ...(operation.method === 'GET' && (operation.etag || 206 in operation.replies)
    ? { 304: { description: 'What the caller has is still so.' } }
    : {}),
});

interface Response {
  readonly description: string;
  readonly headers?: JsonMap;
  readonly content?: JsonMap;
}

const merged = (good: Response, problem: Response): Response => ({
  description: `${good.description}\n\n${problem.description}`,
  headers: { ...good.headers, ...problem.headers },
  content: { ...good.content, ...problem.content },
});

/** A refusal stands once in the document, named by its codes; beside a good answer of the same status it is merged. */
const refusal = (
  good: Response | JsonMap | undefined,
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
): Response | JsonMap => {
  const problem = problemResponse(status, codes, components);
  if (good && isResponse(good)) return merged(good, problem);
  return components.respond(codes.join('.'), plain(problem));
};

const isResponse = (response: Response | JsonMap): response is Response => 'description' in response;

/** An answer of the operation's own, or one that its behaviour gives under the same status. */
const eitherOf = (own: Response, { description, content }: Response): Response => {
  const [first, second] = [own, { content }].map((one) => one.content?.['application/json'] as JsonMap);
  const schema = { anyOf: [first!['schema']!, second!['schema']!] };
  return {
    ...own,
    description: `${own.description}\n\n${description}`,
    content: { ...own.content, 'application/json': { ...first, schema } },
  };
};

/** Every answer of the operation by status. */
export const responsesOf = (operation: Operation, components: Components): JsonMap => {
  const responses = new Map<number, Response | JsonMap>();
  const behaviour = behaviourReplies(operation);
  const goodOf = (status: number, reply: Reply): Response =>
    goodResponse(operation, status, reply, components);
  const replies: Readonly<Record<number, Reply>> = { ...behaviour, ...operation.replies };
  for (const [status, reply] of Object.entries(replies))
    responses.set(Number(status), goodOf(Number(status), reply));
  const [own, pending] = [operation.replies[202], behaviour[202]];
  if (own !== undefined && pending !== undefined)
    responses.set(202, eitherOf(goodOf(202, own), goodOf(202, pending)));
  for (const [status, codes] of codesByStatus(operation))
    responses.set(status, refusal(responses.get(status), status, codes, components));
  return Object.fromEntries(
    [...responses].map(([status, response]): [string, Json] => [String(status), plain(response)]),
  );
};
