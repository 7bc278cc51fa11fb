import type { Json, Page, QueryContext, Versioned } from '@cairn/kernel';

/** What a handler answers; the pipeline makes headers, ETags, links and bytes of it. */
export type Answer =
  | {
      readonly kind: 'resource';
      readonly status: 200 | 201;
      readonly body: Json;
      readonly revision?: string;
      readonly location?: string;
      readonly streams?: readonly string[];
      /** Beside those that the pipeline makes. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'list'; readonly page: Page<Json> }
  | { readonly kind: 'accepted'; readonly location: string; readonly body: Json }
  | { readonly kind: 'deleted'; readonly represent: () => Promise<Json> }
  | { readonly kind: 'empty' }
  /** What was asked for is elsewhere, for good; the place may be relative. */
  | { readonly kind: 'moved'; readonly location: string }
  | {
      readonly kind: 'file';
      readonly sha256: string;
      readonly size: number;
      readonly contentType: string;
      readonly fileName: string;
      readonly inline?: true;
      readonly mayStill?: MayStill;
    }
  | {
      readonly kind: 'stream';
      readonly content: AsyncIterable<Uint8Array>;
      readonly contentType: string;
      /** `''` names none. */
      readonly fileName: string;
      readonly inline?: true;
      readonly headers?: Readonly<Record<string, string>>;
      readonly mayStill?: MayStill;
    };
/** Whether who takes bytes may still have them, by a reading of now; asked while they are on their way (S18). */
export type MayStill = (now: QueryContext) => Promise<boolean>;

/** 200 with a resource and its ETag. */
export const ok = (found: Versioned<unknown>): Answer => ({
  kind: 'resource',
  status: 200,
  body: found.resource as Json,
  revision: found.revision,
  streams: found.streams,
});
/** 201 with a resource, its ETag and its place. */
export const created = (location: string, found: Versioned<unknown>): Answer => ({
  kind: 'resource',
  status: 201,
  body: found.resource as Json,
  revision: found.revision,
  location,
  streams: found.streams,
});
/** 200 with a body that has no revision. */
export const answer = (body: unknown): Answer => ({ kind: 'resource', status: 200, body: body as Json });
/** 202: the work goes on at the location. */
export const accepted = (location: string, body: unknown): Answer => ({
  kind: 'accepted',
  location,
  body: body as Json,
});
/** A page of a list. */
export const listed = (page: Page<unknown>): Answer => ({ kind: 'list', page: page as Page<Json> });
/** 204, or 200 with the record when the caller prefers that. */
export const deleted = (represent: () => Promise<unknown>): Answer => ({
  kind: 'deleted',
  represent: represent as () => Promise<Json>,
});
