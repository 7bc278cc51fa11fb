// Records: what all of them do, and what only one may have.
import { kernel } from './paths.mjs';

const suite = kernel('records/records.spec.ts');

export const recordsBugs = [
  {
    rule: 'records',
    bug: 'a field that was changed is forgotten by the documents',
    file: kernel('project.ts'),
    find: `return { ...values, ...wordsOf(values),`,
    replace: `return { ...Object.fromEntries(Object.entries(values).slice(1)), ...wordsOf(values),`,
    suite,
  },
  {
    rule: 'records',
    bug: 'a body sets what is the server’s',
    file: kernel('wishes.ts'),
    find: `presence !== 'own' && body[name] !== undefined`,
    replace: `presence !== undefined && body[name] !== undefined`,
    suite,
  },
  {
    rule: 'records',
    bug: 'an event that is applied twice counts twice',
    file: kernel('project.ts'),
    find: `return [{ kind: 'patch', collection, id, fields: { ...changesOf(event, at), ...tip } }];`,
    replace: `return [
        { kind: 'patch', collection, id, fields: { ...changesOf(event, at), ...tip } },
        { kind: 'increment', collection, id, by: { changes: 1 } },
      ];`,
    suite,
  },
  {
    rule: 'records',
    bug: 'a revert goes over what was changed since',
    file: kernel('wishes.ts'),
    find: `undoneFields(content(before), content(after), content(state))`,
    replace: `undoneFields(content(before), content(after), content(after))`,
    suite,
  },
  {
    rule: 'records',
    bug: 'a filter has no index',
    file: kernel('project.ts'),
    find: `    ...namesUsed(record, 'filter').flatMap((filter) => orders.map((order) => compound(filter, order))),\n`,
    replace: '',
    suite,
  },
  {
    rule: 'law 5',
    bug: 'what one only may have is looked up before it is taken, and no more',
    file: kernel('reserving.ts'),
    find: `now === null || now.id === holder.id || now.claimId === cleared`,
    replace: `now !== undefined`,
    suite,
  },
  {
    rule: 'law 6',
    bug: 'the sweep leaves what had been deleted in what was purged',
    file: kernel('records/sweep.ts'),
    find: `fields: { [inside]: id, deleted: WHETHER_OR_NOT },`,
    replace: `fields: { [inside]: id, deleted: false },`,
    suite,
  },
  {
    rule: 'law 6',
    bug: 'files of a record stay when what it is in was purged',
    file: kernel('owners.ts'),
    find: `files.told === 'at first' ? await this.#firstOf(event) : event`,
    replace: `event`,
    suite: kernel('files-of-records.spec.ts'),
  },
];
