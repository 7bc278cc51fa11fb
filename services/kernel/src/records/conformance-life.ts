import { outcome, type RecordsUnderTest } from './conformance-world.js';

/** Something that happens to a record. */
export type Deed = (under: RecordsUnderTest, id: string) => Promise<unknown>;

const did = async (reply: ReturnType<RecordsUnderTest['remove']>): Promise<void> => {
  expect(outcome(await reply)).toBe('done');
};

const changed: Deed = (under, id) => did(under.update(id, under.samples.whole()));
const cleared: Deed = (under, id) => {
  const names = under.samples.names('optional');
  return did(under.update(id, Object.fromEntries(names.map((name) => [name, null]))));
};
const removed: Deed = (under, id) => did(under.remove(id));
const restored: Deed = (under, id) => did(under.restore(id));
const purged: Deed = (under, id) => did(under.purge(id));
const undone: Deed = async (under, id) => did(under.revert(id, await under.revision(id)));

/** What brings about the events of a record's own; throws where the world does not say it of one. */
export const transitionsOf = ({ record, world }: RecordsUnderTest): readonly Deed[] =>
  Object.keys(record.transitions).map((name) => {
    const deed = world.transitions?.[name];
    if (deed === undefined) throw new Error(`say in \`transitions\` what brings about ${name}`);
    return (under, id) => deed(under.running, under.path(id));
  });

/** All that can happen to a record, one after the other. `visit` is called after each, with its id. */
export const live = async (
  under: RecordsUnderTest,
  visit: (id: string) => Promise<void>,
): Promise<string> => {
  const id = await under.made(under.samples.required());
  await visit(id);
  const ended = [removed, restored, undone, undone, removed, purged];
  const clearing = under.samples.names('optional').length === 0 ? [] : [cleared];
  for (const deed of [changed, ...clearing, changed, undone, ...transitionsOf(under), ...ended]) {
    await deed(under, id);
    await visit(id);
  }
  return id;
};
