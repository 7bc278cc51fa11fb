export { type Client, type ClientOptions, createClient } from './client.js';
export { ProblemError } from './problem.js';
export type { FileContent, PlainRequest, Query } from './request.js';
export type { Answer, AnswerOf, CallOf } from './types.js';
