import { executionEvents } from '@cairn/contracts';
import { executionsProjection } from './project.js';

const SECRET = 'the nest is on the north face';
const requested = (isPrivate: boolean) =>
  executionEvents.requested.of({
    ...executionEvents.requested.example,
    ...{ private: isPrivate, input: SECRET, file_name: SECRET, file_key: SECRET },
  });
const written = (isPrivate: boolean): string => {
  const facts = { id: 'i', at: '', revision: 0n } as Parameters<typeof executionsProjection.project>[1];
  return JSON.stringify(executionsProjection.project(requested(isPrivate), facts));
};

describe('the documents of executions', () => {
  it('are told nothing of a private input, in no change: an engine may keep what was replaced', () => {
    expect(written(false)).toContain(SECRET);
    expect(written(true)).not.toContain(SECRET);
  });
});
