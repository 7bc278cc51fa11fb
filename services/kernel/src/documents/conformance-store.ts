import { type Position, START } from '../base/position.js';
import type { ApplyOutcome, Change, Document, Documents, Generation, ReadModel } from './port.js';

/** An open store, and where it can be closed and opened again on what it kept. */
export interface DocumentsUnderTest {
  readonly documents: Documents;
  readonly reopen?: () => Promise<Documents>;
}

export const MODEL: ReadModel = {
  projection: 'test.things',
  version: 1,
  collections: [
    {
      name: 'things',
      indexes: [
        { kind: 'compound', fields: ['size'] },
        { kind: 'compound', fields: ['project', 'size'] },
        { kind: 'compound', fields: ['project', 'done', 'size'] },
        { kind: 'compound', fields: ['counts.items'] },
        { kind: 'multikey', field: 'tags', then: ['size'] },
        { kind: 'multikey', field: 'labels', then: ['project', 'size'] },
        { kind: 'multikey', field: 'flags', then: [] },
        { kind: 'readers', field: 'readers', then: ['size'] },
        { kind: 'words', field: 'words' },
        { kind: 'words', field: 'terms', within: 'project' },
      ],
    },
    { name: 'names', indexes: [{ kind: 'compound', fields: ['space', 'name'], unique: true }] },
  ],
};

/** Applies one batch after another to one projection. */
export class Projector {
  constructor(
    readonly documents: Documents,
    private readonly generation: Generation = 'live',
    private readonly projection = MODEL.projection,
  ) {}

  async apply(...changes: readonly Change[]): Promise<Position> {
    const from = await this.documents.checkpoint(this.projection, this.generation);
    const to = String(Number(from === START ? '0' : from) + 1).padStart(8, '0');
    const outcome = await this.applyAt(from, to, changes);
    expect(outcome).toEqual({ status: 'applied' });
    return to;
  }

  applyAt(from: Position, to: Position, changes: readonly Change[]): Promise<ApplyOutcome> {
    return this.documents.apply({
      projection: this.projection,
      generation: this.generation,
      from,
      to,
      changes,
    });
  }
}

export const put = (document: Document, collection = 'things'): Change => ({
  kind: 'put',
  collection,
  document,
});
export const patch = (id: string, fields: Extract<Change, { kind: 'patch' }>['fields']): Change => ({
  kind: 'patch',
  collection: 'things',
  id,
  fields,
});
export const increment = (
  id: string,
  by: Readonly<Record<string, number>>,
  defaults?: Extract<Change, { kind: 'increment' }>['defaults'],
): Change => ({ kind: 'increment', collection: 'things', id, by, ...(defaults && { defaults }) });
export const remove = (id: string, collection = 'things'): Change => ({ kind: 'remove', collection, id });

export const idsOf = (documents: readonly Document[]): readonly string[] => documents.map(({ id }) => id);
