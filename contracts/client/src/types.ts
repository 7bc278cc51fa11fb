import type { BodyOf, Operations, OperationId, ParamsOf, QueryOf, ReplyOf } from '@cairn/contracts';
import type { FileContent, Query } from './request.js';

type ParamsPart<Definition> = Definition extends { readonly params: object }
  ? { readonly params: ParamsOf<Definition> }
  : { readonly params?: undefined };

/** A body, or a form with a file in its place: one of them. */
interface BodyOrFile {
  readonly body: object;
  readonly upload: object;
}

type BodyPart<Definition> = Definition extends { readonly bodyOptional: true } | BodyOrFile
  ? { readonly body?: BodyOf<Definition> }
  : Definition extends { readonly body: object }
    ? { readonly body: BodyOf<Definition> }
    : { readonly body?: undefined };

type FilePart<Definition> = Definition extends BodyOrFile
  ? { readonly file?: FileContent }
  : Definition extends { readonly upload: object }
    ? { readonly file: FileContent }
    : { readonly file?: undefined };

type QueryPart<Definition> = Definition extends { readonly query: object }
  ? { readonly query?: QueryOf<Definition> & Query }
  : { readonly query?: Query };

/** One object type of several: what an editor shows, and what a compiler compares once. */
type Flat<Parts> = { [Key in keyof Parts]: Parts[Key] };

/** By operation, so that a compiler works each out once and not at every call. */
type CallsById = {
  readonly [Id in OperationId]: Flat<
    ParamsPart<Operations[Id]> &
      BodyPart<Operations[Id]> &
      FilePart<Operations[Id]> &
      QueryPart<Operations[Id]> & {
        readonly headers?: Readonly<Record<string, string>>;
        readonly signal?: AbortSignal;
      }
  >;
};

/** An interface: of an alias, a compiler would work out all operations together where one is called (TS2590). */
interface Calls extends CallsById {}

type ArgumentsById = {
  readonly [Id in OperationId]: object extends Calls[Id] ? [call?: Calls[Id]] : [call: Calls[Id]];
};
interface AllArguments extends ArgumentsById {}

/** What a call of the operation is given. */
export type CallOf<Id extends OperationId> = Calls[Id];

/** The arguments behind the operation's id: none are needed when nothing is required. */
export type Arguments<Id extends OperationId> = AllArguments[Id];

type AnswersFile<Id extends OperationId> = Operations[Id]['replies'] extends {
  readonly 200: { readonly file: true };
}
  ? true
  : false;

type Answers = {
  readonly [Id in OperationId]: AnswersFile<Id> extends true
    ? ReadableStream<Uint8Array>
    : ReplyOf<Operations[Id]>;
};

/** The body of a good answer: a stream of bytes when the operation answers a file. */
export type AnswerOf<Id extends OperationId> = Answers[Id];

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}
